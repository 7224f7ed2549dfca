"""Rows and facts: what the tables hold, as the values the engine reads, and back again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import models

from campaign.models import (
    BasicChange,
    Closing,
    Fact,
    Growth,
    GrowthPile,
    Mage,
    MageTally,
    Note,
    PlacedSticker,
    ResultFact,
    SealOpening,
    SectionUnlock,
    Session,
    VerdictFact,
)
from campaign.rules.aeons_end.catalogue.pack import CardKind, NemesisKind
from campaign.rules.aeons_end.legacy import facts as f
from campaign.rules.aeons_end.legacy.facts import FactKind
from campaign.rules.aeons_end.mages import Sticker, StickerKind, Where
from campaign.rules.aeons_end.market.piles import Growth as GrowthValue
from campaign.rules.aeons_end.market.piles import Pile
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.outcome import Ending, Result, Tally

# --- rows → facts ---


def seat_of(mage: Mage) -> f.Seat:
    """Return a mage as the engine seats it."""
    return f.Seat(mage.seat, mage.colour, mage.side, mage.name, mage.player)


def planned_of(session: Session) -> f.Planned:
    """Return the plan that a session is."""
    foe = f.Foe(session.nemesis_key, session.nemesis_name, session.nemesis_life)
    return f.Planned(session.chapter, foe, _pairs(session.paired_with_first), reason=session.reason)


def fact_of(row: Fact) -> f.Fact:
    """Return a stored fact as the engine reads it."""
    return _READ[FactKind(row.kind)](row)


def _pairs(partner: int | None) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if partner is None:
        return None
    third, fourth = (seat for seat in (2, 3, 4) if seat != partner)
    return (1, partner), (third, fourth)


def _result(row: Fact) -> f.Fact:
    result = row.result
    mages = list(result.mages.all())
    ending = Ending(result.ending) if result.ending else None
    tally = Tally(
        result=Result(result.result),
        ending=ending,
        gravehold_life=result.gravehold_life,
        nemesis_life=result.nemesis_life,
        lives=tuple(mage.life for mage in mages),
        exhausted=frozenset(mage.seat for mage in mages if mage.exhausted),
    )
    return f.Played(tally, reason=row.reason)


def _growth(row: Fact) -> f.Fact:
    piles = list(row.growth.piles.all())
    fates = GrowthPile.Fate
    offered = tuple(
        Pile(pile.key, pile.name, CardKind(pile.kind), pile.cost or 0)
        for pile in piles
        if pile.fate != fates.BANISHED
    )
    added = tuple(pile.key for pile in piles if pile.fate == fates.ADDED)
    banished = tuple(pile.key for pile in piles if pile.fate == fates.BANISHED)
    return f.MarketGrown(GrowthValue(offered, added, banished), reason=row.reason)


def _sticker(row: Fact) -> f.Fact:
    placed = row.sticker
    sticker = Sticker(
        slot=placed.slot,
        kind=StickerKind(placed.kind),
        name=placed.name,
        text=placed.text,
        charges=placed.charges,
        where=Where(placed.where) if placed.where else None,
        card_kind=CardKind(placed.card_kind) if placed.card_kind else None,
        breach_turns=placed.breach_turns,
    )
    return f.StickerPlaced(placed.seat, sticker, reason=row.reason)


def _pool_card(basic: BasicChange, key: str) -> PoolCard:
    return PoolCard(
        key=key,
        name=basic.name,
        tier=basic.tier or 0,
        kind=NemesisKind(basic.kind),
        spaces=basic.spaces,
        life=basic.life,
        power=basic.power,
    )


def _transformed(row: Fact) -> f.Fact:
    into = _pool_card(row.basic, row.basic.into)
    return f.CardTransformed(row.basic.card, into, reason=row.reason)


def _section(row: Fact) -> f.Fact:
    section = row.section
    return f.SectionUnlocked(section.section, section.letter, section.note, reason=row.reason)


_READ: dict[FactKind, Callable[[Fact], f.Fact]] = {
    FactKind.PLAYED: _result,
    FactKind.VERDICT: lambda row: f.Verdict(row.verdict.onward, reason=row.reason),
    FactKind.MARKET_GROWN: _growth,
    FactKind.STICKER_PLACED: _sticker,
    FactKind.CARD_EVOLVED: lambda row: f.CardEvolved(
        row.basic.card, row.basic.text, reason=row.reason
    ),
    FactKind.CARD_TRANSFORMED: _transformed,
    FactKind.BASIC_JOINED: lambda row: f.BasicJoined(
        _pool_card(row.basic, row.basic.card), reason=row.reason
    ),
    FactKind.BASIC_LEFT: lambda row: f.BasicLeft(row.basic.card, reason=row.reason),
    FactKind.SECTION_UNLOCKED: _section,
    FactKind.SEAL_OPENED: lambda row: f.SealOpened(row.seal.seal, row.seal.name, reason=row.reason),
    FactKind.DECISION_CLOSED: lambda row: f.DecisionClosed(row.closing.decision, reason=row.reason),
    FactKind.NOTED: lambda row: f.Noted(row.note.text, reason=row.reason),
    FactKind.SETTLED: lambda row: f.Settled(reason=row.reason),
}


# --- facts → rows ---


def plan_columns(plan: f.Planned) -> dict[str, Any]:
    """Return the columns of a session for a plan."""
    return {
        "chapter": plan.chapter,
        "nemesis_key": plan.foe.key,
        "nemesis_name": plan.foe.name,
        "nemesis_life": plan.foe.life,
        "paired_with_first": _partner_of_first(plan.pairs),
        "reason": plan.reason,
    }


def details_of(fact: f.Fact, row: Fact, **extra: Any) -> list[models.Model]:
    """Return the unsaved rows that say what a fact says; ``extra`` adds columns to the first."""
    write = _WRITE.get(type(fact))
    if write is None:
        return []
    details = write(fact, row)
    for column, value in extra.items():
        setattr(details[0], column, value)
    return details


def _partner_of_first(pairs: tuple[tuple[int, int], tuple[int, int]] | None) -> int | None:
    for pair in pairs or ():
        if 1 in pair:
            return pair[0] if pair[1] == 1 else pair[1]
    return None


def _write_result(fact: f.Played, row: Fact) -> list[models.Model]:
    tally = fact.tally
    result = ResultFact(
        fact=row,
        result=tally.result,
        ending=tally.ending or "",
        gravehold_life=tally.gravehold_life,
        nemesis_life=tally.nemesis_life,
    )
    seats = max((len(tally.lives), *tally.exhausted), default=0)
    lives = dict(enumerate(tally.lives, start=1))
    mages = [
        MageTally(result=result, seat=seat, life=lives.get(seat), exhausted=seat in tally.exhausted)
        for seat in range(1, seats + 1)
    ]
    return [result, *mages]


def _write_growth(fact: f.MarketGrown, row: Fact) -> list[models.Model]:
    growth = Growth(fact=row)
    fates = GrowthPile.Fate
    piles = [
        GrowthPile(
            growth=growth,
            place=place,
            fate=fates.ADDED if pile.key in fact.growth.added else fates.DECLINED,
            key=pile.key,
            name=pile.name,
            kind=pile.kind,
            cost=pile.cost,
        )
        for place, pile in enumerate(fact.growth.offered)
    ]
    banished = [
        GrowthPile(growth=growth, place=place, fate=fates.BANISHED, key=key)
        for place, key in enumerate(fact.growth.banished, start=len(piles))
    ]
    return [growth, *piles, *banished]


def _write_sticker(fact: f.StickerPlaced, row: Fact) -> list[models.Model]:
    sticker = fact.sticker
    return [
        PlacedSticker(
            fact=row,
            seat=fact.seat,
            slot=sticker.slot,
            kind=sticker.kind,
            name=sticker.name,
            text=sticker.text,
            charges=sticker.charges,
            where=sticker.where or "",
            card_kind=sticker.card_kind or "",
            breach_turns=sticker.breach_turns,
        )
    ]


def _card_columns(card: PoolCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "tier": card.tier,
        "kind": card.kind,
        "spaces": card.spaces,
        "life": card.life,
        "power": card.power,
    }


def _write_joined(fact: f.BasicJoined, row: Fact) -> list[models.Model]:
    return [BasicChange(fact=row, card=fact.card.key, **_card_columns(fact.card))]


def _write_transformed(fact: f.CardTransformed, row: Fact) -> list[models.Model]:
    into = fact.into
    return [BasicChange(fact=row, card=fact.card, into=into.key, **_card_columns(into))]


def _write_section(fact: f.SectionUnlocked, row: Fact) -> list[models.Model]:
    return [SectionUnlock(fact=row, section=fact.section, letter=fact.letter, note=fact.note)]


_WRITE: dict[type[f.Fact], Callable[[Any, Fact], list[models.Model]]] = {
    f.Played: _write_result,
    f.Verdict: lambda fact, row: [VerdictFact(fact=row, onward=fact.onward)],
    f.MarketGrown: _write_growth,
    f.StickerPlaced: _write_sticker,
    f.CardEvolved: lambda fact, row: [BasicChange(fact=row, card=fact.card, text=fact.text)],
    f.CardTransformed: _write_transformed,
    f.BasicJoined: _write_joined,
    f.BasicLeft: lambda fact, row: [BasicChange(fact=row, card=fact.card)],
    f.SectionUnlocked: _write_section,
    f.SealOpened: lambda fact, row: [SealOpening(fact=row, seal=fact.seal, name=fact.name)],
    f.DecisionClosed: lambda fact, row: [Closing(fact=row, decision=fact.decision)],
    f.Noted: lambda fact, row: [Note(fact=row, text=fact.text)],
}
