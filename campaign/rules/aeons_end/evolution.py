"""Evolution of a campaign's basic nemesis cards (Legacy pp. 18–19, section S, from chapter 2 on).

A basic card whose effect says so takes a sticker on its topmost free space. If none is free it
transforms: the evolved card takes its place, in the same tier, and the old one leaves the campaign.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.problems import Detail, Problem


def free_spaces(card: PoolCard) -> int | None:
    """Return how many sticker spaces are free; None where it is not known."""
    return None if card.spaces is None else max(card.spaces - len(card.stickers), 0)


def with_spaces(pool: Sequence[PoolCard], key: str, spaces: int | None) -> tuple[PoolCard, ...]:
    """Return the pool with the sticker spaces that players counted on one of its cards, if any."""
    if spaces is None:
        return tuple(pool)
    return tuple(replace(card, spaces=spaces) if card.key == key else card for card in pool)


def stays_in_play(kind: NemesisKind) -> bool:
    """Say whether a card that transforms in play stays, with its tokens, or is discarded."""
    return kind is NemesisKind.MINION


def evolve_problems(pool: Sequence[PoolCard], key: str) -> Iterator[Problem]:
    """Yield why this card of the pool cannot take a sticker."""
    card = _find(pool, key)
    if card is None:
        yield Problem("evolution.not_in_pool", {"names": (key,)}, "card")
    elif card.spaces is not None and not free_spaces(card):
        # The number of spaces is the pack's, and the printed card may differ.
        details: dict[str, Detail] = {"names": (card.name or card.key,), "spaces": card.spaces}
        yield Problem("evolution.no_space_left", details, "card", overrulable=True)


def transform_problems(pool: Sequence[PoolCard], key: str, into: PoolCard) -> Iterator[Problem]:
    """Yield why this card of the pool cannot become that other card."""
    card = _find(pool, key)
    if card is None:
        yield Problem("evolution.not_in_pool", {"names": (key,)}, "card")
    else:
        free = free_spaces(card)
        if free:
            details: dict[str, Detail] = {"names": (card.name or card.key,), "free": free}
            yield Problem("evolution.space_still_free", details, "card", overrulable=True)
        if into.key == key:
            yield Problem("evolution.same_card", {"names": (card.name or card.key,)}, "into")
        if into.tier != card.tier:
            # The number of basics in each tier never changes, so this is arithmetic.
            tiers = {"expected": card.tier, "actual": into.tier}
            yield Problem("evolution.tier_changes", tiers, "into")
    if into.key != key and _find(pool, into.key):
        names = (into.name or into.key,)
        yield Problem("evolution.already_in_pool", {"names": names}, "into")


def _find(pool: Sequence[PoolCard], key: str) -> PoolCard | None:
    return next((card for card in pool if card.key == key), None)


def pool_evolve(pool: Sequence[PoolCard], key: str, text: str) -> tuple[PoolCard, ...]:
    """Return the pool with a sticker on the topmost free space of one of its cards."""
    return tuple(
        replace(card, stickers=(*card.stickers, text)) if card.key == key else card for card in pool
    )


def pool_transform(pool: Sequence[PoolCard], key: str, into: PoolCard) -> tuple[PoolCard, ...]:
    """Return the pool with one card transformed, in its place."""
    return tuple(replace(into, evolved_from=key) if card.key == key else card for card in pool)
