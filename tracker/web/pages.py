"""Responses: pages and their parts, redirects, messages, files; one view serves page and part."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from campaign.models import Game
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors import campaigns as selectors
from tracker.faces.registry import face_of
from tracker.forms.entry import EntryForm
from tracker.forms.fields import sent_number
from tracker.people.access import Access
from tracker.web.entries import NOT_SENT, Refusal
from tracker.web.records import Where, pages_of
from tracker.web.undo import as_tag, redo_of, undo_of
from tracker.words import sentence


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    form: BaseForm | None = None,
    part: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a page, or only its part if htmx asks for it; 422 if its form has errors."""
    values = dict(context or {})
    if form is not None:
        values["form"] = form
        status = 422 if form.errors else status
    as_part = part is not None and asked_by_htmx(request)
    name = f"{template}#{part}" if as_part else template
    # A part says in words what is wrong. Only htmx would see its status, and browsers write every
    # 4xx that a script receives to the console.
    response = render(request, name, values, status=200 if as_part else status)
    response.headers.setdefault("Vary", "HX-Request")
    return response


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the data of a POST; None, for an unbound form, of any other request."""
    return request.POST if request.method == "POST" else None


def go(request: HttpRequest, to: str, *args: Any, **kwargs: Any) -> HttpResponse:
    """Redirect; htmx is told to load it as a page, not as a part."""
    url = resolve_url(to, *args, **kwargs)
    if asked_by_htmx(request):
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url)


def say_done(request: HttpRequest, access: Access, text: str) -> None:
    """Add a success message with a button that undoes what was done."""
    messages.success(request, text, extra_tags=as_tag(undo_of(access.record)))


def say_undone(request: HttpRequest, access: Access, text: str) -> None:
    """Add a success message with a button that redoes what was undone."""
    messages.success(request, text, extra_tags=as_tag(redo_of(access.record)))


def say_problems(
    request: HttpRequest, error: RulesError, sentence: Callable[[Problem], str] = sentence
) -> None:
    """Add a message for each problem, for a page without a form to show them in."""
    for problem in error.problems:
        messages.error(request, sentence(problem))


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a chat shows of a link to a page that anybody may see."""

    title: str
    image: str  # an absolute address
    is_large: bool  # 1200 × 630, instead of the logo


def for_chats(request: HttpRequest, title: str, image: str = "") -> LinkPreview:
    """Return the preview of a link (Open Graph); only for pages that need no session.

    A chat app requests the page without a cookie, and shows the preview to everybody in the chat.
    ``image`` is a picture of 1200 × 630; without one the logo is shown.
    """
    shown = image or static("img/icon-512.png")
    return LinkPreview(title, request.build_absolute_uri(shown), bool(image))


def record_page(
    request: HttpRequest,
    access: Access,
    template: str,
    context: Mapping[str, Any],
    *,
    form: BaseForm | None = None,
    current: str = "",
    after: int | None = None,
    game: Game | None = None,
    part: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a page of a record: of a campaign, of one of its games or of a one-off game.

    A template for any game extends ``base``; ``current`` is the page's name in the navigation,
    ``after`` the game after which it shows the campaign, and ``game`` the one that it is about.
    """
    record = access.record
    where = Where(request.path, current, after, game)
    frame = pages_of(record).frame(access, where)
    face = face_of(record.system)
    values: dict[str, object] = {
        "access": access,
        "base": frame.base,
        "styles": face.styles,
        "look": face.look,
        "folder": face.folder,
        "campaign": frame.campaign,
        "nav": frame.nav,
        "then": frame.then,
        "campaign_styles": frame.campaign_styles,
        "next_evening": frame.evening,
    }
    if game is not None:
        values["game"] = game
    if frame.campaign is not None and frame.preview_image:
        values["link_preview"] = for_chats(request, frame.campaign.name, frame.preview_image)
    return page(request, template, {**values, **context}, form=form, part=part, status=status)


def form_page(
    request: HttpRequest,
    form: EntryForm,
    template: str,
    context: Mapping[str, Any],
    *,
    refusal: Refusal = NOT_SENT,
    current: str = "",
    part: str | None = "form",
    game: Game | None = None,
    status: int | None = None,
) -> HttpResponse:
    """Render the page of a form; after a ``refusal``, with its status and what changed since."""
    values = {"form": form, "stale": refusal.stale, **context}
    return record_page(
        request,
        form.access,
        template,
        values,
        current=current,
        part=part,
        game=game,
        status=status or refusal.status,
    )


def asked_by_htmx(request: HttpRequest) -> bool:
    """Say whether htmx requests a part, rather than a browser a page."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx) and not htmx.boosted  # type: ignore[union-attr] # set by HtmxMiddleware


def asked_game(request: HttpRequest, access: Access) -> int | None:
    """Return the game in ``?after=``, after which the page shows the campaign; None for now."""
    number = sent_number(request.GET.get("after"), 6)
    if number is None:
        return None
    games = selectors.campaign_facts(access.campaign).story.games
    return number if number < max(games, default=0) else None


def as_file(response: HttpResponseBase, name: str) -> HttpResponseBase:
    """Make a response a download under a name, which no cache keeps."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def next_url(request: HttpRequest) -> str:
    """Return the page of this site that ``next`` asks for, or the home page."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return url
    return reverse("home")


def row_number(text: str) -> int:
    """Return the primary key that was sent; 0, which no row has, for anything else."""
    return sent_number(text, 18) or 0
