"""Decks: list, show, create, copy, share, delete, and draw a hand."""

import secrets
from dataclasses import dataclass, replace
from random import Random
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.rules.ashes.catalogue import CURRENT, Edition
from campaign.rules.core.keys import typed_key
from campaign.rules.core.problems import RulesError
from campaign.selectors import ashes as selectors
from campaign.services.ashes import decks as services
from tracker.forms.fields import sent_number
from tracker.people.access import person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.systems.ashes.decks.asked import (
    asked_deck,
    deck_page,
    list_page,
    own_deck,
    owned_by,
    ready_made,
)
from tracker.systems.ashes.decks.filters import ALL_SETS, ListForm
from tracker.systems.ashes.decks.forms import NewDeckForm, SetsForm
from tracker.systems.ashes.decks.hands import hand_view
from tracker.systems.ashes.decks.presenters import (
    RecordView,
    deck_name,
    deck_row,
    deck_view,
    origin_view,
    record_view,
    with_addresses,
)
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import EDITIONS
from tracker.web.pages import for_chats, go, say_problems, sent
from tracker.web.post_only import posted

OWN_ON_A_PAGE = 30  # the ready-made ones stand below them
DELETED_SHOWN = 30  # the latest
SEED_DIGITS = 6  # of a sample hand, in its address


@require_safe
def decks(request: HttpRequest) -> HttpResponse:
    """List the person's own decks and the ready-made ones."""
    person = person_of(request)
    mine = selectors.decks_of(person) if person else ()
    ready = {slug: ready_made(slug) for slug in selectors.catalogue().decks}
    owned = selectors.owned_sets(person)
    set_of = selectors.catalogue().set_of_deck.__getitem__
    form = ListForm(
        request.GET,
        decks=[*ready.values(), *(own.deck for own in mine)],
        tags=[tag for own in mine for tag in own.saved.tags],
        owned=owned,
    )
    fitting = [own for own in mine if form.fits(own.deck, own.saved.tags)]
    is_cooperative = selectors.catalogue().is_cooperative
    by_edition = sorted(ready.items(), key=lambda each: each[1].edition is not CURRENT)
    rows = {
        slug: deck_row(deck, reverse("ready_deck", args=[slug]), box=set_of(slug))
        for slug, deck in by_edition
        if form.fits_ready(slug, deck)
    }
    of_page = Paginator(fitting, OWN_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": of_page,
        "own": [
            deck_row(
                own.deck,
                reverse("deck", args=[own.saved.code]),
                is_playable=own.is_playable,
                tags=own.saved.tags,
            )
            for own in of_page
        ],
        "ready": [row for slug, row in rows.items() if not is_cooperative(slug)],
        "cooperative": [row for slug, row in rows.items() if is_cooperative(slug)],
        "all_ready": len(ready),
        "all_ready_url": f"{reverse('decks')}?set={ALL_SETS}",
        "has_own": bool(mine),
        "deleted": person.decks.deleted().order_by("-deleted_at")[:DELETED_SHOWN] if person else (),
    }
    return list_page(request, "decks.html", form, context)


@dataclass(frozen=True, slots=True)
class EditionLink:
    """A link to the Phoenixborn of an edition."""

    name: str
    url: str
    is_current: bool


def new(request: HttpRequest) -> HttpResponse:
    """Create a deck from its Phoenixborn."""
    wanted = request.GET.get("edition", "")
    owner = person_of(request)
    edition = Edition(wanted) if wanted in list(Edition) else selectors.usual_edition(owner)
    chosen = {"phoenixborn": request.GET.get("phoenixborn", "")}
    form = NewDeckForm(sent(request), initial=chosen, person=owner, edition=edition)
    if form.is_valid():
        token = form.cleaned_data["token"]
        try:
            with person_or_guest(request, form=token) as person:
                saved = services.deck_create(person=person, deck=form.deck(), token=form_key(token))
            return go(request, "deck_edit", saved.code)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
    context = {
        "post_url": f"{reverse('deck_new')}?{urlencode({'edition': edition.value, **chosen})}",
        "editions": [
            EditionLink(str(name), f"?edition={key}", is_current=key == edition)
            for key, name in EDITIONS.items()
        ],
    }
    return deck_page(request, "new.html", context, form=form)


def card_sets(request: HttpRequest) -> HttpResponse:
    """Set which card sets the person owns."""
    form = SetsForm(sent(request), person=person_of(request))
    if form.is_valid():
        with person_or_guest(request) as person:
            services.collection_set(person=person, sets=form.sets())
        messages.success(request, _("Sets saved."))
        return go(request, "decks")
    return deck_page(request, "sets.html", {}, form=form)


# --- one deck ---


@require_safe
def deck(request: HttpRequest, code: str) -> HttpResponse:
    """Show a deck of the person's own."""
    saved = own_deck(request, code)
    link = ""
    if saved.share_key:
        link = request.build_absolute_uri(reverse("shared_deck", args=[saved.share_key]))
    shown = deck_view(selectors.deck_of(saved), owned_by(request), saved.reason)
    public = selectors.publication_of(saved)
    own = replace(
        with_addresses(shown, "", saved.code),
        own_code=saved.code,
        origin=origin_view(selectors.origin_of(saved)),
        tags=tuple(saved.tags),
        note=saved.note,
        share_link=link,
        record=_record(request, typed_key(saved.deck.get("name", ""))),
        public_url=reverse("public_deck", args=[public.code])
        if public and not public.is_taken_down
        else "",
        is_taken_down=public is not None and public.is_taken_down,
    )
    return deck_page(request, "deck.html", {"deck": own})


@require_safe
def open_deck(request: HttpRequest, **which: str) -> HttpResponse:
    """Show a ready-made or shared deck to anybody."""
    asked = asked_deck(request, **which)
    view = deck_view(asked.deck, owned_by(request))
    link = request.build_absolute_uri(asked.url())
    shown = replace(
        with_addresses(view, asked.prefix, asked.key),
        copy_url=asked.url("deck_copy"),
        origin=None if asked.is_ready_made else origin_view(asked.origin),
        share_link=link,
        record=_record(request, which["slug"]) if "slug" in which else None,
    )
    return deck_page(
        request, "deck.html", {"deck": shown, "link_preview": for_chats(request, view.name)}
    )


def _record(request: HttpRequest, key: str) -> RecordView | None:
    """Return how a deck did in the visitor's own games; None if there are none."""
    person = person_of(request)
    record = selectors.deck_record(person, key) if person else None
    return record_view(record) if record and record.games else None


@require_safe
def hand(request: HttpRequest, **which: str) -> HttpResponse:
    """Show a sample of what a deck begins with, and the chances of its dice and cards."""
    asked = asked_deck(request, **which)
    seed = sent_number(request.GET.get("draw"), SEED_DIGITS)
    if seed is None:
        seed = secrets.randbelow(10**SEED_DIGITS)
    view = hand_view(
        asked.deck, Random(seed), deck_url=asked.url(), again_url=asked.url("deck_hand")
    )
    return deck_page(request, "hand.html", {"view": view})


def _to_deck(request: HttpRequest, code: str) -> str:
    return reverse("deck", args=[own_deck(request, code).code])


def _to_decks(request: HttpRequest, code: str) -> str:
    own_deck(request, code, deleted=True)
    return reverse("decks")


def copy(request: HttpRequest, **which: str) -> HttpResponse:
    """Copy a deck to the person's own; a GET is redirected to the page of the deck."""
    asked = asked_deck(request, **which)
    if request.method != "POST":
        return go(request, asked.url())
    try:
        with person_or_guest(request) as person:
            saved = services.deck_create(person=person, deck=asked.deck, origin=asked.origin)
    except RulesError as error:
        say_problems(request, error, sentence)
        return go(request, "decks")
    messages.success(request, _("Copied to your decks."))
    return go(request, "deck_edit", saved.code)


@posted(_to_deck)
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Create or revoke the public link of a deck."""
    saved = own_deck(request, code)
    services.deck_share(saved=saved, shared="revoke" not in request.POST)
    return go(request, "deck", saved.code)


@posted(_to_deck)
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a deck; the list offers to restore it."""
    saved = own_deck(request, code)
    services.deck_delete(saved=saved)
    name = deck_name(selectors.deck_of(saved))
    messages.success(request, _("Deleted: %(name)s. You can undo it below.") % {"name": name})
    return go(request, "decks")


@posted(_to_decks)
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """Restore a deleted deck."""
    saved = own_deck(request, code, deleted=True)
    try:
        services.deck_restore(saved=saved)
    except RulesError as error:
        say_problems(request, error, sentence)
        return go(request, "decks")
    return go(request, "deck", saved.code)
