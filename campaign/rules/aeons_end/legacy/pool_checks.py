"""What stands against a change of the campaign's basic nemesis cards."""

from collections.abc import Iterator

from campaign.rules.aeons_end import nemesis_deck
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.legacy import facts
from campaign.rules.aeons_end.legacy.decisions import POOL_FIXED_FROM, evolution_begun
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.core.keys import is_typed
from campaign.rules.core.problems import Detail, Problem

Problems = Iterator[Problem]


def evolved(state: State, pack: Pack, fact: facts.CardEvolved) -> Problems:
    """Yield what stands against a card taking a sticker."""
    yield from _evolution(state, pack, fact)
    pool = nemesis_deck.with_spaces(state.pool, fact.card, fact.spaces)
    yield from nemesis_deck.evolve_problems(pool, fact.card)


def transformed(state: State, pack: Pack, fact: facts.CardTransformed) -> Problems:
    """Yield what stands against a card becoming another."""
    yield from _evolution(state, pack, fact)
    pool = nemesis_deck.with_spaces(state.pool, fact.card, fact.spaces)
    yield from nemesis_deck.transform_problems(pool, fact.card, fact.into)
    yield from _newcomer(state, pack, fact.into, "into")
    known = pack.find.nemesis_card(fact.card)
    if known and known.becomes and known.becomes != fact.into.key:
        # Which card it is stays sealed until it is read: the number on the old one leads there.
        details: dict[str, Detail] = {"names": (known.id,), "number": known.evolution_card or ""}
        yield Problem("evolution.becomes_another", details, "into", True, new_only=True)


def _evolution(
    state: State, pack: Pack, fact: facts.CardEvolved | facts.CardTransformed
) -> Problems:
    """Yield what stands against a card evolving, whichever way."""
    if not evolution_begun(state, pack):
        yield Problem("evolution.too_early", {}, "card", overrulable=True)
    card = next((card for card in state.pool if card.key == fact.card), None)
    if card is None:
        return
    known = pack.find.nemesis_card(card.key)
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


def joined(state: State, pack: Pack, fact: facts.BasicJoined) -> Problems:
    """Yield what stands against a basic card joining."""
    card = fact.card
    details = {"card": card.key, "name": card.name}
    yield from _fixed(state)
    if card.tier not in nemesis_deck.TIERS:
        yield Problem("pool.no_such_tier", {"tier": card.tier}, "tier")
    if card.key in {held.key for held in state.pool}:
        yield Problem("pool.already_in", details, "card")
    known = pack.find.nemesis_card(card.key)
    if known is not None and known.evolved:
        yield Problem("pool.not_basic", details, "card", overrulable=True)
    yield from _newcomer(state, pack, card, "card")


def _newcomer(state: State, pack: Pack, card: nemesis_deck.PoolCard, path: str) -> Problems:
    """Yield what stands against a card coming into the pool, whichever way it comes."""
    if card.key in state.gone:
        details: dict[str, Detail] = {"card": card.key, "name": card.name}
        yield Problem("pool.was_removed", details, path, overrulable=True)
    if is_typed(card.key):
        if not card.name.strip():
            yield Problem("pool.name_missing", path=path)
        return
    known = pack.find.nemesis_card(card.key)
    if known is None or known.nemesis is not None:
        yield Problem("pool.card_unknown", {"card": card.key}, path)
    elif (known.tier, known.kind) != (card.tier, card.kind):
        details = {"card": card.key, "tier": known.tier, "kind": str(known.kind)}
        yield Problem("pool.card_differs", details, path, overrulable=True)


def left(state: State, _pack: Pack, fact: facts.BasicLeft) -> Problems:
    """Yield what stands against a basic card leaving."""
    yield from _fixed(state)
    if fact.card not in {card.key for card in state.pool}:
        yield Problem("pool.not_in", {"card": fact.card}, "card")


def _fixed(state: State) -> Problems:
    # The same basics serve the whole campaign: what changes them now is a story card's word.
    if state.games[-1].chapter >= POOL_FIXED_FROM:
        since = {"chapter": POOL_FIXED_FROM}
        yield Problem("pool.fixed", since, "card", overrulable=True, new_only=True)
