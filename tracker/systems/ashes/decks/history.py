"""The history of a deck: a version of each session, compared with the one before."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import DeckVersion, SavedDeck
from campaign.rules.ashes.deck import Deck
from campaign.rules.core.serialize import from_stored
from campaign.selectors import ashes as selectors
from campaign.services.ashes.decks import deck_change
from tracker.systems.ashes.decks.asked import deck_page, own_deck
from tracker.systems.ashes.decks.changes import change_lines
from tracker.systems.ashes.decks.presenters import deck_name
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
    rows = _of_sessions(saved)
    decks = [from_stored(Deck, row.deck) for row in rows]
    versions = [
        VersionView(
            row.revision,
            row.saved_at,
            tuple(change_lines(decks[place + 1], decks[place])) if place + 1 < len(rows) else (),
            ""
            if row.revision == saved.version
            else reverse("deck_version_restore", args=[saved.code, row.revision]),
        )
        for place, row in enumerate(rows)
    ]
    name = deck_name(selectors.deck_of(saved))
    return deck_page(request, "history.html", {"saved": saved, "name": name, "versions": versions})


def _of_sessions(saved: SavedDeck) -> list[DeckVersion]:
    """Return a version of each session: the one that the deck has now, or the last."""
    shown: dict[int, DeckVersion] = {}
    for version in saved.versions.all():  # the latest first
        if version.revision == saved.version or version.session not in shown:
            shown[version.session] = version
    return list(shown.values())


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
    deck = from_stored(Deck, version.deck)
    deck_change(saved=saved, step=lambda _deck: deck)
    messages.success(request, _("Restored."))
    return go(request, "deck", saved.code)
