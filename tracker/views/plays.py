"""The play log: a page, a spreadsheet, and plays for BG Stats."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.models import Person
from campaign.plays import Play, PlayLog, campaign_play, known_to, one_off_play
from tracker import bgstats
from tracker.access import one_off_access, person_of, session_access
from tracker.forms.plays import PlaysForm
from tracker.pages import page
from tracker.presenters.plays import asked_place, csv_lines, pages, play_view

MOST_IN_A_FILE = 20_000  # BG Stats reads its file whole, on a phone


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Show somebody's games, filtered as they ask."""
    person = person_of(request)
    if person is None:
        return to_sign_in("log")
    form = asked_of(request, person)
    games = PlayLog(person, form.wanted())
    place = asked_place(request.GET.get("page", ""))
    shown = games.page(place, language=get_language() or "en")
    context = {
        "count": games.count(),
        "plays": [play_view(play) for play in shown.plays],
        "pages": pages(shown, form.query),
        **asked(form),
    }
    status = 422 if form.errors else 200
    return page(request, "plays/log.html", context, part="plays", status=status)


@require_safe
def log_csv(request: HttpRequest) -> HttpResponseBase:
    """Answer with the same games as a spreadsheet."""
    person = person_of(request)
    if person is None:
        return to_sign_in("log")
    plays = PlayLog(person, asked_of(request, person).wanted())
    response = StreamingHttpResponse(csv_lines(plays), content_type="text/csv; charset=utf-8")
    return _as_file(response, "breachkeeper-log.csv")


@require_safe
def log_bgstats(request: HttpRequest) -> HttpResponseBase:
    """Answer with the latest of the same games as a play file of BG Stats."""
    person = person_of(request)
    if person is None:
        return to_sign_in("log")
    plays = PlayLog(person, asked_of(request, person).wanted())[:MOST_IN_A_FILE]
    file = bgstats.play_file(plays, me=person.display_name)
    return _as_file(JsonResponse(file), "breachkeeper.bgsplay")


@require_safe
def game_bgstats(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Lead to BG Stats with a game of a campaign."""
    access, _session = session_access(request, code, number)
    return _to_bgstats(campaign_play(access.campaign, number))


@require_safe
def one_off_bgstats(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to BG Stats with a one-off game."""
    return _to_bgstats(one_off_play(one_off_access(request, code).game))


def to_sign_in(name: str) -> HttpResponse:
    """Lead to the door, and back here afterwards."""
    return redirect(f"{reverse('sign_in')}?{urlencode({'next': reverse(name)})}")


def asked_of(request: HttpRequest, person: Person) -> PlaysForm:
    """Return what the address asks of somebody's log."""
    return PlaysForm(request.GET, known=known_to(person, language=get_language() or "en"))


def asked(form: PlaysForm) -> dict[str, Any]:
    """Return what the log and statistics both say of what was asked."""
    group = dict(form.known.campaigns).get(form.wanted().campaign, "")
    return {"form": form, "query": form.query, "group": group}


def _to_bgstats(play: Play | None) -> HttpResponse:
    if play is None:
        raise Http404
    if play.played_on is None:  # BG Stats takes none without a day, and any other would be made up
        return HttpResponseRedirect(play_view(play).url)
    response = HttpResponseRedirect(bgstats.play_link(play))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _as_file(response: HttpResponseBase, name: str) -> HttpResponseBase:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response
