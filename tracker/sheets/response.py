"""Responses with a sheet, compiled on request, with an ETag."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.packs import game_name
from campaign.rules.core.sheet import SetupSheet
from campaign.selectors.games import one_off_record, shown_seed
from tracker.people.limits import SHEETS, address_of
from tracker.sheets.compiler import Document, Format, Paper, compile_document, edition
from tracker.systems.registry import one_off_face
from tracker.web.pages import game_url


def sheet_response(
    request: HttpRequest,
    make: Callable[[], Document],
    *,
    name: str,
    shows: tuple[object, ...],
    form: Format = Format.PDF,
    link: str = "",
    foot: str = "",
) -> HttpResponse:
    """Return a file, or 304 if the browser has it; ``shows`` identifies everything on it.

    ``name`` is the file's name. A PDF has the paper size in ``?paper=``.
    """
    paper = asked_paper(request) if form is Format.PDF else Paper.A4
    # The host is in the QR code and the footer; the edition changes with templates and fonts.
    key = (edition(), form, paper, get_language(), request.get_host(), *shows)
    etag = quote_etag(hashlib.sha256(repr(key).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=etag)
    if response is None:
        SHEETS.take(address_of(request))
        made = compile_document(replace(make(), paper=paper, link=link, foot=foot), form)
        kind = "application/pdf" if form is Format.PDF else "image/png"
        response = HttpResponse(made, content_type=kind)
        named = content_disposition_header(as_attachment=False, filename=f"{name}.{form}")
        response.headers["Content-Disposition"] = named or "inline"
    response.headers["ETag"] = etag
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def setup_response(
    request: HttpRequest,
    game: Game,
    make: Callable[[], SetupSheet[Any]],
    *shows: object,
    name: str = "set-up",
) -> HttpResponse:
    """Return the set-up sheet of a one-off game, with a QR code of its result form.

    The footer has the game's URL and its seed, unless that is still a secret.
    """
    foot = request.get_host() + game_url(game)
    if seed := shown_seed(game, one_off_record(game)):
        foot = f"{foot} · {_('Seed')} {seed}"
    return sheet_response(
        request,
        lambda: one_off_face(game.system).document(make(), game_name(game.system, game.language)),
        name=f"{game.code}-{name}",
        shows=("one-off", game.stamp, *shows),
        link=request.build_absolute_uri(game_url(game, "result")),
        foot=foot,
    )


def asked_paper(request: HttpRequest) -> Paper:
    """Return the paper size in ``?paper=``."""
    asked = request.GET.get("paper", "")
    return Paper(asked) if asked in set(Paper) else Paper.A4
