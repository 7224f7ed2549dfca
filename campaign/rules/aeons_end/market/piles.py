"""The piles of a market, and markets that players choose.

Nine piles: three gems of 7 cards, two relics and four spells of 5 each; an emptied pile is not
replaced (War Eternal p. 11; Legacy p. 11). A market is drawn, chosen, or one that the book
suggests.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from campaign.rules.aeons_end.catalogue.pack import Card, CardKind, MarketRules, Pack
from campaign.rules.core.entries import At, Name, Number
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Detail, Problem, RulesError

KINDS = tuple(CardKind)  # gems, relics, spells: the order in which a market is laid out


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile; ``name`` is set only where players typed it.

    One that is banished at once needs neither kind nor cost.
    """

    key: Annotated[Key, At("name")]
    name: Name
    kind: CardKind | None = None
    cost: Number | None = None

    @property
    def complete(self) -> bool:
        """Say whether its kind and its cost are known."""
        return self.kind is not None and self.cost is not None

    @property
    def printed(self) -> tuple[CardKind, int]:
        """Return kind and cost, which every pile of the market has."""
        if self.kind is None or self.cost is None:
            raise ValueError(f"{self.key} has no kind or no cost")
        return self.kind, self.cost


def pile_of(card: Card) -> Pile:
    """Return the pile of a card of the pack."""
    return Pile(key=card.id, name="", kind=card.kind, cost=card.cost)


def arranged(piles: Iterable[Pile]) -> tuple[Pile, ...]:
    """Sort piles: gems, relics, spells, each by cost, then by key; unknown ones last."""
    return tuple(sorted(piles, key=_place))


def _place(pile: Pile) -> tuple[int, bool, int, str]:
    kind = len(KINDS) if pile.kind is None else KINDS.index(pile.kind)
    return kind, pile.cost is None, pile.cost or 0, pile.key


def arranged_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards of the pack as piles are."""
    return tuple(sorted(cards, key=lambda card: (KINDS.index(card.kind), card.cost, card.id)))


def first_market(pack: Pack) -> tuple[Pile, ...]:
    """Return the market that the box fixes for the first game."""
    return arranged(map(pile_of, pack.find.cards(pack.market.first)))


def chosen_market_problems(cards: Sequence[Card], rules: MarketRules) -> Iterator[Problem]:
    """Yield what is wrong with a market that players chose card by card."""
    if len(cards) != rules.piles:
        numbers = {"expected": rules.piles, "actual": len(cards)}
        yield Problem("market.not_nine_piles", numbers, "market")
    doubled = repeated(tuple(card.id for card in cards))
    if doubled:
        yield Problem("market.card_twice", {"names": doubled}, "market")
    starters = tuple(card.id for card in cards if card.starter)
    if starters:
        yield Problem("market.starter_is_no_pile", {"names": starters}, "market")
    counts = Counter(card.kind for card in cards)
    for kind, number in rules.by_kind.items():
        if counts[kind] != number:
            details: dict[str, Detail] = {"kind": kind, "expected": number, "actual": counts[kind]}
            # Templates of the rulebook have other numbers, so this can be overruled.
            yield Problem("market.kind_count", details, "market", overrulable=True)


def suggested_market(boxes: Iterable[Pack], market_id: str) -> tuple[Card, ...]:
    """Return the cards of a market that the rulebook of a box proposes."""
    for box in boxes:
        if suggested := box.find.suggested_market(market_id):
            return arranged_cards(box.find.cards(suggested.cards))
    raise RulesError([Problem("market.suggestion_unknown", {"market": market_id}, "market")])


def repeated(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys that are listed more than once."""
    return tuple(key for key, count in Counter(keys).items() if count > 1)
