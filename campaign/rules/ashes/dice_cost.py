"""What cards cost in dice, to play and to activate (p. 10); and advice on the dice of a deck."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from campaign.rules.ashes.catalogue import Card, Catalogue, DiceCost, DiceType, Level
from campaign.rules.ashes.deck import Cards, Deck, cards_for
from campaign.rules.core.problems import Problem

_order = list(DiceType).index  # the place of a type of dice in a list


def deck_dice_needed(deck: Deck, cards: Cards) -> tuple[DiceCost, ...]:
    """Return what a deck costs in dice, its Phoenixborn's ability included."""
    born = {deck.phoenixborn: 1} if deck.phoenixborn else {}
    return dice_needed(cards, {**deck.cards, **born})


def dice_needed(cards: Cards, counts: Mapping[str, int]) -> tuple[DiceCost, ...]:
    """Return what so many copies of cards cost in dice, by level and type.

    Each is counted as played once and used once: most ready spells also cost to activate (p. 10).
    """
    needs: Counter[tuple[tuple[DiceType, ...], Level]] = Counter()
    for key, copies in counts.items():
        card = cards.get(key)
        for cost in (*card.cost.dice, *card.activation) if card else ():
            needs[cost.types, cost.level] += cost.n * copies
    costs = (DiceCost(n, level, types) for (types, level), n in needs.items())
    return tuple(sorted(costs, key=need_rank))


def can_pay(dice: Mapping[DiceType, int], costs: Sequence[DiceCost]) -> bool:
    """Say whether dice pay for all these costs together; any die pays for basic magic (p. 10)."""
    if sum(cost.n for cost in costs) > sum(dice.values()):
        return False
    # What only one type pays comes first, so that alternatives take from what is left.
    needs = sorted((cost for cost in costs if cost.types), key=lambda cost: len(cost.types))
    return _pays(dict(dice), [cost.types for cost in needs for _symbol in range(cost.n)])


def _pays(dice: dict[DiceType, int], needs: Sequence[tuple[DiceType, ...]]) -> bool:
    if not needs:
        return True
    return any(
        dice.get(kind, 0) > 0 and _pays({**dice, kind: dice[kind] - 1}, needs[1:])
        for kind in needs[0]
    )


def need_rank(need: DiceCost) -> tuple[bool, list[int], int]:
    """Return the sort key of a need: by type, the highest level first; basic magic last."""
    return not need.types, list(map(_order, need.types)), -list(Level).index(need.level)


def deck_hints(deck: Deck, catalogue: Catalogue) -> Iterator[Problem]:
    """Yield advice about the dice of a deck; it is no fault to ignore it."""
    cards = cards_for(deck, catalogue)
    wanted: set[DiceType] = set()
    missing: dict[tuple[DiceType, ...], None] = {}
    for key in deck.card_keys:
        card = cards.get(key)
        if card is None:
            continue
        wanted.update(card.dice)
        for types in _alternatives(card):
            if not any(deck.dice.get(each) for each in types):
                missing[types] = None
    for dice in DiceType:
        if deck.dice.get(dice) and dice not in wanted:
            yield Problem("deck.dice_not_needed", {"dice": (dice.value,)}, "dice")
    for types in sorted(missing, key=lambda each: list(map(_order, each))):
        missed = tuple(dice.value for dice in types)
        yield Problem("deck.dice_missing", {"dice": missed}, "dice")


def _alternatives(card: Card) -> Iterator[tuple[DiceType, ...]]:
    """Yield what a card needs, each as the types of dice of which any one will do."""
    costs = (*card.cost.dice, *card.activation)
    choices = [cost.types for cost in costs if len(cost.types) > 1]
    in_choices = {dice for types in choices for dice in types}
    yield from (tuple(sorted(types, key=_order)) for types in choices)
    yield from ((dice,) for dice in card.dice if dice not in in_choices)
