"""The description of the game: a newer edition, and files to share."""

import json

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.rules.core.serialize import to_plain
from campaign.rules.journal.sharing import bare_description, full_description
from campaign.services.facts import fact_record
from tracker.people.access import Need
from tracker.systems.journal.access import journal_access, latest_game
from tracker.systems.journal.forms.description import EditionForm
from tracker.systems.journal.presenters.description import description_page
from tracker.systems.journal.selectors import journal_state
from tracker.web.entries import Refusal, save
from tracker.web.pages import as_file, form_page, go, say_done, sent


def description(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the description is, and take a newer edition of it."""
    posting = request.method == "POST"
    access = journal_access(request, code, Need.KEEP if posting else Need.LOOK)
    state = journal_state(access.campaign)
    form = EditionForm(sent(request), request.FILES or None, access=access, state=state)

    def update() -> None:
        game = latest_game(access).number or 0
        fact_record(campaign=access.campaign, game=game, fact=form.fact(), **form.signature())

    refusal = save(form, update)
    if refusal is not None:
        return _description_page(request, form, refusal)
    say_done(request, access, _("The newer edition is in your journal."))
    return go(request, "journal_description", code=code)


def _description_page(request: HttpRequest, form: EditionForm, refusal: Refusal) -> HttpResponse:
    access = form.access
    context = {
        "page": description_page(form.state),
        "may_update": access.may_keep and bool(form.state.games),
        "may_share": access.role is not None,
    }
    template = "journal/description.html"
    return form_page(request, form, template, context, refusal=refusal, part=None)


@require_safe
def description_file(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the description as a file: bare, or full with ``?full=1``."""
    access = journal_access(request, code)
    if access.only_looks_on:
        raise PermissionDenied
    state = journal_state(access.campaign)
    is_full = request.GET.get("full") == "1"
    shared = full_description(state) if is_full else bare_description(state)
    text = json.dumps(to_plain(shared), ensure_ascii=False, indent=1)
    name = slugify(state.description.name) or "game"
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    return as_file(answer, f"{name}{'-full' if is_full else ''}.json")
