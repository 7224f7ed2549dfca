"""Sentences for the facts of a campaign, for its history and for reviewing an entry."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from campaign.rules.aeons_end.breaches import NUMBERS
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.growth import Growth
from campaign.rules.aeons_end.outcome import Tally
from tracker.systems.aeons_end.shared.words import terms
from tracker.systems.aeons_end.shared.words.decisions import decision_key
from tracker.systems.aeons_end.shared.words.terms import RecordNames
from tracker.words import listed, series


def fact(fact: story.Fact, names: RecordNames) -> str:  # noqa: C901 # a case a kind of fact
    """Return the sentence of a fact."""
    match fact:
        case story.Planned(chapter=chapter):
            text = _("Planned: chapter %(chapter)s against %(nemesis)s.")
            return text % {"chapter": chapter, "nemesis": foe(fact, names)}
        case story.Played(tally=tally):
            return result(tally, names)
        case story.Verdict(onward=onward):
            if onward:
                return _("The story went on.")
            return _("The story asked for the chapter again.")
        case story.MarketGrown(growth=growth):
            return _growth(growth, names)
        case story.StickerPlaced(seat=seat, sticker=sticker):
            return _sticker(seat, sticker, names)
        case story.StickerRemoved(seat=seat, slot=slot):
            text = _("%(mage)s lost the sticker on slot %(slot)s.")
            return text % {"mage": names.mage(seat), "slot": slot.strip()}
        case story.CardEvolved(card=card, text=on_sticker):
            if on_sticker.strip():
                text = _("%(name)s evolved: %(text)s")
                return text % {"name": names.card(card), "text": on_sticker.strip()}
            return _("%(name)s evolved: a sticker was placed.") % {"name": names.card(card)}
        case story.CardTransformed(card=card, into=into):
            text = _("%(name)s transformed into %(into)s.")
            return text % {"name": names.card(card), "into": names.name(into)}
        case story.BasicJoined(card=joined):
            text = _("%(name)s joined the basic cards (tier %(tier)s, %(kind)s).")
            kind = terms.nemesis_kind(joined.kind)
            return text % {"name": names.name(joined), "tier": joined.tier, "kind": kind}
        case story.BasicLeft(card=card):
            return _("%(name)s left the basic cards.") % {"name": names.card(card)}
        case story.SectionUnlocked(letter=letter, note=note):
            shown = {"letter": letter.strip(), "note": note.strip()}
            if shown["note"]:
                return _("Section %(letter)s went into the rulebook: %(note)s") % shown
            return _("Section %(letter)s went into the rulebook.") % shown
        case story.SealOpened(brought=brought):
            shown = {"seal": opened_seal(fact, names), "brought": brought.strip()}
            if shown["brought"]:
                return _("Opened: %(seal)s. It brought: %(brought)s") % shown
            return _("Opened: %(seal)s.") % shown
        case story.MarketOrdered():
            return _ordered(fact, names)
        case story.StoryRead(card=card):
            return _("The story is read up to card %(card)s.") % {"card": card.strip()}
        case story.DecisionClosed():
            return _closed(fact, names)
        case story.Noted(text=note):
            return _("Note: %(text)s") % {"text": note.strip()}
        case story.Settled():
            return _("The aftermath was finished.")
    raise TypeError(f"{type(fact).__name__} is no fact of this campaign.")


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
        group = list(run)
        groups += [group] if listable else [[fact] for fact in group]
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
    dials = []
    if tally.gravehold_life is not None:
        dials.append(_("Gravehold %(life)s") % {"life": tally.gravehold_life})
    if tally.nemesis_life is not None:
        dials.append(_("nemesis %(life)s") % {"life": tally.nemesis_life})
    lives = dict(enumerate(tally.lives, start=1))
    for seat in sorted(set(lives) | tally.exhausted):
        who = {"mage": names.mage(seat), "life": lives.get(seat)}
        if seat in tally.exhausted:
            dials.append(_("%(mage)s exhausted") % who)
        elif who["life"] is not None:
            dials.append(_("%(mage)s %(life)s") % who)
    if tally.rounds is not None:
        rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", tally.rounds)
        dials.append(rounds % {"rounds": tally.rounds})
    return series(dials)


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


def _growth(growth: Growth, names: RecordNames) -> str:
    offered = {pile.key: names.name(pile) for pile in growth.offered}
    shown = {
        "added": listed(offered.get(key) or names.card(key) for key in growth.added),
        "banished": listed(map(names.card, growth.banished)),
        "declined": listed(name for key, name in offered.items() if key not in growth.added),
    }
    if shown["declined"]:
        text = _(
            "The market grew. Added: %(added)s; banished: %(banished)s; not taken: %(declined)s."
        )
    else:
        text = _("The market grew. Added: %(added)s; banished: %(banished)s.")
    unnamed = growth.unnamed(names.namer.pack.market) if names.namer else 0
    if not unnamed:
        return text % shown
    said = ngettext(
        "%(count)s pile was banished without a name.",
        "%(count)s piles were banished without a name.",
        unnamed,
    )
    return f"{text % shown} {said % {'count': unnamed}}"


def _ordered(fact: story.MarketOrdered, names: RecordNames) -> str:
    """Return what the story changed in the market: a pile came, one left, or both."""
    added = names.name(fact.added) if fact.added else ""
    banished = names.card(fact.banished) if fact.banished else ""
    shown = {"added": added, "banished": banished}
    if added and banished:
        return _("The story exchanged %(banished)s in the market for %(added)s.") % shown
    if added:
        return _("The story brought %(added)s into the market.") % shown
    return _("The story banished %(banished)s from the market.") % shown


def _sticker(seat: int, sticker: Sticker, names: RecordNames) -> str:
    """Return what a sticker brought, and whether it replaces an earlier one."""
    said = _placed(seat, sticker, names)
    # A mat has one breach IV: it replaces none, whatever an imported file says.
    if sticker.replaces is None or sticker.kind is StickerKind.BREACH:
        return said
    replaced = (
        _("It replaces the earlier one.") if sticker.replaces else _("The earlier one stays.")
    )
    return f"{said} {replaced}"


def _placed(seat: int, sticker: Sticker, names: RecordNames) -> str:
    charges = sticker.charges or 0
    pack = names.namer.pack if names.namer else None
    cost = open_cost(sticker, pack)
    shown = {
        "mage": names.mage(seat),
        "name": sticker.name,
        "slot": sticker.slot,
        "charges": charges,
        "cost": cost,
    }
    match sticker.kind:
        case StickerKind.STARTER if sticker.where is Where.DECK:
            text = _("%(mage)s placed %(name)s on slot %(slot)s: a starter card in the deck.")
        case StickerKind.STARTER:
            text = _("%(mage)s placed %(name)s on slot %(slot)s: a starter card in hand.")
        case StickerKind.ABILITY:
            text = ngettext(
                "%(mage)s placed %(name)s on slot %(slot)s: an ability of %(charges)s charge.",
                "%(mage)s placed %(name)s on slot %(slot)s: an ability of %(charges)s charges.",
                charges,
            )
        case StickerKind.BREACH if cost:
            text = _("%(mage)s placed breach IV on slot %(slot)s: closed, cost %(cost)s on top.")
        case StickerKind.BREACH:
            text = _("%(mage)s placed breach IV on slot %(slot)s.")
        case StickerKind.OTHER:
            text = _("%(mage)s placed %(name)s on slot %(slot)s.")
    return text % shown


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
        return _("Evolutions of game %(game)s: all entered.") % {"game": game}
    title = decision_key(fact.decision, names)
    return _("Closed without an entry: %(decision)s.") % {"decision": title}


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
    story.Settled.kind: pgettext_lazy("kind of entry", "end of the aftermath"),
}
fact_kind = partial(terms.word, FACT_KINDS)
