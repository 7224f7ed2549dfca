"""What each kind of fact says, as JSON and back."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from campaign.exchange.words import key, line, lines, number
from campaign.models import sizes
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy import facts as f
from campaign.rules.aeons_end.legacy.facts import FactKind
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.piles import Growth, Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.rules.core.cursor import Cursor

E = TypeVar("E", bound=StrEnum)
Says = dict[str, Any]

SEATS = 4
PILES_MOST = 50  # of one growth; the rules ask for four and two
MINUTES_MOST = 24 * 60
EVENING = ("minutes", "played_on")  # of a result, beside what the engine knows


def says(fact: f.Fact) -> Says:
    """Return what a fact says, as JSON has it."""
    return _WRITE[type(fact)](fact)


def read_says(kind: FactKind, place: Cursor, reason: str) -> f.Fact:
    """Return the fact of a kind that a place of the document tells."""
    return _READ[kind](place, reason)


# --- facts → JSON ---


def _played(fact: f.Played) -> Says:
    tally = fact.tally
    return {
        "result": tally.result,
        "ending": tally.ending,
        "gravehold_life": tally.gravehold_life,
        "nemesis_life": tally.nemesis_life,
        "lives": list(tally.lives),
        "exhausted": sorted(tally.exhausted),
    }


def _grown(fact: f.MarketGrown) -> Says:
    growth = fact.growth
    offered = [
        {"key": pile.key, "name": pile.name, "kind": pile.kind, "cost": pile.cost}
        for pile in growth.offered
    ]
    return {"offered": offered, "added": list(growth.added), "banished": list(growth.banished)}


def _sticker(fact: f.StickerPlaced) -> Says:
    sticker = fact.sticker
    return {
        "seat": fact.seat,
        "slot": sticker.slot,
        "kind": sticker.kind,
        "name": sticker.name,
        "text": sticker.text,
        "charges": sticker.charges,
        "where": sticker.where,
        "card_kind": sticker.card_kind,
        "breach_turns": sticker.breach_turns,
    }


def _card(card: PoolCard) -> Says:
    return {
        "key": card.key,
        "name": card.name,
        "tier": card.tier,
        "kind": card.kind,
        "spaces": card.spaces,
        "life": card.life,
        "power": card.power,
    }


_WRITE: dict[type[f.Fact], Callable[[Any], Says]] = {
    f.Played: _played,
    f.Verdict: lambda fact: {"onward": fact.onward},
    f.MarketGrown: _grown,
    f.StickerPlaced: _sticker,
    f.CardEvolved: lambda fact: {"card": fact.card, "text": fact.text},
    f.CardTransformed: lambda fact: {"card": fact.card, "into": _card(fact.into)},
    f.BasicJoined: lambda fact: {"card": _card(fact.card)},
    f.BasicLeft: lambda fact: {"card": fact.card},
    f.SectionUnlocked: lambda fact: {
        "section": fact.section,
        "letter": fact.letter,
        "note": fact.note,
    },
    f.SealOpened: lambda fact: {"seal": fact.seal, "name": fact.name},
    f.DecisionClosed: lambda fact: {"decision": fact.decision},
    f.Noted: lambda fact: {"text": fact.text},
    f.Settled: lambda _fact: {},
}


# --- JSON → facts ---


def _or_none(place: Cursor, values: type[E]) -> E | None:
    """Read one of an enumeration's values, or null."""
    return place.maybe(lambda there: there.choice(values))


def _number_or_none(place: Cursor, least: int = 0) -> int | None:
    return place.maybe(lambda there: number(there, least, sizes.NUMBER_MOST))


def _read_played(place: Cursor, reason: str) -> f.Fact:
    keys = ("result", "ending", "gravehold_life", "nemesis_life", "lives", "exhausted")
    place.record((*keys, *EVENING))
    lives = tuple(_number_or_none(life) for life in place["lives"].items())
    seats = tuple(number(seat, 1, SEATS) for seat in place["exhausted"].items())
    result, ending = place["result"].choice(Result), _or_none(place["ending"], Ending)
    if len(lives) > SEATS:
        place["lives"].fault(f"a list of {SEATS} at most", code="file.lives", most=SEATS)
        lives = lives[:SEATS]
    if list(seats) != sorted(set(seats)):
        place["exhausted"].fault("seats in order, each once", code="file.seats")
    gravehold = _number_or_none(place["gravehold_life"])
    if result is Result.WIN and gravehold == 0:
        place["gravehold_life"].fault("more than 0 in a game that was won", code="file.won")
    for seat, life in enumerate(lives, start=1):
        if life is not None and (life == 0) != (seat in seats):
            got = f"another for seat {seat}"
            place["exhausted"].fault("just the seats whose life is 0", got, code="file.exhausted")
    tally = Tally(
        result,
        ending,
        gravehold,
        _number_or_none(place["nemesis_life"]),
        lives,
        frozenset(seats),
    )
    return f.Played(tally, reason=reason)


def _read_grown(place: Cursor, reason: str) -> f.Fact:
    place.record(("offered", "added", "banished"))
    offered = tuple(_read_pile(pile) for pile in place["offered"].items())
    added = tuple(key(name) for name in place["added"].items())
    banished = tuple(key(name) for name in place["banished"].items())
    told = (*(pile.key for pile in offered), *banished)
    if len(told) > PILES_MOST:
        place.fault(
            f"{PILES_MOST} piles at most", str(len(told)), code="file.piles", most=PILES_MOST
        )
    if len(set(told)) < len(told):
        place.fault("each pile once", code="file.pile_twice")
    if len(set(added)) < len(added) or not set(added) <= {pile.key for pile in offered}:
        place["added"].fault("piles that were offered, each once", code="file.added")
    return f.MarketGrown(Growth(offered, added, banished), reason=reason)


def _read_pile(place: Cursor) -> Pile:
    place.record(("key", "name", "kind", "cost"))
    return Pile(
        key(place["key"]),
        line(place["name"], sizes.NAME),
        place["kind"].choice(CardKind),
        number(place["cost"], 0, sizes.NUMBER_MOST),
    )


def _read_sticker(place: Cursor, reason: str) -> f.Fact:
    keys = ("slot", "kind", "name", "text", "charges", "where", "card_kind", "breach_turns")
    place.record(("seat", *keys))
    sticker = Sticker(
        slot=line(place["slot"], sizes.SHORT, empty=False),
        kind=place["kind"].choice(StickerKind),
        name=line(place["name"], sizes.NAME),
        text=lines(place["text"], sizes.TEXT),
        charges=_number_or_none(place["charges"]),
        where=_or_none(place["where"], Where),
        card_kind=_or_none(place["card_kind"], CardKind),
        breach_turns=_number_or_none(place["breach_turns"]),
    )
    return f.StickerPlaced(number(place["seat"], 1, SEATS), sticker, reason=reason)


def _read_card(place: Cursor) -> PoolCard:
    place.record(("key", "name", "tier", "kind", "spaces", "life", "power"))
    return PoolCard(
        key=key(place["key"]),
        name=line(place["name"], sizes.NAME),
        tier=number(place["tier"], 1, 3),
        kind=place["kind"].choice(NemesisKind),
        spaces=_number_or_none(place["spaces"]),
        life=_number_or_none(place["life"]),
        power=_number_or_none(place["power"]),
    )


def _read_evolved(place: Cursor, reason: str) -> f.Fact:
    place.record(("card", "text"))
    return f.CardEvolved(key(place["card"]), lines(place["text"], sizes.TEXT), reason=reason)


def _read_transformed(place: Cursor, reason: str) -> f.Fact:
    place.record(("card", "into"))
    card, into = key(place["card"]), _read_card(place["into"])
    if card == into.key:
        place["into"].fault("another card than the one that left", code="file.into")
    return f.CardTransformed(card, into, reason=reason)


def _read_section(place: Cursor, reason: str) -> f.Fact:
    place.record(("section", "letter", "note"))
    return f.SectionUnlocked(
        line(place["section"], sizes.SHORT),
        line(place["letter"], sizes.SHORT, empty=False),
        lines(place["note"], sizes.TEXT),
        reason=reason,
    )


def _read_seal(place: Cursor, reason: str) -> f.Fact:
    place.record(("seal", "name"))
    return f.SealOpened(key(place["seal"]), line(place["name"], sizes.NAME), reason=reason)


def _read_settled(place: Cursor, reason: str) -> f.Fact:
    place.record(())
    return f.Settled(reason=reason)


_READ: dict[FactKind, Callable[[Cursor, str], f.Fact]] = {
    FactKind.PLAYED: _read_played,
    FactKind.VERDICT: lambda place, reason: f.Verdict(
        place.record(("onward",))["onward"].flag(), reason=reason
    ),
    FactKind.MARKET_GROWN: _read_grown,
    FactKind.STICKER_PLACED: _read_sticker,
    FactKind.CARD_EVOLVED: _read_evolved,
    FactKind.CARD_TRANSFORMED: _read_transformed,
    FactKind.BASIC_JOINED: lambda place, reason: f.BasicJoined(
        _read_card(place.record(("card",))["card"]), reason=reason
    ),
    FactKind.BASIC_LEFT: lambda place, reason: f.BasicLeft(
        key(place.record(("card",))["card"]), reason=reason
    ),
    FactKind.SECTION_UNLOCKED: _read_section,
    FactKind.SEAL_OPENED: _read_seal,
    FactKind.DECISION_CLOSED: lambda place, reason: f.DecisionClosed(
        line(place.record(("decision",))["decision"], sizes.TOKEN, empty=False), reason=reason
    ),
    FactKind.NOTED: lambda place, reason: f.Noted(
        lines(place.record(("text",))["text"], sizes.NOTE), reason=reason
    ),
    FactKind.SETTLED: _read_settled,
}
