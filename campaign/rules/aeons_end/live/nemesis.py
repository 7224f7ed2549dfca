"""Moves of the nemesis: its turn step by step, cards that come and go, evolution."""

from dataclasses import replace

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.live.moves import DeckOut, Enter, Evolve, Leave, Tick, Tokens
from campaign.rules.aeons_end.live.table import InPlay, Phase, Table
from campaign.rules.core.problems import Problem, RulesError

MOST = 99
STAYS = (NemesisKind.MINION, NemesisKind.POWER, NemesisKind.ACOLYTE)


def enter(table: Table, move: Enter) -> Table:
    """Put a card into play: from the deck, tier by tier, or from elsewhere."""
    deck, tier = table.deck, move.tier or 0
    if move.drawn and deck is not None:
        layer = next((place for place, left in enumerate(deck) if left), None)
        if layer is None:
            raise RulesError([Problem("live.deck_empty")])
        counts = [left - (place == layer) for place, left in enumerate(deck)]
        deck, tier = (counts[0], counts[1], counts[2]), layer + 1
    ends = move.drawn and table.phase in (Phase.MAIN, Phase.DRAW)
    after = replace(
        table,
        deck=deck,
        tier=max(table.tier, tier),
        phase=Phase.DONE if ends else table.phase,
        walk=() if ends else table.walk,
    )
    if move.card not in STAYS:
        return after
    number = table.entered + 1
    held = InPlay(number, move.card, move.name, tier, move.tokens)
    return replace(after, entered=number, in_play=(*table.in_play, held))


def deck_out(table: Table, _move: DeckOut) -> Table:
    """End the nemesis' turn without a card: it unleashed three times."""
    if table.deck is not None and any(table.deck):
        raise RulesError([Problem("live.deck_not_empty")])
    if table.phase not in (Phase.MAIN, Phase.DRAW):
        raise RulesError([Problem("live.not_the_nemesis_turn")])
    return replace(table, phase=Phase.DONE, walk=())


def change_tokens(table: Table, move: Tokens) -> Table:
    """Change the tokens of a card in play; a minion without life is discarded."""
    card = table.card(move.card)
    left = min(max(card.tokens + move.by, 0), MOST)
    if left == 0 and move.by < 0 and card.kind is not NemesisKind.POWER:
        return _discard(table, card)
    return _with(table, replace(card, tokens=left))


def leave(table: Table, move: Leave) -> Table:
    """Discard a card in play."""
    return _discard(table, table.card(move.card))


def tick(table: Table, move: Tick) -> Table:
    """Resolve the card whose turn it is.

    A power loses a token. Without any it waits to be resolved, and the next tick discards it.
    """
    if not table.walk or table.walk[0] != move.card:
        raise RulesError([Problem("live.card_not_next")])
    card = table.card(move.card)
    if card.kind is not NemesisKind.POWER:
        return _walked(table, card)
    if card.tokens == 0:
        return _discard(table, card)
    left = _with(table, replace(card, tokens=card.tokens - 1))
    return left if card.tokens == 1 else _walked(left, card)


def evolve(table: Table, move: Evolve) -> Table:
    """Note a card that evolved, for the aftermath."""
    if not (move.name or move.key):
        raise RulesError([Problem("live.name_missing", {}, "name")])
    return replace(table, evolved=(*table.evolved, move))


def _with(table: Table, card: InPlay) -> Table:
    held = tuple(card if each.number == card.number else each for each in table.in_play)
    return replace(table, in_play=held)


def _discard(table: Table, card: InPlay) -> Table:
    held = tuple(each for each in table.in_play if each.number != card.number)
    return _walked(replace(table, in_play=held), card)


def _walked(table: Table, card: InPlay) -> Table:
    """Go past a card of the nemesis' main phase; after the last one it draws."""
    walk = tuple(number for number in table.walk if number != card.number)
    ends = table.phase is Phase.MAIN and not walk
    return replace(table, walk=walk, phase=Phase.DRAW if ends else table.phase)
