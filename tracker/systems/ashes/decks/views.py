"""Decks: list, show, create, copy, share, delete, export and import."""

import json
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Game, Person, SavedDeck
from campaign.models.records import CODE_LENGTH
from campaign.rules.ashes.catalogue import SLUG, Edition
from campaign.rules.ashes.deck import Deck, ready_deck
from campaign.rules.ashes.deck_list import deck_text, read_deck
from campaign.rules.ashes.duel import DuelSetup, SeatSetup, seat_setup
from campaign.rules.core.problems import RulesError
from campaign.rules.core.serialize import SerializeError, from_plain, to_plain
from campaign.selectors import ashes as selectors
from campaign.selectors import games
from campaign.services.ashes import decks as services
from tracker.people.access import Access, one_off_access, person_of
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import WRONG_LINKS, address_of
from tracker.people.sign_ins import signed_in
from tracker.sheets.response import sheet_response
from tracker.systems.ashes.decks.forms import ImportDeckForm, ListForm, NewDeckForm, SetsForm
from tracker.systems.ashes.presenters import deck_name, deck_row, deck_view, seat_view
from tracker.systems.ashes.sheets import deck_document
from tracker.systems.ashes.words.problems import sentence
from tracker.systems.ashes.words.terms import EDITIONS
from tracker.web.pages import as_file, for_chats, go, page, record_page, say_problems, sent
from tracker.web.post_only import posted
from tracker.web.records import game_url
from tracker.words import listed

STYLES = "ashes/decks.css"  # of decks and drafts
FORMAT = "ashes-decks"  # of the export file
ASKED = "edition"  # the code of an error: the edition has to be chosen
MAX_NAMED = 30  # unknown cards that are named after an import


def deck_page(
    request: HttpRequest, template: str, context: dict[str, Any], **more: Any
) -> HttpResponse:
    """Render a page of decks."""
    return page(request, f"ashes/decks/{template}", {"styles": STYLES, **context}, **more)


def own_deck(request: HttpRequest, code: str, *, deleted: bool = False) -> SavedDeck:
    """Return a deck of the requesting person, or raise 404."""
    person = person_of(request)
    if person is None or len(code) != CODE_LENGTH:
        raise Http404
    mine = person.decks.all()
    decks = mine.deleted() if deleted else mine.not_deleted()
    return get_object_or_404(decks, code=code.upper())


def _ready(slug: str) -> Deck:
    known = selectors.catalogue().decks.get(slug)
    if known is None:
        raise Http404
    return ready_deck(known, language=get_language() or "en")


@dataclass(frozen=True, slots=True)
class AskedDeck:
    """An own, ready-made or shared deck, with the addresses of its page and of its copy."""

    deck: Deck
    url: str
    copy_url: str


def _asked_deck(
    request: HttpRequest, *, code: str = "", slug: str = "", key: str = ""
) -> AskedDeck:
    """Return the deck that an address names, or raise 404."""
    if code:
        saved = own_deck(request, code)
        return AskedDeck(
            selectors.deck_of(saved),
            url=reverse("deck", args=[saved.code]),
            copy_url=reverse("deck_copy", args=[saved.code]),
        )
    if slug:
        return AskedDeck(
            _ready(slug),
            url=reverse("ready_deck", args=[slug]),
            copy_url=reverse("ready_deck_copy", args=[slug]),
        )
    shared = selectors.shared_deck(key) if key.isprintable() else None
    if shared is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    return AskedDeck(
        selectors.deck_of(shared),
        url=reverse("shared_deck", args=[key]),
        copy_url=reverse("shared_deck_copy", args=[key]),
    )


@require_safe
def decks(request: HttpRequest) -> HttpResponse:
    """List the person's own decks and the ready-made ones."""
    person = person_of(request)
    mine = selectors.decks_of(person) if person else ()
    ready = {slug: _ready(slug) for slug in selectors.catalogue().decks}
    form = ListForm(request.GET, decks=[*ready.values(), *(own.deck for own in mine)])
    context = {
        "form": form,
        "own": [
            deck_row(own.deck, reverse("deck", args=[own.saved.code]), is_playable=own.is_playable)
            for own in mine
            if form.fits(own.deck)
        ],
        "ready": [
            deck_row(deck, reverse("ready_deck", args=[slug]))
            for slug, deck in ready.items()
            if form.fits(deck)
        ],
        "has_own": bool(mine),
        "deleted": person.decks.deleted().order_by("-deleted_at") if person else (),
    }
    return deck_page(request, "decks.html", context, part="found")


@dataclass(frozen=True, slots=True)
class EditionLink:
    """A link to the Phoenixborn of an edition."""

    name: str
    url: str
    is_current: bool


def new(request: HttpRequest) -> HttpResponse:
    """Create a deck from its Phoenixborn."""
    wanted = request.GET.get("edition", "")
    edition = Edition(wanted) if wanted in list(Edition) else Edition.FIRST
    form = NewDeckForm(sent(request), person=person_of(request), edition=edition)
    if form.is_valid():
        token = form.cleaned_data["token"]
        try:
            with person_or_guest(request, form=token) as person:
                saved = services.deck_create(person=person, deck=form.deck(), token=form_key(token))
            return go(request, "deck_edit", saved.code)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
    context = {
        "post_url": f"{reverse('deck_new')}?edition={edition}",
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
    view = deck_view(selectors.deck_of(saved), saved.reason)
    own = replace(view, own_code=saved.code, share_link=link)
    return deck_page(request, "deck.html", {"deck": own})


@require_safe
def open_deck(request: HttpRequest, **which: str) -> HttpResponse:
    """Show a ready-made or shared deck to anybody."""
    asked = _asked_deck(request, **which)
    view = replace(deck_view(asked.deck), copy_url=asked.copy_url)
    return deck_page(request, "deck.html", {"deck": view, **for_chats(request, view.name)})


def _to_deck(request: HttpRequest, code: str) -> str:
    return reverse("deck", args=[own_deck(request, code).code])


def _to_decks(request: HttpRequest, code: str) -> str:
    own_deck(request, code, deleted=True)
    return reverse("decks")


def copy(request: HttpRequest, **which: str) -> HttpResponse:
    """Copy a deck to the person's own; a GET is redirected to the page of the deck."""
    asked = _asked_deck(request, **which)
    if request.method != "POST":
        return go(request, asked.url)
    try:
        with person_or_guest(request) as person:
            saved = services.deck_create(person=person, deck=asked.deck)
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
    services.deck_restore(saved=saved)
    return go(request, "deck", saved.code)


# --- files ---


@require_safe
def paper(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Return a deck as PDF: a list, or proxies."""
    saved = own_deck(request, code)
    setup = seat_setup(selectors.deck_of(saved), selectors.catalogue())
    return sheet_response(
        request,
        lambda: deck_document(kind, setup, get_language() or "en"),
        name=f"{saved.code}-{kind}",
        shows=(kind, saved.code, saved.revision),
    )


@require_safe
def game_deck(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Show the deck of a seat of a game; one that is secret only to its player."""
    access, game = one_off_access(request, code, systems=[SLUG])
    setup = _seat_of(game, seat)
    if not _may_see(access, game, setup, seat):
        return _kept_secret(request, game)
    sheet = games.sheet_of(game, games.one_off_record(game), opened=(seat,))
    context = {
        "game": game,
        "view": seat_view(sheet, sheet.body.seats[seat - 1]),
        "is_secret": setup.secret and games.result_of(game) is None,
    }
    answer = record_page(request, access, "ashes/own_deck.html", context)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _seat_of(game: Game, seat: int) -> SeatSetup:
    setup: DuelSetup = games.game_setup(game)
    if not 1 <= seat <= len(setup.seats):
        raise Http404
    return setup.seats[seat - 1]


def _may_see(access: Access, game: Game, setup: SeatSetup, seat: int) -> bool:
    """Say whether somebody may see the deck of a seat: a secret one is its player's alone."""
    is_open = not setup.secret or games.result_of(game) is not None
    return is_open or seat in access.seats


def _kept_secret(request: HttpRequest, game: Game) -> HttpResponse:
    messages.info(request, _("Only the player of this deck can see it until the game is over."))
    return go(request, game_url(game))


@require_safe
def game_paper(request: HttpRequest, code: str, seat: int, kind: str) -> HttpResponse:
    """Return the deck of a seat of a game as PDF."""
    access, game = one_off_access(request, code, systems=[SLUG])
    setup = _seat_of(game, seat)
    if not _may_see(access, game, setup, seat):
        return _kept_secret(request, game)
    return sheet_response(
        request,
        lambda: deck_document(kind, setup, game.language),
        name=f"{game.code}-{kind}-{seat}",
        shows=(kind, seat, game.stamp),
        foot=game.code,
    )


@require_safe
def list_text(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return a deck as a text list."""
    deck = selectors.deck_of(own_deck(request, code))
    text = deck_text(deck, selectors.catalogue())
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return as_file(answer, f"{slugify(deck_name(deck))}.txt")


@require_safe
@signed_in("decks")
def export(_request: HttpRequest, person: Person) -> HttpResponseBase:
    """Return all decks of the person as JSON."""
    decks = [to_plain(own.deck) for own in selectors.decks_of(person)]
    answer = JsonResponse({"format": FORMAT, "version": 1, "decks": decks})
    return as_file(answer, "decks.json")


def import_deck(request: HttpRequest) -> HttpResponse:
    """Import decks; unknown cards of a list are named and left out."""
    form = ImportDeckForm(sent(request), request.FILES or None)
    saved: list[SavedDeck] = []
    if form.is_valid():
        try:
            saved = _imported(request, form.cleaned_data["token"], _read(request, form))
        except ValidationError as error:
            form.add_error("edition" if error.code == ASKED else "text", error)
        except RulesError as error:
            form.add_error(None, [sentence(problem) for problem in error.problems])
    if not saved:
        return deck_page(request, "import.html", {}, form=form)
    if len(saved) == 1:
        return go(request, "deck", saved[0].code)
    count = len(saved)
    text = ngettext("%(count)s deck imported.", "%(count)s decks imported.", count)
    messages.success(request, text % {"count": count})
    return go(request, "decks")


def _read(request: HttpRequest, form: ImportDeckForm) -> list[Deck]:
    """Return the decks of a file, or the one of a list, or raise ``ValidationError``."""
    text = form.cleaned_data["text"]
    if text.startswith("{"):
        return decks_in(text)
    read = read_deck(text, selectors.catalogue(), form.cleaned_data["edition"])
    deck = read.deck
    if not (deck.phoenixborn or deck.cards or deck.dice):
        raise ValidationError(_("No line contains a known card."))
    if len(read.editions) > 1:
        raise ValidationError(_("This list fits both editions. Choose one."), ASKED)
    if read.unknown:
        text = _("Unknown and left out: %(names)s.")
        messages.warning(request, text % {"names": listed(read.unknown[:MAX_NAMED])})
    return [deck]


def decks_in(text: str) -> list[Deck]:
    """Return the decks of an export file, or raise ``ValidationError``."""
    refused = ValidationError(_("This isn’t an “Export all” file."))
    try:
        plain: Any = json.loads(text)
        if plain.get("format") != FORMAT or not 0 < len(plain["decks"]) <= services.MAX_DECKS:
            raise refused
        return [from_plain(Deck, deck) for deck in plain["decks"]]
    except (SerializeError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise refused from error


def _imported(request: HttpRequest, token: str, decks: list[Deck]) -> list[SavedDeck]:
    """Save decks for the person, or for a new guest; a form sent twice imports once."""
    with person_or_guest(request, form=token) as person:
        return [
            services.deck_create(person=person, deck=deck, token=form_key(f"{token}-{place}"))
            for place, deck in enumerate(decks)
        ]
