"""Sentences for the facts of a campaign, for its history and for reviewing an entry."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from campaign.rules.aeons_end.breaches import NUMBERS
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.mages import Sticker, StickerKind
from campaign.rules.aeons_end.outcome import Tally
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.decisions import decision_key
from tracker.systems.aeons_end.words.terms import RecordNames
from tracker.words import listed, series
from tracker.words.phrases import fitting


def fact(fact: story.Fact, names: RecordNames) -> str:
    """Return the sentence of a fact."""
    match fact:
        case story.Played(tally=tally):
            return result(tally, names)
        case story.DecisionClosed():
            return _closed(fact, names)
    shown = _worded(fact, names)
    said = fitting(_FACTS, fact.kind, shown)
    if shown.get("replaces") is None:
        return said
    goes, stays = _("It replaces the earlier one."), _("The earlier one stays.")
    return f"{said} {goes if shown['replaces'] else stays}"


def facts(facts: Sequence[story.Fact], names: RecordNames) -> str:
    """Return the sentences of several facts, with their reasons; a group is one sentence."""
    said: list[str] = []
    for group in gathered(facts):
        if len(group) == 1:
            said += [fact(group[0], names), reason(group[0])]
        elif isinstance(group[0], story.SectionUnlocked):
            letters = listed(section.letter for section in group)
            said.append(_("Sections %(letters)s went into the rulebook.") % {"letters": letters})
        else:
            text = ngettext(
                "%(count)s basic card joined: %(names)s.",
                "%(count)s basic cards joined: %(names)s.",
                len(group),
            )
            cards = listed(names.name(joined.card) for joined in group)
            said.append(text % {"count": len(group), "names": cards})
    return " ".join(filter(None, said))


def gathered(facts: Sequence[story.Fact]) -> list[list[Any]]:
    """Group consecutive sections or basic cards that share a sentence; the order stays."""
    groups: list[list[Any]] = []
    for listable, run in groupby(facts, key=_listable):
        held = list(run)
        groups += [held] if listable else [[each] for each in held]
    return groups


def _listable(fact: story.Fact) -> type[story.Fact] | None:
    """Return the type of a fact that can share a sentence; None if it needs one of its own."""
    match fact:
        case story.SectionUnlocked(note="", reason="") | story.BasicJoined(reason=""):
            return type(fact)
    return None


def reason(fact: story.Fact) -> str:
    """Return the reason that players gave for departing from the pack; "" without one."""
    if not fact.reason.strip():
        return ""
    if isinstance(fact, story.MarketOrdered | story.StickerRemoved):
        return _("The story card: %(reason)s") % {"reason": fact.reason.strip()}
    return _("Their box said otherwise: %(reason)s") % {"reason": fact.reason.strip()}


def tally(tally: Tally, names: RecordNames) -> str:
    """Return the dials at the end, those that were noted: "Gravehold 12, nemesis 0"."""
    shown = []
    if tally.gravehold_life is not None:
        shown.append(_("Gravehold %(life)s") % {"life": tally.gravehold_life})
    if tally.nemesis_life is not None:
        shown.append(_("nemesis %(life)s") % {"life": tally.nemesis_life})
    lives = dict(enumerate(tally.lives, start=1))
    for seat in sorted(set(lives) | tally.exhausted):
        who = {"mage": names.mage(seat), "life": lives.get(seat)}
        if seat in tally.exhausted:
            shown.append(_("%(mage)s exhausted") % who)
        elif who["life"] is not None:
            shown.append(_("%(mage)s %(life)s") % who)
    if tally.rounds is not None:
        rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", tally.rounds)
        shown.append(rounds % {"rounds": tally.rounds})
    return series(shown)


def foe(plan: story.Planned, names: RecordNames) -> str:
    """Return the name of the nemesis of a plan."""
    return plan.foe.name or names.thing(plan.foe.key) or _("a nemesis without a name")


_ENDINGS: terms.Words = {
    Ending.NEMESIS_DEFEATED: gettext_lazy("Won: the nemesis fell."),
    Ending.DECK_EXHAUSTED: gettext_lazy("Won: the nemesis deck ran out with nothing left in play."),
    Ending.MAGES_EXHAUSTED: gettext_lazy("Lost: every mage was exhausted."),
    Ending.GRAVEHOLD_FALLEN: gettext_lazy("Lost: Gravehold fell."),
    Ending.NEMESIS_CONDITION: gettext_lazy("Lost: the nemesis met its own condition."),
}


def result(tally_: Tally, names: RecordNames) -> str:
    """Return how a game ended, with its dials."""
    if tally_.ending is not None:
        text = str(_ENDINGS[tally_.ending])
    else:
        text = _("Won.") if tally_.result is Result.WIN else _("Lost.")
    dials = tally(tally_, names)
    if not dials:
        return text
    return _("%(result)s At the end: %(dials)s.") % {"result": text, "dials": dials}


def _worded(fact: story.Fact, names: RecordNames) -> dict[str, Any]:
    """Return the values for the sentence of a fact: names instead of keys and seats."""
    match fact:
        case story.Planned(chapter=chapter):
            return {"chapter": chapter, "nemesis": foe(fact, names)}
        case story.MarketGrown(growth=growth):
            offered = {pile.key: names.name(pile) for pile in growth.offered}
            declined = (name for key, name in offered.items() if key not in growth.added)
            return {
                "added": listed(offered.get(key) or names.card(key) for key in growth.added),
                "banished": listed(map(names.card, growth.banished)),
                "declined": listed(declined),
            }
        case story.StickerPlaced(seat=seat, sticker=sticker):
            # A mat has one breach IV: it replaces none, whatever an imported file says.
            replaces = None if sticker.kind is StickerKind.BREACH else sticker.replaces
            mage = {"mage": names.mage(seat), "charges": sticker.charges or 0}
            pack = names.namer.pack if names.namer else None
            known = {"cost": open_cost(sticker, pack), "replaces": replaces}
            return {**asdict(sticker), **mage, **known}
        case story.CardTransformed(card=card, into=into):
            return {"name": names.card(card), "into": names.name(into)}
        case story.BasicJoined(card=card):
            kind = terms.nemesis_kind(card.kind)
            return {"name": names.name(card), "tier": card.tier, "kind": kind}
        case story.SealOpened(brought=brought):
            return {"seal": opened_seal(fact, names), "brought": brought.strip()}
        case story.MarketOrdered(added=added, banished=banished):
            return {
                "added": names.name(added) if added else "",
                "banished": names.card(banished) if banished else "",
            }
    shown: dict[str, Any] = {
        key: held.strip() if isinstance(held, str) else held for key, held in asdict(fact).items()
    }
    if "seat" in shown:
        shown["mage"] = names.mage(shown["seat"])
    if "card" in shown:
        shown["name"] = names.card(shown["card"])
    return shown


def open_cost(sticker: Sticker, pack: Pack | None) -> int | None:
    """Return the cost on top of breach IV; None for another sticker, or if it is not known."""
    tile, turns = pack.find.breach(NUMBERS[-1]) if pack else None, sticker.breach_turns
    if tile is None or turns is None or not 0 <= turns < len(tile.open_costs):
        return None
    return tile.open_costs[turns]


def opened_seal(fact: story.SealOpened, names: RecordNames) -> str:
    """Return the name of what was opened."""
    return names.seal(fact.seal, fact.name, fact.part) or _("a seal without a name")


def _closed(fact: story.DecisionClosed, names: RecordNames) -> str:
    kind, _colon, game = fact.decision.partition(":")
    if kind == DecisionKind.EVOLUTION:
        return _("Nothing more evolved in game %(game)s.") % {"game": game}
    title = decision_key(fact.decision, names)
    return _("Closed without an entry: %(decision)s.") % {"decision": title}


_FACTS: terms.Words = {
    "planned": gettext_lazy("Planned: chapter %(chapter)s against %(nemesis)s."),
    "verdict": gettext_lazy("The story asked for the chapter again."),
    "verdict:onward": gettext_lazy("The story went on."),
    "growth": gettext_lazy("The market grew: in came %(added)s; banished: %(banished)s."),
    "growth:declined": gettext_lazy(
        "The market grew: in came %(added)s; banished: %(banished)s; not taken: %(declined)s."
    ),
    "sticker": gettext_lazy("%(mage)s placed %(name)s on slot %(slot)s."),
    "sticker:starter": gettext_lazy(
        "%(mage)s placed %(name)s on slot %(slot)s: a starter card in hand."
    ),
    "sticker:starter:deck": gettext_lazy(
        "%(mage)s placed %(name)s on slot %(slot)s: a starter card in the deck."
    ),
    "sticker:ability": ngettext_lazy(
        "%(mage)s placed %(name)s on slot %(slot)s: an ability of %(charges)s charge.",
        "%(mage)s placed %(name)s on slot %(slot)s: an ability of %(charges)s charges.",
        "charges",
    ),
    "sticker:breach": gettext_lazy("%(mage)s placed breach IV on slot %(slot)s."),
    "sticker:breach:cost": gettext_lazy(
        "%(mage)s placed breach IV on slot %(slot)s: closed, cost %(cost)s on top."
    ),
    "evolved": gettext_lazy("%(name)s evolved: a sticker was placed."),
    "evolved:text": gettext_lazy("%(name)s evolved: %(text)s"),
    "transformed": gettext_lazy("%(name)s transformed into %(into)s."),
    "joined": gettext_lazy("%(name)s joined the basic cards (tier %(tier)s, %(kind)s)."),
    "left": gettext_lazy("%(name)s left the basic cards."),
    "section": gettext_lazy("Section %(letter)s went into the rulebook."),
    "section:note": gettext_lazy("Section %(letter)s went into the rulebook: %(note)s"),
    "seal": gettext_lazy("Opened: %(seal)s."),
    "seal:brought": gettext_lazy("Opened: %(seal)s. It brought: %(brought)s"),
    "ordered": gettext_lazy("The story banished %(banished)s from the market."),
    "ordered:added": gettext_lazy("The story brought %(added)s into the market."),
    "ordered:added:banished": gettext_lazy(
        "The story exchanged %(banished)s in the market for %(added)s."
    ),
    "removed": gettext_lazy("%(mage)s lost the sticker on slot %(slot)s."),
    "read": gettext_lazy("The story is read up to card %(card)s."),
    "note": gettext_lazy("Note: %(text)s"),
    "settled": gettext_lazy("The game was settled."),
}

FACT_KINDS: terms.Words = {
    story.Planned.kind: pgettext_lazy("kind of entry", "plan"),
    story.Played.kind: pgettext_lazy("kind of entry", "result"),
    story.Verdict.kind: pgettext_lazy("kind of entry", "how the story goes on"),
    story.MarketGrown.kind: pgettext_lazy("kind of entry", "market growth"),
    story.StickerPlaced.kind: pgettext_lazy("kind of entry", "sticker"),
    story.CardEvolved.kind: pgettext_lazy("kind of entry", "evolution"),
    story.CardTransformed.kind: pgettext_lazy("kind of entry", "transformation"),
    story.BasicJoined.kind: pgettext_lazy("kind of entry", "basic cards joined"),
    story.BasicLeft.kind: pgettext_lazy("kind of entry", "basic cards left"),
    story.SectionUnlocked.kind: pgettext_lazy("kind of entry", "rule section"),
    story.SealOpened.kind: pgettext_lazy("kind of entry", "opened seal"),
    story.MarketOrdered.kind: pgettext_lazy("kind of entry", "market change from the story"),
    story.StickerRemoved.kind: pgettext_lazy("kind of entry", "removed sticker"),
    story.StoryRead.kind: pgettext_lazy("kind of entry", "bookmark"),
    story.DecisionClosed.kind: pgettext_lazy("kind of entry", "nothing to enter"),
    story.Noted.kind: pgettext_lazy("kind of entry", "note"),
    story.Settled.kind: pgettext_lazy("kind of entry", "settling"),
}
fact_kind = partial(terms.word, FACT_KINDS)
