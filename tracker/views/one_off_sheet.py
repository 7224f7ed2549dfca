"""A one-off game on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.selectors import one_off as selectors
from tracker.access import one_off_access
from tracker.sheets.cache import cache, etag_of
from tracker.sheets.compiler import Format, Paper, compile_document
from tracker.systems.aeons_end.sheets.setup import setup_document


@require_safe
def sheet_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the set-up sheet of a game."""
    game = one_off_access(request, code).game
    asked = request.GET.get("paper", "")
    paper = Paper(asked) if asked in set(Paper) else Paper.A4
    key = ("one-off", game.stamp, get_language(), request.get_host(), paper)
    etag = quote_etag(etag_of(key))
    response = get_conditional_response(request, etag=etag)
    if response is None:
        document = setup_document(
            selectors.one_off_setup_sheet(game),
            paper=paper,
            heading=selectors.one_off_pack(game).name.in_language(game.language),
            link=request.build_absolute_uri(reverse("one_off_result", args=[game.code])),
            foot=_foot(request.get_host() + reverse("one_off", args=[game.code]), game.seed),
        )
        made = cache.of(key, lambda: compile_document(document))
        response = HttpResponse(made, content_type=Format.PDF.content_type)
        response.headers["Content-Disposition"] = (
            content_disposition_header(as_attachment=False, filename=f"{game.code}-set-up.pdf")
            or "inline"
        )
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def _foot(address: str, seed: str) -> str:
    """Return what stands under the sheet: where the game is, and what draws it again."""
    return f"{address} · {_('Seed')} {seed}"
