"""Each kind of fact as a line of the notation, and back."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
    DecisionClosed,
    Fact,
    FactKind,
    Foe,
    MarketGrown,
    Noted,
    Planned,
    Played,
    SealOpened,
    SectionUnlocked,
    Settled,
    StickerPlaced,
    Verdict,
    kind_of,
)
from campaign.rules.aeons_end.legacy.notation_text import (
    NOTHING,
    Reader,
    line,
    option,
    quoted,
    word,
    words,
)
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.piles import Growth, Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Ending, Outcome, Result, Tally

Pairs = tuple[tuple[int, int], tuple[int, int]]


class _Onward(StrEnum):
    """The two words of a verdict."""

    ONWARD = "onward"
    AGAIN = "again"


def write_fact(fact: Fact) -> list[str]:
    """Return a fact's line, and the lines that belong under it."""
    kind = kind_of(fact)
    first, *under = _WRITE[kind](fact)
    return [line(kind, first, option("because", fact.reason)), *under]


def read_fact(kind: FactKind, reader: Reader) -> Fact:
    """Return the fact of a line whose first word has been taken."""
    reason = reader.named_text("because")
    return _READ[kind](reader, reason)


def _list(name: str, texts: tuple[str, ...]) -> str:
    return f"{name}={words(texts)}" if texts else ""


def _name(text: str) -> str:
    return quoted(text) if text else ""


def _optional_name(reader: Reader) -> str:
    return reader.text("the name") if reader.has_next() else ""


def _planned(fact: Planned) -> list[str]:
    foe = fact.foe
    pairs = ",".join(f"{one}+{other}" for one, other in fact.pairs) if fact.pairs else ""
    return [
        line(
            f"chapter={fact.chapter} nemesis={word(foe.key)}",
            option("name", foe.name),
            option("life", foe.life),
            f"pairs={pairs}" if pairs else "",
        )
    ]


def _read_planned(reader: Reader, reason: str) -> Planned:
    reader.require("chapter", "nemesis")
    foe = Foe(reader.named_text("nemesis"), reader.named_text("name"), reader.named_number("life"))
    chapter = reader.named_number("chapter") or 0
    return Planned(chapter, foe, _read_pairs(reader), reason=reason)


def _read_pairs(reader: Reader) -> Pairs | None:
    written = reader.named_texts("pairs")
    if not written:
        return None
    split = [pair.split("+") for pair in written]
    match split:
        case [[a, b], [c, d]] if (a + b + c + d).isdecimal() and all((a, b, c, d)):
            return (int(a), int(b)), (int(c), int(d))
    reader.note(f"pairs= is not like 1+2,3+4: {','.join(written)!r}")
    return None


def _played(fact: Played) -> list[str]:
    tally = fact.tally
    lives = ",".join(NOTHING if life is None else str(life) for life in tally.lives)
    exhausted = ",".join(str(seat) for seat in sorted(tally.exhausted))
    return [
        line(
            tally.outcome.result,
            tally.outcome.ending or "",
            option("gravehold", tally.gravehold_life),
            option("nemesis", tally.nemesis_life),
            f"lives={lives}" if lives else "",
            f"exhausted={exhausted}" if exhausted else "",
        )
    ]


def _read_played(reader: Reader, reason: str) -> Played:
    result = reader.choice("the result", Result)
    ending = reader.choice("the ending", Ending) if reader.has_next() else None
    tally = Tally(
        Outcome(result, ending),
        gravehold_life=reader.named_number("gravehold"),
        nemesis_life=reader.named_number("nemesis"),
        lives=reader.named_numbers("lives"),
        exhausted=frozenset(seat for seat in reader.named_numbers("exhausted") if seat is not None),
    )
    return Played(tally, reason=reason)


def _verdict(fact: Verdict) -> list[str]:
    return [_Onward.ONWARD if fact.onward else _Onward.AGAIN]


def _read_verdict(reader: Reader, reason: str) -> Verdict:
    return Verdict(reader.choice("the verdict", _Onward) is _Onward.ONWARD, reason=reason)


def _grown(fact: MarketGrown) -> list[str]:
    growth = fact.growth
    first = line(_list("added", growth.added), _list("banished", growth.banished))
    piles = (
        line("  offered", pile.kind, str(pile.cost), word(pile.key), _name(pile.name))
        for pile in growth.offered
    )
    return [first, *piles]


def _read_grown(reader: Reader, reason: str) -> MarketGrown:
    added, banished = reader.named_texts("added"), reader.named_texts("banished")
    return MarketGrown(Growth((), added, banished), reason=reason)


def read_pile(reader: Reader) -> Pile:
    """Return a pile that was offered, from its line under a growth."""
    kind, cost = reader.choice("the kind", CardKind), reader.number("the cost")
    return Pile(reader.text("the pile"), _optional_name(reader), kind, cost)


def _sticker(fact: StickerPlaced) -> list[str]:
    sticker = fact.sticker
    return [
        line(
            f"{fact.seat} {word(sticker.slot)} {sticker.kind}",
            _name(sticker.name),
            f"where={sticker.where}" if sticker.where else "",
            f"card={sticker.card_kind}" if sticker.card_kind else "",
            option("charges", sticker.charges),
            option("turns", sticker.breach_turns),
            option("text", sticker.text),
        )
    ]


def _read_sticker(reader: Reader, reason: str) -> StickerPlaced:
    seat = reader.number("the seat")
    sticker = Sticker(
        slot=reader.text("the slot"),
        kind=reader.choice("the kind", StickerKind),
        name=_optional_name(reader),
        text=reader.named_text("text"),
        charges=reader.named_number("charges"),
        where=reader.named_choice("where", Where),
        card_kind=reader.named_choice("card", CardKind),
        breach_turns=reader.named_number("turns"),
    )
    return StickerPlaced(seat, sticker, reason=reason)


def _evolved(fact: CardEvolved) -> list[str]:
    return [line(word(fact.card), _name(fact.text))]


def _read_evolved(reader: Reader, reason: str) -> CardEvolved:
    return CardEvolved(reader.text("the card"), _optional_name(reader), reason=reason)


def _pool_card(card: PoolCard) -> str:
    return line(
        word(card.key),
        _name(card.name),
        f"tier={card.tier} kind={card.kind}",
        option("spaces", card.spaces),
        _list("stickers", card.stickers),
        "" if card.evolved_from is None else f"was={word(card.evolved_from)}",
        option("life", card.life),
        option("power", card.power),
    )


def _read_pool_card(reader: Reader) -> PoolCard:
    reader.require("tier", "kind")
    was = reader.named_texts("was")
    return PoolCard(
        key=reader.text("the card"),
        name=_optional_name(reader),
        tier=reader.named_number("tier") or 0,
        kind=reader.named_choice("kind", NemesisKind) or NemesisKind.ATTACK,
        spaces=reader.named_number("spaces"),
        stickers=reader.named_texts("stickers"),
        evolved_from=was[0] if was else None,
        life=reader.named_number("life"),
        power=reader.named_number("power"),
    )


def _transformed(fact: CardTransformed) -> list[str]:
    return [line(word(fact.card), "into", _pool_card(fact.into))]


def _read_transformed(reader: Reader, reason: str) -> CardTransformed:
    card = reader.text("the card")
    if reader.text("the word into") != "into":
        reader.note("the word into is missing")
    return CardTransformed(card, _read_pool_card(reader), reason=reason)


def _joined(fact: BasicJoined) -> list[str]:
    return [_pool_card(fact.card)]


def _read_joined(reader: Reader, reason: str) -> BasicJoined:
    return BasicJoined(_read_pool_card(reader), reason=reason)


def _left(fact: BasicLeft) -> list[str]:
    return [word(fact.card)]


def _read_left(reader: Reader, reason: str) -> BasicLeft:
    return BasicLeft(reader.text("the card"), reason=reason)


def _section(fact: SectionUnlocked) -> list[str]:
    # The letter is said only where the players' sticker shows another than the pack.
    letter = "" if fact.letter == fact.section else f"letter={word(fact.letter)}"
    return [line(word(fact.section), letter, option("note", fact.note))]


def _read_section(reader: Reader, reason: str) -> SectionUnlocked:
    section = reader.text("the section")
    letter = reader.named_texts("letter")
    note = reader.named_text("note")
    return SectionUnlocked(section, letter[0] if letter else section, note, reason=reason)


def _seal(fact: SealOpened) -> list[str]:
    return [line(word(fact.seal), _name(fact.name))]


def _read_seal(reader: Reader, reason: str) -> SealOpened:
    return SealOpened(reader.text("the seal"), _optional_name(reader), reason=reason)


def _closed(fact: DecisionClosed) -> list[str]:
    return [word(fact.decision)]


def _read_closed(reader: Reader, reason: str) -> DecisionClosed:
    return DecisionClosed(reader.text("the decision"), reason=reason)


def _noted(fact: Noted) -> list[str]:
    return [quoted(fact.text)]


def _read_noted(reader: Reader, reason: str) -> Noted:
    return Noted(reader.text("the note"), reason=reason)


def _settled(_fact: Settled) -> list[str]:
    return [""]


def _read_settled(_reader: Reader, reason: str) -> Settled:
    return Settled(reason=reason)


_WRITE: dict[FactKind, Callable[[Any], list[str]]] = {
    FactKind.PLANNED: _planned,
    FactKind.PLAYED: _played,
    FactKind.VERDICT: _verdict,
    FactKind.MARKET_GROWN: _grown,
    FactKind.STICKER_PLACED: _sticker,
    FactKind.CARD_EVOLVED: _evolved,
    FactKind.CARD_TRANSFORMED: _transformed,
    FactKind.BASIC_JOINED: _joined,
    FactKind.BASIC_LEFT: _left,
    FactKind.SECTION_UNLOCKED: _section,
    FactKind.SEAL_OPENED: _seal,
    FactKind.DECISION_CLOSED: _closed,
    FactKind.NOTED: _noted,
    FactKind.SETTLED: _settled,
}

_READ: dict[FactKind, Callable[[Reader, str], Fact]] = {
    FactKind.PLANNED: _read_planned,
    FactKind.PLAYED: _read_played,
    FactKind.VERDICT: _read_verdict,
    FactKind.MARKET_GROWN: _read_grown,
    FactKind.STICKER_PLACED: _read_sticker,
    FactKind.CARD_EVOLVED: _read_evolved,
    FactKind.CARD_TRANSFORMED: _read_transformed,
    FactKind.BASIC_JOINED: _read_joined,
    FactKind.BASIC_LEFT: _read_left,
    FactKind.SECTION_UNLOCKED: _read_section,
    FactKind.SEAL_OPENED: _read_seal,
    FactKind.DECISION_CLOSED: _read_closed,
    FactKind.NOTED: _read_noted,
    FactKind.SETTLED: _read_settled,
}
