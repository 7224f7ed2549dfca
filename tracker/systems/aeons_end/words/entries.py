"""Facts in words: what a game's entry says, for the history and for whoever checks it."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from campaign.rules.aeons_end.legacy import facts as story
from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.mages import NUMBERS, Sticker, StickerKind, Where
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.decisions import decision_key
from tracker.systems.aeons_end.words.terms import RecordNames
from tracker.words import listed, series


def fact(fact: story.Fact, names: RecordNames) -> str:
    """Return what a fact says."""
    return _FACTS[type(fact)](fact, names)


def facts(facts: Sequence[story.Fact], names: RecordNames) -> str:
    """Return what several facts say, reasons included; many sections or basics are one list."""
    said: list[str] = []
    for held in gathered(facts):
        gathers = _gathers(held[0])
        if gathers and len(held) > 1:
            said.append(gathers(held, names))
        else:
            said += [fact(held[0], names), reason(held[0])]
    return " ".join(filter(None, said))


def gathered(facts: Sequence[story.Fact]) -> list[list[story.Fact]]:
    """Return facts in the same order, those that :func:`facts` tells in one sentence together."""
    groups: list[list[story.Fact]] = []
    for gathers, group in groupby(facts, key=_gathers):
        held = list(group)
        groups += [held] if gathers else [[one] for one in held]
    return groups


def _gathers(fact: story.Fact) -> Callable[[list[Any], RecordNames], str] | None:
    """Return what tells several such facts at once; None where each has its own to say."""
    match fact:
        case story.SectionUnlocked(note="", reason=""):
            return _sections
        case story.BasicJoined(reason=""):
            return _basics
    return None


def _sections(facts: list[story.SectionUnlocked], _names: RecordNames) -> str:
    letters = listed(fact.letter for fact in facts)
    return _("Sections %(letters)s went into the rulebook.") % {"letters": letters}


def _basics(facts: list[story.BasicJoined], names: RecordNames) -> str:
    cards = listed(pool_card(fact.card, names) for fact in facts)
    text = ngettext(
        "%(count)s basic card joined: %(names)s.",
        "%(count)s basic cards joined: %(names)s.",
        len(facts),
    )
    return text % {"count": len(facts), "names": cards}


def planned(plan: story.Planned, game: int, names: RecordNames) -> str:
    """Return what a game's plan says, with the game's number."""
    shown = {"game": game, "chapter": plan.chapter, "nemesis": _foe(plan, names)}
    return _("Game %(game)s was planned: chapter %(chapter)s against %(nemesis)s.") % shown


def reason(fact: story.Fact) -> str:
    """Return the words with which the players overruled the pack; "" if they did not."""
    if not fact.reason.strip():
        return ""
    if isinstance(fact, story.MarketOrdered | story.StickerRemoved):
        return _("The story card: %(reason)s") % {"reason": fact.reason.strip()}
    return _("Their box said otherwise: %(reason)s") % {"reason": fact.reason.strip()}


def tally(tally: Tally, seats: Sequence[story.Seat] = ()) -> str:
    """Return what the dials showed at the end, as far as it was noted: "Gravehold 12, …"."""
    shown = []
    if tally.gravehold_life is not None:
        shown.append(_("Gravehold %(life)s") % {"life": tally.gravehold_life})
    if tally.nemesis_life is not None:
        shown.append(_("nemesis %(life)s") % {"life": tally.nemesis_life})
    lives = dict(enumerate(tally.lives, start=1))
    for seat in sorted(set(lives) | tally.exhausted):
        who = {"mage": terms.mage(seat, seats), "life": lives.get(seat)}
        if seat in tally.exhausted:
            shown.append(_("%(mage)s exhausted") % who)
        elif who["life"] is not None:
            shown.append(_("%(mage)s %(life)s") % who)
    return series(shown)


def _foe(plan: story.Planned, names: RecordNames) -> str:
    found = plan.foe.name or names.thing(plan.foe.key)
    return found or _("a nemesis without a name")


_ENDINGS: terms.Words = {
    Ending.NEMESIS_DEFEATED: gettext_lazy("Won: the nemesis fell."),
    Ending.DECK_EXHAUSTED: gettext_lazy("Won: the nemesis deck ran out with nothing left in play."),
    Ending.MAGES_EXHAUSTED: gettext_lazy("Lost: every mage was exhausted."),
    Ending.GRAVEHOLD_FALLEN: gettext_lazy("Lost: Gravehold fell."),
    Ending.NEMESIS_CONDITION: gettext_lazy("Lost: the nemesis met its own condition."),
}


def result(tally_: Tally, seats: Sequence[story.Seat] = ()) -> str:
    """Return how a game ended, with what the dials showed."""
    if tally_.ending is not None:
        text = str(_ENDINGS[tally_.ending])
    else:
        text = _("Won.") if tally_.result is Result.WIN else _("Lost.")
    dials = tally(tally_, seats)
    if not dials:
        return text
    return _("%(result)s At the end: %(dials)s.") % {"result": text, "dials": dials}


def _grown(fact: story.MarketGrown, names: RecordNames) -> str:
    growth = fact.growth
    offered = {pile.key: pile.name or names.card(pile.key) for pile in growth.offered}
    declined = [name for key, name in offered.items() if key not in growth.added]
    shown = {
        "added": listed(offered.get(key) or names.card(key) for key in growth.added),
        "banished": listed(map(names.card, growth.banished)),
        "declined": listed(declined),
    }
    if not declined:
        return _("The market grew: in came %(added)s; banished: %(banished)s.") % shown
    return (
        _("The market grew: in came %(added)s; banished: %(banished)s; not taken: %(declined)s.")
        % shown
    )


def _sticker(fact: story.StickerPlaced, names: RecordNames) -> str:
    sticker = fact.sticker
    shown = asdict(sticker) | {"mage": names.mage(fact.seat)}
    match sticker:
        case Sticker(kind=StickerKind.STARTER, where=Where.DECK):
            text = _("%(mage)s placed %(name)s on slot %(slot)s: a starter card in the deck.")
        case Sticker(kind=StickerKind.STARTER):
            text = _("%(mage)s placed %(name)s on slot %(slot)s: a starter card in hand.")
        case Sticker(kind=StickerKind.ABILITY):
            text = ngettext(
                "%(mage)s placed %(name)s on slot %(slot)s: an ability of %(charges)s charge.",
                "%(mage)s placed %(name)s on slot %(slot)s: an ability of %(charges)s charges.",
                sticker.charges or 0,
            )
        case Sticker(kind=StickerKind.BREACH):
            return _breach(sticker, shown, names)
        case _:
            text = _("%(mage)s placed %(name)s on slot %(slot)s.")
    if sticker.replaces is None:
        return text % shown
    goes, stays = _("It replaces the earlier one."), _("The earlier one stays.")
    return f"{text % shown} {goes if sticker.replaces else stays}"


def _breach(sticker: Sticker, shown: dict[str, Any], names: RecordNames) -> str:
    tile = names.namer.pack.find.breach(NUMBERS[-1]) if names.namer else None
    turns = sticker.breach_turns
    if tile is None or turns is None or not 0 <= turns < len(tile.open_costs):
        return _("%(mage)s placed breach IV on slot %(slot)s.") % shown
    shown["cost"] = tile.open_costs[turns]
    return _("%(mage)s placed breach IV on slot %(slot)s: closed, cost %(cost)s on top.") % shown


def _evolved(fact: story.CardEvolved, names: RecordNames) -> str:
    shown = {"name": names.card(fact.card), "text": fact.text.strip()}
    if not shown["text"]:
        return _("%(name)s evolved: a sticker was placed.") % shown
    return _("%(name)s evolved: %(text)s") % shown


def pool_card(card: PoolCard, names: RecordNames) -> str:
    """Return the name of a basic nemesis card."""
    return card.name or names.card(card.key)


def _joined(fact: story.BasicJoined, names: RecordNames) -> str:
    shown = {
        "name": pool_card(fact.card, names),
        "tier": fact.card.tier,
        "kind": terms.nemesis_kind(fact.card.kind),
    }
    return _("%(name)s joined the basic cards (tier %(tier)s, %(kind)s).") % shown


def _section(fact: story.SectionUnlocked, _names: RecordNames) -> str:
    shown = {"letter": fact.letter, "note": fact.note.strip()}
    if not shown["note"]:
        return _("Section %(letter)s went into the rulebook.") % shown
    return _("Section %(letter)s went into the rulebook: %(note)s") % shown


def opened_seal(fact: story.SealOpened, names: RecordNames) -> str:
    """Return the name of what was opened."""
    known = names.namer.pack.find.seal(fact.seal) if names.namer else None
    if known is None:
        return fact.name or names.typed.get(fact.seal) or _("a seal without a name")
    return terms.seal(known.kind, known.label, (fact.part,) if fact.part else ())


def _seal(fact: story.SealOpened, names: RecordNames) -> str:
    shown = {"seal": opened_seal(fact, names), "brought": fact.brought.strip()}
    if not shown["brought"]:
        return _("Opened: %(seal)s.") % shown
    return _("Opened: %(seal)s. It brought: %(brought)s") % shown


def _ordered(fact: story.MarketOrdered, names: RecordNames) -> str:
    added = fact.added
    shown = {
        "added": (added.name or names.card(added.key)) if added else "",
        "banished": names.card(fact.banished) if fact.banished else "",
    }
    if not added:
        return _("The story banished %(banished)s from the market.") % shown
    if not fact.banished:
        return _("The story brought %(added)s into the market.") % shown
    return _("The story exchanged %(banished)s in the market for %(added)s.") % shown


def _closed(fact: story.DecisionClosed, names: RecordNames) -> str:
    kind, _colon, game = fact.decision.partition(":")
    if kind == DecisionKind.EVOLUTION:
        return _("Nothing more evolved in game %(game)s.") % {"game": game}
    title = decision_key(fact.decision, names)
    return _("Closed without an entry: %(decision)s.") % {"decision": title}


_FACTS: dict[type[story.Fact], Callable[[Any, RecordNames], str]] = {
    story.Planned: lambda fact, names: (
        _("Planned: chapter %(chapter)s against %(nemesis)s.")
        % {"chapter": fact.chapter, "nemesis": _foe(fact, names)}
    ),
    story.Played: lambda fact, names: result(fact.tally, names.seats),
    story.Verdict: lambda fact, _names: (
        _("The story went on.") if fact.onward else _("The story asked for the chapter again.")
    ),
    story.MarketGrown: _grown,
    story.StickerPlaced: _sticker,
    story.CardEvolved: _evolved,
    story.CardTransformed: lambda fact, names: (
        _("%(name)s transformed into %(into)s.")
        % {"name": names.card(fact.card), "into": pool_card(fact.into, names)}
    ),
    story.BasicJoined: _joined,
    story.BasicLeft: lambda fact, names: (
        _("%(name)s left the basic cards.") % {"name": names.card(fact.card)}
    ),
    story.SectionUnlocked: _section,
    story.SealOpened: _seal,
    story.MarketOrdered: _ordered,
    story.StickerRemoved: lambda fact, names: (
        _("%(mage)s lost the sticker on slot %(slot)s.")
        % {"mage": names.mage(fact.seat), "slot": fact.slot}
    ),
    story.StoryRead: lambda fact, _names: (
        _("The story is read up to card %(card)s.") % {"card": fact.card}
    ),
    story.DecisionClosed: _closed,
    story.Noted: lambda fact, _names: _("Note: %(text)s") % {"text": fact.text.strip()},
    story.Settled: lambda _fact, _names: _("The game was settled."),
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
