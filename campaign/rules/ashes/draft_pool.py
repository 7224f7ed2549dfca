"""What card sets bring to a draft, and how many players that is enough for (rulebook p. 16)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from campaign.rules.ashes.catalogue import DECK_TYPES, PLAYERS, Catalogue, DiceType, Edition
from campaign.rules.ashes.deck import DICE
from campaign.rules.core.entries import Few
from campaign.rules.core.keys import Key
from campaign.rules.core.problems import Problem

ROUNDS: Final = 9  # nine cards each, of which each takes one a round
DICE_OF_A_TYPE: Final = 10


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """The card sets from which players draft their decks."""

    edition: Edition
    sets: Few[Key]


@dataclass(frozen=True, slots=True)
class DraftPool:
    """What some card sets bring to a draft (p. 16, steps 1 to 4)."""

    exclusives: Mapping[str, str] = field(hash=False)  # by Phoenixborn
    cards: tuple[str, ...]  # one copy of every other card
    dice: tuple[DiceType, ...]

    @property
    def most_players(self) -> int:
        """Return how many can draft with it; each needs a type of dice."""
        enough_cards = len(self.cards) // (ROUNDS + 1)
        return min(PLAYERS[-1], len(self.exclusives), enough_cards, len(self.dice))


def draft_pool(catalogue: Catalogue, edition: Edition, sets: Collection[str]) -> DraftPool:
    """Return what these sets bring to a draft."""
    cards = tuple(catalogue.cards(edition, frozenset(sets)))
    exclusive: dict[str, str] = {}
    for card in cards:
        if card.exclusive_to and card.type in DECK_TYPES:
            # A later box may bring another one: that of the Phoenixborn's own box is drafted.
            home = catalogue.set_of_card[edition, card.exclusive_to]
            if card in home.cards or card.exclusive_to not in exclusive:
                exclusive[card.exclusive_to] = card.id
    return DraftPool(
        {card.id: exclusive[card.id] for card in cards if card.id in exclusive},
        tuple(card.id for card in cards if card.type in DECK_TYPES and not card.exclusive_to),
        tuple(each for each in DiceType if any(each in card.dice for card in cards)),
    )


def size_problems(players: int, pool: DraftPool) -> Iterable[Problem]:
    """Yield what the sets lack; with five or more, types of dice as a rule (p. 16)."""
    if players not in PLAYERS:
        details = {"least": PLAYERS[0], "most": PLAYERS[-1], "actual": players}
        yield Problem("draft.players", details, "players")
        return
    for code, needed, actual in (
        ("draft.too_few_phoenixborn", players, len(pool.exclusives)),
        ("draft.too_few_cards", players * (ROUNDS + 1), len(pool.cards)),
        ("draft.too_few_dice", players * DICE, len(pool.dice) * DICE_OF_A_TYPE),
    ):
        if actual < needed:
            yield Problem(code, {"needed": needed, "actual": actual}, "sets")
