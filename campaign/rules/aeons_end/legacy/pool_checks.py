"""What stands against a change of the campaign's basic nemesis cards."""

from collections.abc import Iterator

from campaign.rules.aeons_end.evolution import evolve_problems, transform_problems, with_spaces
from campaign.rules.aeons_end.legacy.decisions import POOL_FIXED_FROM, evolution_begun
from campaign.rules.aeons_end.legacy.facts import (
    BasicJoined,
    BasicLeft,
    CardEvolved,
    CardTransformed,
)
from campaign.rules.aeons_end.legacy.ledger import Ledger
from campaign.rules.aeons_end.legacy.state import GameState
from campaign.rules.aeons_end.nemesis_deck import TIERS, PoolCard
from campaign.rules.core.problems import Detail, Problem

Problems = Iterator[Problem]


def evolved(ledger: Ledger, _game: GameState, fact: CardEvolved) -> Problems:
    """Yield what stands against a card taking a sticker."""
    yield from _evolution(ledger, fact)
    yield from evolve_problems(with_spaces(ledger.pool, fact.card, fact.spaces), fact.card)


def transformed(ledger: Ledger, _game: GameState, fact: CardTransformed) -> Problems:
    """Yield what stands against a card becoming another."""
    yield from _evolution(ledger, fact)
    pool = with_spaces(ledger.pool, fact.card, fact.spaces)
    yield from transform_problems(pool, fact.card, fact.into)
    yield from _newcomer(ledger, fact.into, "into")
    known = ledger.pack.nemesis_card(fact.card)
    if known and known.becomes and known.becomes != fact.into.key:
        # Which card it is stays sealed until it is read: the number on the old one leads there.
        details: dict[str, Detail] = {"names": (known.id,), "number": known.evolution_card or ""}
        yield Problem("evolution.becomes_another", details, "into", True, new_only=True)


def _evolution(ledger: Ledger, fact: CardEvolved | CardTransformed) -> Problems:
    """Yield what stands against a card evolving, whichever way."""
    yield from _evolution_moment(ledger)
    card = next((card for card in ledger.pool if card.key == fact.card), None)
    if card is None:
        return
    known = ledger.pack.nemesis_card(card.key)
    details: dict[str, Detail] = {"names": (card.name or card.key,)}
    if card.evolved_from is not None or (known and known.evolved):
        yield Problem("evolution.not_basic", details, "card", overrulable=True, new_only=True)
    if card.spaces is None and fact.spaces is None:
        yield Problem("evolution.spaces_missing", details, "spaces", new_only=True)
    elif card.spaces is not None and fact.spaces not in (None, card.spaces):
        counted = {**details, "spaces": card.spaces}
        yield Problem("evolution.spaces_differ", counted, "spaces", overrulable=True)
    elif fact.spaces is not None and fact.spaces < len(card.stickers):
        placed = {**details, "stickers": len(card.stickers)}
        yield Problem("evolution.more_stickers", placed, "spaces")


def _evolution_moment(ledger: Ledger) -> Problems:
    if not evolution_begun(ledger, ledger.pack):
        yield Problem("evolution.too_early", {}, "card", overrulable=True)


def joined(ledger: Ledger, game: GameState, fact: BasicJoined) -> Problems:
    """Yield what stands against a basic card joining."""
    card = fact.card
    yield from _fixed(game)
    if card.tier not in TIERS:
        yield Problem("pool.no_such_tier", {"tier": card.tier}, "tier")
    if card.key in {held.key for held in ledger.pool}:
        yield Problem("pool.already_in", {"card": card.key, "name": card.name}, "card")
    known = ledger.pack.nemesis_card(card.key)
    if known is not None and known.evolved:
        details: dict[str, Detail] = {"card": card.key, "name": card.name}
        yield Problem("pool.not_basic", details, "card", overrulable=True)
    yield from _newcomer(ledger, card, "card")


def _newcomer(ledger: Ledger, card: PoolCard, path: str) -> Problems:
    """Yield what stands against a card coming into the pool, whichever way it comes."""
    if card.key in ledger.retired:
        details: dict[str, Detail] = {"card": card.key, "name": card.name}
        yield Problem("pool.was_removed", details, path, overrulable=True)
    if card.typed:
        if not card.name.strip():
            yield Problem("pool.name_missing", path=path)
        return
    known = ledger.pack.nemesis_card(card.key)
    if known is None or known.nemesis is not None:
        yield Problem("pool.card_unknown", {"card": card.key}, path)
    elif (known.tier, known.kind) != (card.tier, card.kind):
        details = {"card": card.key, "tier": known.tier, "kind": str(known.kind)}
        yield Problem("pool.card_differs", details, path, overrulable=True)


def left(ledger: Ledger, game: GameState, fact: BasicLeft) -> Problems:
    """Yield what stands against a basic card leaving."""
    yield from _fixed(game)
    if fact.card not in {card.key for card in ledger.pool}:
        yield Problem("pool.not_in", {"card": fact.card}, "card")


def _fixed(game: GameState) -> Problems:
    # The same basics serve the whole campaign: what changes them now is a story card's word.
    if game.chapter >= POOL_FIXED_FROM:
        details: dict[str, Detail] = {"chapter": POOL_FIXED_FROM}
        yield Problem("pool.fixed", details, "card", overrulable=True, new_only=True)
