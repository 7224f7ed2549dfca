"""What changed between two states of a campaign, as lines for a sheet."""

from collections.abc import Iterator, Mapping

from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.aeons_end.sheet import Line, Part, Value
from campaign.rules.aeons_end.sheet_parts import placed_sticker


def changes(before: State, now: State, names: Namer) -> tuple[Line, ...]:
    """Return what is different now, in the order of the box."""
    return (
        *_mages(before, now),
        *_nemesis(before, now, names),
        *_market(before, now, names),
        *_rulebook(before, now),
        *_seals(before, now, names),
    )


def _mages(before: State, now: State) -> Iterator[Line]:
    for old, mat in zip(before.mats, now.mats, strict=True):
        for sticker in mat.stickers:
            if sticker not in old.stickers:
                yield Line(Part.MAGES, "change.sticker", placed_sticker(mat, sticker), changed=True)
        for sticker in old.stickers:
            if sticker not in mat.stickers:
                gone = placed_sticker(mat, sticker)
                yield Line(Part.MAGES, "change.sticker_removed", gone, changed=True)


def _nemesis(before: State, now: State, names: Namer) -> Iterator[Line]:
    pool_before = {card.key: card for card in before.pool}
    kept = {card.key for card in now.pool}
    transformed = set()
    for card in now.pool:
        values: dict[str, Value] = _card_values(card, names)
        old = pool_before.get(card.key)
        origin = _origin(card, now, pool_before)
        if old is None and origin is not None:
            transformed.add(origin.key)
            became = {**values, "from": names.name(origin)}
            yield Line(Part.NEMESIS, "change.transformed", became, changed=True)
        elif old is None:
            yield Line(Part.NEMESIS, "change.joined", values, changed=True)
        if card.stickers != (old.stickers if old else ()):
            placed = {**values, "stickers": len(card.stickers)}
            yield Line(Part.NEMESIS, "change.evolved", placed, changed=True)
    for card in before.pool:
        if card.key not in kept and card.key not in transformed:
            yield Line(Part.NEMESIS, "change.left", _card_values(card, names), changed=True)


def _origin(card: PoolCard, now: State, pool_before: Mapping[str, PoolCard]) -> PoolCard | None:
    """Return the card that evolved into this one, in one step or in several.

    That is a card of the earlier pool, or else the first one that joined since.
    """
    seen = {card.key}
    parent, origin = card.evolved_from, None
    while parent is not None and parent not in seen:
        if parent in pool_before:
            return pool_before[parent]
        seen.add(parent)
        origin = now.gone.get(parent)
        parent = origin.evolved_from if origin else None
    return origin


def _card_values(card: PoolCard, names: Namer) -> dict[str, Value]:
    return {"card": card.key, "name": names.name(card), "tier": card.tier}


def _market(before: State, now: State, names: Namer) -> Iterator[Line]:
    old = {pile.key for pile in before.market}
    new = {pile.key for pile in now.market}
    for pile in now.market:
        if pile.key not in old:
            values = {"card": pile.key, "name": names.name(pile), "kind": str(pile.kind)}
            yield Line(Part.MARKET, "change.pile_added", values, changed=True)
    for pile in before.market:
        if pile.key not in new:
            values = {"card": pile.key, "name": names.name(pile), "kind": str(pile.kind)}
            yield Line(Part.MARKET, "change.pile_banished", values, changed=True)


def _rulebook(before: State, now: State) -> Iterator[Line]:
    for key, unlocked in now.sections.items():
        if key not in before.sections:
            yield Line(Part.RULEBOOK, "change.section", {"letter": unlocked.letter}, changed=True)


def _seals(before: State, now: State, names: Namer) -> Iterator[Line]:
    old = {(seal.seal, seal.parts) for seal in before.seals.values()}
    for seal in now.seals.values():
        if (seal.seal, seal.parts) not in old:
            yield Line(Part.SEALED, "change.seal", names.seal_values(seal), changed=True)
