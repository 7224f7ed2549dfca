"""Facts in words: what a game's entry says, for the history and for whoever checks it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.aeons_end.legacy.decisions import DecisionKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    MarketGrown,
    MarketOrdered,
    Noted,
    Planned,
    Played,
    SealOpened,
    Seat,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    StickerRemoved,
    StoryRead,
    Verdict,
)
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.mages import NUMBERS, Sticker, StickerKind, Where
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from tracker.systems.aeons_end.words import terms
from tracker.systems.aeons_end.words.decisions import decision_key
from tracker.systems.aeons_end.words.terms import NOTHING_TYPED, Typed
from tracker.words import listed, series


@dataclass(frozen=True, slots=True)
class _Teller:
    """Who is who and what is what while a fact is told."""

    namer: Namer | None
    seats: Sequence[Seat]
    typed: Typed

    def mage(self, seat: int) -> str:
        return terms.mage(seat, self.seats)

    def name(self, key: str) -> str:
        return terms.thing(key, self.namer, self.typed) or _("a card without a name")

    def names(self, keys: Sequence[str]) -> str:
        return listed(self.name(key) for key in keys)


def fact(
    fact: Fact,
    namer: Namer | None = None,
    seats: Sequence[Seat] = (),
    *,
    typed: Typed = NOTHING_TYPED,
) -> str:
    """Return what a fact says; ``typed`` gives players' names their capitals back."""
    return _FACTS[type(fact)](fact, _Teller(namer, seats, typed))


def facts(
    facts: Sequence[Fact],
    namer: Namer | None = None,
    seats: Sequence[Seat] = (),
    *,
    typed: Typed = NOTHING_TYPED,
) -> str:
    """Return what several facts say, reasons included; many sections or basics are one list."""
    told = _Teller(namer, seats, typed)
    said: list[str] = []
    for gathers, group in groupby(facts, key=_gathers):
        held = list(group)
        if gathers is None or len(held) == 1:
            said += [part for one in held for part in (_FACTS[type(one)](one, told), reason(one))]
        else:
            said.append(gathers(held, told))
    return " ".join(filter(None, said))


def gathered(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Return facts in the same order, those that :func:`facts` tells in one sentence together."""
    groups: list[list[Fact]] = []
    for gathers, group in groupby(facts, key=_gathers):
        held = list(group)
        groups += [held] if gathers else [[one] for one in held]
    return groups


def _gathers(fact: Fact) -> Callable[[list[Any], _Teller], str] | None:
    """Return what tells several such facts at once; None where each has its own to say."""
    match fact:
        case SectionUnlocked(note="", reason=""):
            return _sections
        case BasicJoined(reason=""):
            return _basics
    return None


def _sections(facts: list[SectionUnlocked], _told: _Teller) -> str:
    letters = listed(fact.letter for fact in facts)
    return _("Sections %(letters)s went into the rulebook.") % {"letters": letters}


def _basics(facts: list[BasicJoined], told: _Teller) -> str:
    names = listed(_pool_card(fact.card, told) for fact in facts)
    text = ngettext(
        "%(count)s basic card joined: %(names)s.",
        "%(count)s basic cards joined: %(names)s.",
        len(facts),
    )
    return text % {"count": len(facts), "names": names}


def planned(plan: Planned, game: int, namer: Namer | None = None) -> str:
    """Return what a game's plan says, with the game's number."""
    told = _Teller(namer, (), NOTHING_TYPED)
    shown = {"game": game, "chapter": plan.chapter, "nemesis": _foe(plan, told)}
    return _("Game %(game)s was planned: chapter %(chapter)s against %(nemesis)s.") % shown


def reason(fact: Fact) -> str:
    """Return the words with which the players overruled the pack; "" if they did not."""
    if not fact.reason.strip():
        return ""
    if isinstance(fact, MarketOrdered | StickerRemoved):
        return _("The story card: %(reason)s") % {"reason": fact.reason.strip()}
    return _("Their box said otherwise: %(reason)s") % {"reason": fact.reason.strip()}


def tally(tally: Tally, seats: Sequence[Seat] = ()) -> str:
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


def _foe(plan: Planned, told: _Teller) -> str:
    found = plan.foe.name or terms.thing(plan.foe.key, told.namer, told.typed)
    return found or _("a nemesis without a name")


def _planned(fact: Planned, told: _Teller) -> str:
    shown = {"chapter": fact.chapter, "nemesis": _foe(fact, told)}
    return _("Planned: chapter %(chapter)s against %(nemesis)s.") % shown


def result(tally_: Tally, seats: Sequence[Seat] = ()) -> str:
    """Return how a game ended, with what the dials showed."""
    match tally_.ending:
        case Ending.NEMESIS_DEFEATED:
            text = _("Won: the nemesis fell.")
        case Ending.DECK_EXHAUSTED:
            text = _("Won: the nemesis deck ran out with nothing left in play.")
        case Ending.MAGES_EXHAUSTED:
            text = _("Lost: every mage was exhausted.")
        case Ending.GRAVEHOLD_FALLEN:
            text = _("Lost: Gravehold fell.")
        case Ending.NEMESIS_CONDITION:
            text = _("Lost: the nemesis met its own condition.")
        case None:
            text = _("Won.") if tally_.result is Result.WIN else _("Lost.")
    dials = tally(tally_, seats)
    if not dials:
        return text
    return _("%(result)s At the end: %(dials)s.") % {"result": text, "dials": dials}


def _played(fact: Played, told: _Teller) -> str:
    return result(fact.tally, told.seats)


def _verdict(fact: Verdict, _told: _Teller) -> str:
    if fact.onward:
        return _("The story went on.")
    return _("The story asked for the chapter again.")


def _grown(fact: MarketGrown, told: _Teller) -> str:
    growth = fact.growth
    names = {pile.key: pile.name or told.name(pile.key) for pile in growth.offered}
    declined = [name for key, name in names.items() if key not in growth.added]
    shown = {
        "added": listed(names.get(key) or told.name(key) for key in growth.added),
        "banished": told.names(growth.banished),
        "declined": listed(declined),
    }
    if not declined:
        return _("The market grew: in came %(added)s; banished: %(banished)s.") % shown
    return (
        _("The market grew: in came %(added)s; banished: %(banished)s; not taken: %(declined)s.")
        % shown
    )


def _sticker(fact: StickerPlaced, told: _Teller) -> str:
    sticker = fact.sticker
    shown: dict[str, Any] = {
        "mage": told.mage(fact.seat),
        "name": sticker.name,
        "slot": sticker.slot,
        "charges": sticker.charges,
    }
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
            return _breach(sticker, shown, told)
        case _:
            text = _("%(mage)s placed %(name)s on slot %(slot)s.")
    return " ".join(filter(None, (text % shown, _earlier_ability(sticker))))


def _earlier_ability(sticker: Sticker) -> str:
    if sticker.replaces is None:
        return ""
    return _("It replaces the earlier one.") if sticker.replaces else _("The earlier one stays.")


def _breach(sticker: Sticker, shown: dict[str, Any], told: _Teller) -> str:
    tile = told.namer.pack.breach(NUMBERS[-1]) if told.namer else None
    turns = sticker.breach_turns
    if tile is None or turns is None or not 0 <= turns < len(tile.open_costs):
        return _("%(mage)s placed breach IV on slot %(slot)s.") % shown
    shown["cost"] = tile.open_costs[turns]
    return _("%(mage)s placed breach IV on slot %(slot)s: closed, cost %(cost)s on top.") % shown


def _evolved(fact: CardEvolved, told: _Teller) -> str:
    shown = {"name": told.name(fact.card), "text": fact.text.strip()}
    if not shown["text"]:
        return _("%(name)s evolved: a sticker was placed.") % shown
    return _("%(name)s evolved: %(text)s") % shown


def _transformed(fact: CardTransformed, told: _Teller) -> str:
    shown = {"name": told.name(fact.card), "into": _pool_card(fact.into, told)}
    return _("%(name)s transformed into %(into)s.") % shown


def _pool_card(card: PoolCard, told: _Teller) -> str:
    return card.name or told.name(card.key)


def _joined(fact: BasicJoined, told: _Teller) -> str:
    shown = {
        "name": _pool_card(fact.card, told),
        "tier": fact.card.tier,
        "kind": terms.nemesis_kind(fact.card.kind),
    }
    return _("%(name)s joined the basic cards (tier %(tier)s, %(kind)s).") % shown


def _left(fact: BasicLeft, told: _Teller) -> str:
    return _("%(name)s left the basic cards.") % {"name": told.name(fact.card)}


def _section(fact: SectionUnlocked, _told: _Teller) -> str:
    shown = {"letter": fact.letter, "note": fact.note.strip()}
    if not shown["note"]:
        return _("Section %(letter)s went into the rulebook.") % shown
    return _("Section %(letter)s went into the rulebook: %(note)s") % shown


def _seal(fact: SealOpened, told: _Teller) -> str:
    known = told.namer.pack.seal(fact.seal) if told.namer else None
    if known is not None:
        parts = (fact.part,) if fact.part else ()
        name = terms.seal(known.kind, known.label, parts)
    else:
        name = fact.name or told.typed.get(fact.seal) or _("a seal without a name")
    shown = {"seal": name, "brought": fact.brought.strip()}
    if not shown["brought"]:
        return _("Opened: %(seal)s.") % shown
    return _("Opened: %(seal)s. It brought: %(brought)s") % shown


def _ordered(fact: MarketOrdered, told: _Teller) -> str:
    added = fact.added
    shown = {
        "added": (added.name or told.name(added.key)) if added else "",
        "banished": told.name(fact.banished) if fact.banished else "",
    }
    if not added:
        return _("The story banished %(banished)s from the market.") % shown
    if not fact.banished:
        return _("The story brought %(added)s into the market.") % shown
    return _("The story exchanged %(banished)s in the market for %(added)s.") % shown


def _removed(fact: StickerRemoved, told: _Teller) -> str:
    shown = {"mage": told.mage(fact.seat), "slot": fact.slot}
    return _("%(mage)s lost the sticker on slot %(slot)s.") % shown


def _read(fact: StoryRead, _told: _Teller) -> str:
    return _("The story is read up to card %(card)s.") % {"card": fact.card}


def _closed(fact: DecisionClosed, told: _Teller) -> str:
    kind, _colon, game = fact.decision.partition(":")
    if kind == DecisionKind.EVOLUTION:
        return _("Nothing more evolved in game %(game)s.") % {"game": game}
    title = decision_key(fact.decision, told.namer, told.seats)
    return _("Closed without an entry: %(decision)s.") % {"decision": title}


def _noted(fact: Noted, _told: _Teller) -> str:
    return _("Note: %(text)s") % {"text": fact.text.strip()}


def _settled(_fact: Settled, _told: _Teller) -> str:
    return _("The game was settled.")


_FACTS: dict[type[Fact], Callable[[Any, _Teller], str]] = {
    Planned: _planned,
    Played: _played,
    Verdict: _verdict,
    MarketGrown: _grown,
    StickerPlaced: _sticker,
    CardEvolved: _evolved,
    CardTransformed: _transformed,
    BasicJoined: _joined,
    BasicLeft: _left,
    SectionUnlocked: _section,
    SealOpened: _seal,
    MarketOrdered: _ordered,
    StickerRemoved: _removed,
    StoryRead: _read,
    DecisionClosed: _closed,
    Noted: _noted,
    Settled: _settled,
}
