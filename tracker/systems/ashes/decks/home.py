"""The decks of a person, for their home page."""

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.selectors.ashes import deck_of
from tracker.faces.face import KeptItem, KeptList
from tracker.systems.ashes.decks.presenters import deck_name

SHOWN = 4


def kept_decks(person: Person) -> KeptList | None:
    """Return the decks that somebody changed last; None without any."""
    saved = person.decks.not_deleted()[:SHOWN]
    items = tuple(
        KeptItem(deck_name(deck_of(deck)), reverse("deck", args=[deck.code])) for deck in saved
    )
    return KeptList(_("Your decks"), reverse("decks"), items) if items else None
