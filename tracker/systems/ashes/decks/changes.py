"""What changed between two versions of a deck, in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaign.rules.ashes.deck import Cards, Deck, cards_for
from campaign.rules.ashes.deck_changes import DeckChanges, deck_changes
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.decks.presenters import deck_name
from tracker.systems.ashes.words import terms


def change_lines(before: Deck, after: Deck) -> Iterator[str]:
    """Yield what changed, in words."""
    changes: DeckChanges = deck_changes(before, after)
    cards: Cards = {**cards_for(before, catalogue()), **after.own_cards}

    def named(key: str) -> str:
        card = cards.get(key)
        return terms.named(card) if card else terms.card_name(key)

    if changes.is_renamed:
        yield _("Name: %(name)s") % {"name": deck_name(after)}
    if changes.is_reborn and after.phoenixborn:
        yield _("Phoenixborn: %(name)s") % {"name": named(after.phoenixborn)}
    yield from (f"{_signed(n)} {named(key)}" for key, n in changes.cards.items())
    yield from (f"{_signed(n)} {terms.dice_name(kind)}" for kind, n in changes.dice.items())
    for key in changes.first_five_added:
        yield _("First Five: + %(name)s") % {"name": named(key)}
    for key in changes.first_five_removed:
        yield _("First Five: − %(name)s") % {"name": named(key)}
    if changes.is_empty:
        yield _("no change of cards or dice")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
