"""The nemesis' turn, and its cards in play (War Eternal pp. 17–18; Legacy pp. 17–18).

Main phase, the oldest card first: a minion's persistent effect; a power loses a token and, without
any, is resolved and discarded. Draw phase: an attack is resolved, a minion or a power comes into
play. If a card is to be drawn and there is none, the nemesis unleashes three times instead.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import NemesisKind
from campaign.rules.aeons_end.live.hits import unleashed
from campaign.rules.aeons_end.live.moves import By
from campaign.rules.aeons_end.live.table import (
    CardCost,
    Cost,
    Evolved,
    InPlay,
    Table,
    TableMove,
    TurnPhase,
)
from campaign.rules.aeons_end.nemesis_deck import Tier
from campaign.rules.core import sizes
from campaign.rules.core.constraints import Limit, Verbatim
from campaign.rules.core.entries import Name, Number
from campaign.rules.core.problems import Problem, RulesError

MAX_IN_PLAY = 40
MAX_ENTERED = 999  # as high as a card is numbered
MAX_EVOLVED = 60

CardNumber = Annotated[int, Limit(1, MAX_ENTERED)]

NEMESIS_CARDS = "nemesis cards"
EMPTY = (0, 0, 0)  # a nemesis deck
STAYS = (NemesisKind.MINION, NemesisKind.POWER, NemesisKind.ACOLYTE)


@dataclass(frozen=True, slots=True)
class Enter(TableMove, kind="enter", conflict_key=NEMESIS_CARDS):
    """Put a nemesis card into play, drawn tier by tier or otherwise; an attack passes through."""

    card: NemesisKind
    name: Name = ""
    tokens: Number = 0  # a minion's life, a power's tokens
    tier: Tier | None = None  # where the deck does not know it
    drawn: bool = True  # from the nemesis deck
    discard: Cost = ""  # what it takes to discard it; "": as entered before

    def apply(self, table: Table) -> Table:
        deck, tier = table.deck, self.tier or 0
        if self.drawn and deck is not None:
            layer = next((place for place, left in enumerate(deck) if left), None)
            if layer is None:
                raise RulesError([Problem("live.deck_empty")])
            counts = [left - (place == layer) for place, left in enumerate(deck)]
            deck, tier = (counts[0], counts[1], counts[2]), layer + 1
        after = replace(table, deck=deck, tier=max(table.tier, tier))
        if self.drawn and table.phase is TurnPhase.DRAW:
            after = replace(after, phase=TurnPhase.DONE)
        elif self.drawn and table.phase is TurnPhase.MAIN:
            after = replace(after, drew_early=True)  # the other cards are still to be resolved
        if self.card not in STAYS:
            return after
        if len(table.in_play) >= MAX_IN_PLAY or table.entered >= MAX_ENTERED:
            raise RulesError([Problem("live.too_many_cards", {"most": MAX_IN_PLAY})])
        number = table.entered + 1
        # A minion never has more life than it came with (War Eternal p. 7); 0 is "not typed".
        bounded = self.card is not NemesisKind.POWER and self.tokens > 0
        most = self.tokens if bounded else sizes.MAX_NUMBER
        cost = self.discard or cost_of(table, self.name)
        entering = InPlay(number, self.card, self.name, tier, self.tokens, most, cost)
        return replace(
            after,
            entered=number,
            in_play=(*table.in_play, entering),
            costs=with_cost(table.costs, self.name, self.discard),
        )


def cost_of(table: Table, name: str) -> str:
    """Return what players have entered as the cost to discard a card; "" if nothing."""
    called = name.casefold()
    return next((each.cost for each in table.costs if each.name.casefold() == called), "")


def with_cost(costs: tuple[CardCost, ...], name: str, cost: str) -> tuple[CardCost, ...]:
    """Return the costs that players entered with one more, the latest first."""
    if not (name and cost):
        return costs
    others = (each for each in costs if each.name.casefold() != name.casefold())
    return (CardCost(name, cost), *others)[: sizes.SMALL]


@dataclass(frozen=True, slots=True)
class Tokens(TableMove, kind="tokens"):
    """Change a minion's life or a power's tokens; a minion without life leaves."""

    card: CardNumber
    by: By

    def apply(self, table: Table) -> Table:
        card = table.card(self.card)
        left = min(max(card.tokens + self.by, 0), card.most)
        if left == 0 and self.by < 0 and card.kind is not NemesisKind.POWER:
            return table.without_card(card)
        return table.with_card(replace(card, tokens=left))


@dataclass(frozen=True, slots=True)
class Leave(TableMove, kind="leave"):
    """Discard a card in play; each has a number of its own, so nobody discards another by it."""

    card: CardNumber

    def apply(self, table: Table) -> Table:
        return table.without_card(table.card(self.card))


@dataclass(frozen=True, slots=True)
class Tick(TableMove, kind="tick", conflict_key=NEMESIS_CARDS):
    """Resolve the next card of the nemesis' main phase.

    A power loses a token. Without any it waits to be resolved, and the next tick discards it.
    """

    card: CardNumber

    def apply(self, table: Table) -> Table:
        if not table.walk or table.walk[0] != self.card:
            raise RulesError([Problem("live.card_not_next")])
        card = table.card(self.card)
        if card.kind is not NemesisKind.POWER:
            return table.past(card)
        if card.tokens == 0:
            return table.without_card(card)
        left = table.with_card(replace(card, tokens=card.tokens - 1))
        return left if card.tokens == 1 else left.past(card)


@dataclass(frozen=True, slots=True)
class DeckOut(TableMove, kind="deck_out", conflict_key=NEMESIS_CARDS):
    """Unleash three times: a card was to be drawn, and there is none."""

    unleashes: bool = False  # what unleashing does was entered: the dials follow

    def apply(self, table: Table) -> Table:
        if table.deck is not None and any(table.deck):
            raise RulesError([Problem("live.deck_not_empty")])
        if table.phase not in (TurnPhase.MAIN, TurnPhase.DRAW):
            raise RulesError([Problem("live.not_the_nemesis_turn")])
        after = unleashed(table, 3) if self.unleashes else table
        return replace(after, deck=EMPTY, phase=TurnPhase.DONE, walk=())


@dataclass(frozen=True, slots=True)
class UnleashCard(TableMove, kind="unleash_card", conflict_key=NEMESIS_CARDS):
    """Do what the unleash card says, which came instead of a turn of the nemesis."""

    unleashes: bool = False  # once

    def apply(self, table: Table) -> Table:
        if table.phase is not TurnPhase.UNLEASH:
            raise RulesError([Problem("live.no_unleash_card")])
        after = unleashed(table, 1) if self.unleashes else table
        return replace(after, phase=TurnPhase.DONE)


@dataclass(frozen=True, slots=True)
class NoCardLeft(TableMove, kind="no_card_left", conflict_key=NEMESIS_CARDS):
    """Note that the nemesis deck is empty, where the table does not know how many cards it had."""

    def apply(self, table: Table) -> Table:
        if table.deck is not None:
            raise RulesError([Problem("live.deck_counted")])
        return replace(table, deck=EMPTY)


@dataclass(frozen=True, slots=True)
class Evolve(TableMove, kind="evolve", conflict_key="evolved {.name}"):
    """Note that a basic card evolved, for the aftermath."""

    name: Name
    key: Annotated[str, Verbatim(sizes.KEY)] = ""  # in the campaign's pool, where it is known
    transformed: bool = False
    text: Name = ""  # the sticker in the players' words, or the name of the new card

    def apply(self, table: Table) -> Table:
        if not (self.name or self.key):
            raise RulesError([Problem("live.name_missing", {}, "name")])
        if len(table.evolved) >= MAX_EVOLVED:
            raise RulesError([Problem("live.too_many_evolved", {"most": MAX_EVOLVED})])
        noted = Evolved(self.name, self.key, self.transformed, self.text)
        return replace(table, evolved=(*table.evolved, noted))


NEMESIS_MOVES = (*(Enter, Tokens, Leave, Tick, DeckOut, UnleashCard, NoCardLeft, Evolve),)
