"""The turn-order deck: what is in it, drawing from it, pair tokens.

Four player cards and two nemesis cards: four of one mage, two of each of two, one of each of three
and the wild card, two of each pair of four (Legacy p. 8; pair tokens p. 12). War Eternal has three
cards for one mage (p. 20) and one for each of four (p. 8); four cards and pairs are its easier
variants. An empty deck is shuffled again when a card is to be drawn: that is a round. In the fifth
battle of an expedition an unleash card can take the place of one nemesis card.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Annotated

from campaign.rules.core.constraints import Limit, Most
from campaign.rules.core.problems import Detail, Problem, RulesError

Pairs = tuple[tuple[int, int], ...]
PAIRS: Pairs = ((1, 2), (3, 4))
NEMESIS_CARDS = 2
MAX_MAGES = 4
MAX_TURN_CARDS = 20  # a deck has six
SeatNumber = Annotated[int, Limit(1, MAX_MAGES, ruled=True)]
SOLO_CARDS = (3, 4)  # War Eternal's, and its easier variant
LEGACY_SOLO_CARDS = 4


class TurnKind(StrEnum):
    """What a turn-order card is."""

    MAGE = "mage"
    PAIR = "pair"
    WILD = "wild"
    NEMESIS = "nemesis"
    UNLEASH = "unleash"  # the nemesis unleashes, and takes no turn


@dataclass(frozen=True, slots=True)
class TurnCard:
    """A turn-order card; ``seats`` are those who may take it: none for the nemesis, all for X."""

    kind: TurnKind
    seats: Annotated[tuple[int, ...], Most(MAX_MAGES)] = ()


TurnCards = Annotated[tuple[TurnCard, ...], Most(MAX_TURN_CARDS)]
NEMESIS = TurnCard(TurnKind.NEMESIS)
UNLEASH = TurnCard(TurnKind.UNLEASH)
OF_NEMESIS = (TurnKind.NEMESIS, TurnKind.UNLEASH)


def deck_problems(
    mages: int, *, solo_cards: int | None = None, pairs: Pairs | None = None
) -> Iterator[Problem]:
    """Yield why no deck can be composed; None means "does not apply"."""
    details: dict[str, Detail]
    if not 1 <= mages <= MAX_MAGES:
        details = {"least": 1, "most": MAX_MAGES, "actual": mages}
        yield Problem("turn_order.mage_count", details, "mages")
    if solo_cards is not None and solo_cards not in SOLO_CARDS:
        details = {"allowed": SOLO_CARDS, "actual": solo_cards}
        yield Problem("turn_order.solo_cards", details, "solo_cards")
    if solo_cards == max(SOLO_CARDS) and mages != 1:
        yield Problem("turn_order.solo_cards_need_one_mage", {"actual": mages}, "solo_cards")
    if pairs is None:
        return
    if mages != MAX_MAGES:
        yield Problem("turn_order.pairs_need_four", {"actual": mages}, "pairs")
        return
    seats = tuple(seat for pair in pairs for seat in pair)
    if sorted(seats) != [1, 2, 3, 4] or any(len(pair) != 2 for pair in pairs):
        yield Problem("turn_order.pairs_do_not_split_the_table", {"seats": seats}, "pairs")


@cache  # of a handful of tables
def turn_cards(
    mages: int,
    *,
    solo_cards: int = min(SOLO_CARDS),
    pairs: Pairs | None = None,
    unleash_card: bool = False,
) -> tuple[TurnCard, ...]:
    """Compose the turn-order deck of a table that has no ``deck_problems``.

    Legacy gives one mage alone four cards, and four mages play in pairs; in War Eternal both are
    easier variants.
    """
    seats = tuple(range(1, mages + 1))
    if pairs is not None:
        sorted_pairs = sorted(tuple(sorted(pair)) for pair in pairs)
        players = [TurnCard(TurnKind.PAIR, pair) for pair in sorted_pairs for _ in range(2)]
    else:
        copies = {1: solo_cards, 2: 2}.get(mages, 1)
        players = [TurnCard(TurnKind.MAGE, (seat,)) for seat in seats for _ in range(copies)]
        if mages == 3:
            players.append(TurnCard(TurnKind.WILD, seats))
    others = [NEMESIS] * NEMESIS_CARDS
    if unleash_card:
        others[-1] = UNLEASH
    return (*players, *others)


def pairs_with(partner: int) -> Pairs:
    """Return two pairs of four mages: seat 1 with its partner, and the other two."""
    others = tuple(seat for seat in range(2, MAX_MAGES + 1) if seat != partner)
    return (1, partner), others  # type: ignore[return-value] # two, or ``deck_problems`` says so


def counted(cards: Iterable[TurnCard]) -> tuple[tuple[TurnCard, int], ...]:
    """Count equal cards: mages by seat, then pairs, the wild card, the nemesis."""
    kinds = tuple(TurnKind)
    counts = Counter(cards)
    return tuple(
        sorted(counts.items(), key=lambda item: (kinds.index(item[0].kind), item[0].seats))
    )


@dataclass(frozen=True, slots=True)
class TurnDeck:
    """A turn-order deck in use; the order of the cards still to come is not known."""

    cards: tuple[TurnCard, ...]
    drawn: tuple[TurnCard, ...] = ()  # this round, first drawn first
    tokens: frozenset[int] = frozenset()  # the seats that hold their pair's token
    waiting: TurnCard | None = None  # drawn last and not yet taken by a mage

    @property
    def round_over(self) -> bool:
        """Say whether the next draw shuffles all cards again."""
        return len(self.drawn) == len(self.cards)

    @property
    def remaining(self) -> tuple[TurnCard, ...]:
        """Return what the next card is drawn from: all of them when the round is over."""
        left = list(self.cards)
        if not self.round_over:
            for card in self.drawn:
                left.remove(card)
        return tuple(left)

    @property
    def may_act(self) -> tuple[int, ...]:
        """Return the seats that may take the waiting card; none if no card waits."""
        seats = self.waiting.seats if self.waiting else ()
        # Whoever holds the token has acted this round, so the pair's card is the other's.
        return tuple(seat for seat in seats if seat not in self.tokens)


def take(deck: TurnDeck, card: TurnCard) -> TurnDeck:
    """Draw this card; an empty deck is shuffled first."""
    if card not in deck.remaining:
        raise RulesError([Problem("turn_order.card_not_left", {"card": card.kind}, "card")])
    drawn = () if deck.round_over else deck.drawn
    tokens: frozenset[int] = frozenset() if deck.round_over else deck.tokens
    waiting = None if card.kind in OF_NEMESIS else card
    return replace(deck, drawn=(*drawn, card), tokens=tokens, waiting=waiting)


def act(deck: TurnDeck, seat: int) -> TurnDeck:
    """Let a mage take the card just drawn; a pair's token goes out and comes back."""
    card = deck.waiting
    if card is None:
        raise RulesError([Problem("live.nobody_to_choose")])
    if seat not in deck.may_act:
        details: dict[str, Detail] = {"seat": seat, "allowed": deck.may_act}
        raise RulesError([Problem("turn_order.seat_may_not_act", details, "seat")])
    tokens = deck.tokens
    if card.kind is TurnKind.PAIR:
        partners = frozenset(card.seats)
        tokens = tokens - partners if tokens & partners else tokens | {seat}
    return replace(deck, tokens=tokens, waiting=None)
