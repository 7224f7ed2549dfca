"""Evolution of basic nemesis cards: a sticker while a space is free, then a transformation."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.nemesis_deck import PoolCard
from campaign.rules.core.problems import Detail, Problem


def free_spaces(card: PoolCard) -> int | None:
    """Return how many sticker spaces are free; None where nobody knows."""
    return None if card.spaces is None else max(card.spaces - len(card.stickers), 0)


def with_spaces(pool: Sequence[PoolCard], key: str, spaces: int | None) -> tuple[PoolCard, ...]:
    """Return the pool with the sticker spaces that players counted on one of its cards."""
    return tuple(
        replace(card, spaces=spaces) if card.key == key and spaces is not None else card
        for card in pool
    )


def stays_in_play(kind: NemesisKind) -> bool:
    """Say whether a transformed card stays, with the tokens of the card it was, or is discarded."""
    return kind is NemesisKind.MINION


def evolve_problems(pool: Sequence[PoolCard], key: str) -> tuple[Problem, ...]:
    """Return why this card of the pool cannot take a sticker."""
    card = _find(pool, key)
    return (_not_in_pool(key),) if card is None else tuple(_sticker_problems(card))


def transform_problems(pool: Sequence[PoolCard], key: str, into: PoolCard) -> tuple[Problem, ...]:
    """Return everything that stands against this card of the pool becoming another."""
    card = _find(pool, key)
    problems = [_not_in_pool(key)] if card is None else list(_change_problems(card, into))
    if into.key != key and _find(pool, into.key):
        names = (into.name or into.key,)
        problems.append(Problem("evolution.already_in_pool", {"names": names}, "into"))
    return tuple(problems)


def _find(pool: Sequence[PoolCard], key: str) -> PoolCard | None:
    return next((card for card in pool if card.key == key), None)


def _not_in_pool(key: str) -> Problem:
    return Problem("evolution.not_in_pool", {"names": (key,)}, "card")


def _sticker_problems(card: PoolCard) -> Iterator[Problem]:
    # How many spaces a card has is the pack's word, and the card in hand is better than that.
    if card.spaces is not None and free_spaces(card) == 0:
        details: dict[str, Detail] = {"names": (card.name or card.key,), "spaces": card.spaces}
        yield Problem("evolution.no_space_left", details, "card", overrulable=True)


def _change_problems(card: PoolCard, into: PoolCard) -> Iterator[Problem]:
    free = free_spaces(card)
    if free:
        details: dict[str, Detail] = {"names": (card.name or card.key,), "free": free}
        yield Problem("evolution.space_still_free", details, "card", overrulable=True)
    if into.key == card.key:
        names = (card.name or card.key,)
        yield Problem("evolution.same_card", {"names": names}, "into")
    if into.tier != card.tier:
        # The number of basics in each tier never changes, so this is arithmetic.
        yield Problem(
            "evolution.tier_changes", {"expected": card.tier, "actual": into.tier}, "into"
        )


def pool_evolve(pool: Sequence[PoolCard], key: str, text: str) -> tuple[PoolCard, ...]:
    """Return the pool with a sticker on the topmost free space of one of its cards."""
    return tuple(
        replace(card, stickers=(*card.stickers, text)) if card.key == key else card for card in pool
    )


def pool_transform(pool: Sequence[PoolCard], key: str, into: PoolCard) -> tuple[PoolCard, ...]:
    """Return the pool with one card transformed, in its place."""
    return tuple(replace(into, evolved_from=key) if card.key == key else card for card in pool)
