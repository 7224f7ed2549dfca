"""The conjuration pile (p. 14): as many copies of a conjuration as its printed limit.

Sources differ about a few limits (``Card.other_limit``): the newer one counts here.
"""

from campaign.rules.ashes.catalogue import Catalogue
from campaign.rules.ashes.deck import Deck, cards_for


def conjuration_pile(deck: Deck, catalogue: Catalogue) -> dict[str, int]:
    """Return the conjurations by key, with how many copies of each.

    These are all that the Phoenixborn and the cards conjure, and what those conjure in turn.
    """
    cards = cards_for(deck, catalogue)
    pile: dict[str, int] = {}
    waiting = list(deck.card_keys)
    while waiting:
        card = cards.get(waiting.pop(0))
        for key in card.conjures if card else ():
            conjured = cards.get(key)
            if conjured and conjured.is_conjured and key not in pile:
                pile[key] = conjured.limit or 1
                waiting.append(key)
    return pile
