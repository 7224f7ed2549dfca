"""Share a set-up: a link, a QR code and a text; and set up what somebody shared."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.packs import get_pack
from campaign.rules.core.problems import RulesError
from campaign.services.one_offs import game_start
from tracker.access import game_access, person_of
from tracker.guests import ensure_person
from tracker.pages import game_url, go, page, record_page, say_problems, sent
from tracker.sheets.qr import qr_image
from tracker.systems.aeons_end import selectors, shelf, tables
from tracker.systems.aeons_end.words import sentence
from tracker.systems.aeons_end.words.sheets import table_text
from tracker.systems.registry import face_of

QR_MOST = 1800  # characters that a phone still reads off a screen


class SharedTableForm(forms.Form):
    """Whether sealed boxes are no secret any more."""

    finished = forms.BooleanField(
        label=gettext_lazy("We have finished these boxes"),
        error_messages={"required": gettext_lazy("It uses sealed boxes. Finish them first.")},
    )


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show how to share a game's set-up."""
    access, game = game_access(request, code)
    shared = tables.shared_table(game)
    link = ""
    if shared is not None:
        link = request.build_absolute_uri(f"{reverse('shared_table')}?t={tables.packed(shared)}")
    qr = qr_image(link) if link and len(link) <= QR_MOST else ""
    context = {"game": game, "link": link, "qr": qr, "text": table_text(game, link)}
    return record_page(request, access, "aeons_end/shelf/table.html", context)


def shared_table(request: HttpRequest) -> HttpResponse:
    """Set up what somebody shared."""
    token = request.POST.get("t") or request.GET.get("t", "")
    shared = tables.unpacked(token)
    if shared is None:
        raise Http404
    closed = shelf.closed_boxes(person_of(request), shared.choices.boxes)
    form = SharedTableForm(sent(request))
    if not closed:
        del form.fields["finished"]
    if form.is_valid():
        try:
            made = game_start(
                person=ensure_person(request),
                system=shared.system,
                choices=shared.choices,
                seed=shared.seed,
                language=shared.language,
            )
        except RulesError as error:
            say_problems(request, error, sentence)
        else:
            return go(request, game_url(made))
    language = get_language() or "en"
    boxes = selectors.series().boxes
    used = [slug for slug in shared.choices.boxes if slug in boxes]
    mages = len(shared.choices.places)
    context = {
        "form": form,
        "shared": shared,
        "name": get_pack(shared.system).name.in_language(language),
        "boxes": [boxes[slug].name(language) for slug in used],
        "closed": [boxes[slug].name(language) for slug in used if slug in closed],
        "mages": ngettext("%(number)s mage", "%(number)s mages", mages) % {"number": mages},
        "token": token,
        "styles": face_of(shared.system).styles,
        "title": _("A set-up for you"),
    }
    status = 422 if form.errors else 200
    return page(request, "aeons_end/shelf/shared.html", context, status=status)
