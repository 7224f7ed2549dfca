"""Cards in words: what they are called and what they cost."""

from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.rules.ashes.catalogue import Card, Cost
from campaign.selectors.ashes import catalogue
from tracker.systems.ashes.words.terms import need_words


def card_name(key: str) -> str:
    """Return what a card is called, whatever its edition; by its key if nobody knows it."""
    return catalogue().name_of("card", key, get_language() or "en") or key.removeprefix("~")


def named(card: Card) -> str:
    """Return what a card is called."""
    return card.name.in_language(get_language() or "en")


def foreign(card: Card) -> str:
    """Return the language of a card's name where it is not the page's: "en", or ""."""
    language = (get_language() or "en")[:2]
    return "" if language == "en" or getattr(card.name, language, None) else "en"


def cost_words(cost: Cost) -> str:
    """Return what a card costs in dice and discarded cards, as one line."""
    return _cost_words(cost, get_language())


@lru_cache(maxsize=1024)  # few costs and languages; a list of cards asks for each line
def _cost_words(cost: Cost, language: str | None) -> str:
    del language  # the active one
    parts = [f"{each.n} × {need_words(each)}" for each in cost.dice]
    if cost.discard:
        parts.append(_("discard %(number)s") % {"number": cost.discard})
    return " + ".join(parts)
