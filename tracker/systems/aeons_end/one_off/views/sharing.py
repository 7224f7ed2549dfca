"""Share the set-up of a game by a link, and start a game from one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.packs import game_name
from campaign.rules.aeons_end.sheet import SheetPile
from campaign.rules.aeons_end.systems import SLUGS
from campaign.rules.core.problems import RulesError
from campaign.services.one_offs import game_start
from tracker.people.access import one_off_access, person_of
from tracker.people.guests import person_or_guest
from tracker.people.limits import DRAWS, WRONG_LINKS, address_of
from tracker.pictures.qr import qr_image
from tracker.systems.aeons_end.one_off import shared_setups
from tracker.systems.aeons_end.one_off.views.shelf import shelf_page
from tracker.systems.aeons_end.shared import selectors, shelf
from tracker.systems.aeons_end.shared.words import sentence
from tracker.systems.aeons_end.shared.words.sheets import table_text
from tracker.systems.aeons_end.shared.words.terms import mages
from tracker.web.pages import go, record_page, say_problems, sent
from tracker.web.records import game_url


class SharedTableForm(forms.Form):
    """Confirmation that the sealed boxes of a shared set-up are finished."""

    finished = forms.BooleanField(
        label=gettext_lazy("We have finished these boxes"),
        error_messages={"required": gettext_lazy("It uses sealed boxes. Finish them first.")},
    )


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the link, QR code and text that share a game's set-up."""
    access, game = one_off_access(request, code, systems=SLUGS)
    link = ""
    if shared_setups.shared_table(game) is not None:
        link = request.build_absolute_uri(reverse("shared_game", args=[shared_setups.key_of(game)]))
    qr = qr_image(link) if link else ""
    context = {"game": game, "link": link, "qr": qr, "text": table_text(game, link)}
    return record_page(request, access, "aeons_end/shelf/table.html", context)


def shared_game(request: HttpRequest, key: str) -> HttpResponse:
    """Start a game from the set-up of another, by the short link to it."""
    game = shared_setups.game_of_key(key)
    if game is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    shared = shared_setups.shared_table(game)
    if shared is None:
        raise Http404
    body = selectors.game_sheet(game).body
    return _shared_page(request, shared, SharedPreview(body.nemesis.name, body.market))


def shared_table(request: HttpRequest) -> HttpResponse:
    """Start a game from a set-up that is packed into a link, as earlier versions shared it."""
    token = request.POST.get("t") or request.GET.get("t", "")
    shared = shared_setups.unpacked(token)
    if shared is None:
        said = _("This link can’t be read: it is damaged, or asks for more than a set-up can have.")
        messages.error(request, said)
        raise Http404
    return _shared_page(request, shared, None, token)


@dataclass(frozen=True, slots=True)
class SharedPreview:
    """What a shared set-up is about."""

    nemesis: str
    piles: Sequence[SheetPile]


def _shared_page(
    request: HttpRequest,
    shared: shared_setups.SharedTable,
    preview: SharedPreview | None,
    token: str = "",
) -> HttpResponse:
    """Show a shared set-up, or start a game from it; of boxes still sealed it shows nothing."""
    closed = shelf.closed_boxes(person_of(request), shared.choices.boxes)
    form = SharedTableForm(sent(request))
    if not closed:
        del form.fields["finished"]
    if form.is_valid():
        # Whoever wrote the link chose how much there is to count.
        DRAWS.take(address_of(request), 1 + len(shared.choices.market.constraints))
        try:
            with person_or_guest(request) as person:
                made = game_start(
                    person=person,
                    system=shared.system,
                    choices=shared.choices,
                    seed=shared.seed,
                    language=shared.language,
                )
        except RulesError as error:
            say_problems(request, error, sentence)
        else:
            return go(request, game_url(made))
    boxes = selectors.series().boxes
    used = [slug for slug in shared.choices.boxes if slug in boxes]
    return shelf_page(
        request,
        "shared",
        form,
        shared=shared,
        preview=None if closed else preview,
        box=game_name(shared.system, get_language() or "en"),
        boxes=[shelf.name_of(boxes[slug]) for slug in used],
        closed=[shelf.name_of(boxes[slug]) for slug in used if slug in closed],
        mages=mages(len(shared.choices.places)),
        token=token,
        title=_("A set-up for you"),
    )
