"""The history of a deck: each saved version, compared with the one before, and restored."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import DeckVersion
from campaign.rules.ashes.deck import Cards, Deck, cards_for
from campaign.rules.ashes.deck_changes import DeckChanges, deck_changes
from campaign.rules.core.serialize import from_stored
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import DeckChanged, deck_update
from tracker.systems.ashes.decks.asked import deck_page, own_deck
from tracker.systems.ashes.decks.presenters import deck_name
from tracker.systems.ashes.words import terms
from tracker.systems.ashes.words.problems import sentence
from tracker.web.pages import go
from tracker.web.post_only import posted


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version of a deck: what it changed, and how to restore it."""

    revision: int
    saved_at: datetime
    changes: tuple[str, ...]  # empty: it is the first that is kept
    restore_url: str  # "" for the version that the deck has now


@require_safe
def history(request: HttpRequest, code: str) -> HttpResponse:
    """List the versions of a deck, the newest first."""
    saved = own_deck(request, code)
    rows = list(saved.versions.all())
    decks = [from_stored(Deck, row.deck) for row in rows]
    versions = [
        VersionView(
            row.revision,
            row.saved_at,
            tuple(_lines(decks[place + 1], decks[place])) if place + 1 < len(rows) else (),
            ""
            if row.revision == saved.revision
            else reverse("deck_version_restore", args=[saved.code, row.revision]),
        )
        for place, row in enumerate(rows)
    ]
    name = deck_name(selectors.deck_of(saved))
    return deck_page(request, "history.html", {"saved": saved, "name": name, "versions": versions})


def _to_history(request: HttpRequest, code: str, revision: int) -> str:
    saved = own_deck(request, code)
    if not saved.versions.filter(revision=revision).exists():
        raise Http404
    return reverse("deck_history", args=[saved.code])


@posted(_to_history, sentence)
def restore(request: HttpRequest, code: str, revision: int) -> HttpResponse:
    """Make a version the current one; the others stay in the history."""
    saved = own_deck(request, code)
    version = get_object_or_404(DeckVersion, saved=saved, revision=revision)
    try:
        deck_update(saved=saved, revision=saved.revision, deck=from_stored(Deck, version.deck))
    except DeckChanged:
        messages.warning(request, _("This deck was changed meanwhile"))
        return go(request, "deck_history", saved.code)
    messages.success(request, _("Restored."))
    return go(request, "deck", saved.code)


def _lines(before: Deck, after: Deck) -> Iterator[str]:
    """Yield what changed, in words."""
    changes: DeckChanges = deck_changes(before, after)
    cards: Cards = {**cards_for(before, selectors.catalogue()), **after.own_cards}

    def named(key: str) -> str:
        card = cards.get(key)
        return terms.named(card) if card else terms.card_name(key)

    if changes.is_renamed:
        yield _("Name: %(name)s") % {"name": deck_name(after)}
    if changes.is_reborn and after.phoenixborn:
        yield _("Phoenixborn: %(name)s") % {"name": named(after.phoenixborn)}
    yield from (f"{_signed(n)} {named(key)}" for key, n in changes.cards.items())
    yield from (f"{_signed(n)} {terms.dice_name(kind)}" for kind, n in changes.dice.items())
    yield from (f"★ + {named(key)}" for key in changes.first_five_added)
    yield from (f"★ − {named(key)}" for key in changes.first_five_removed)
    if changes.is_empty:
        yield _("no change of cards or dice")


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
