"""Responses with a sheet, compiled on request, with an ETag."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import get_language

from campaign.models import Game
from campaign.rules.core.sheet import SetupSheet
from tracker.people.limits import SHEETS, address_of
from tracker.sheets.compiler import Document, Format, Paper, compile_document, edition
from tracker.web.records import game_face, game_file_name, game_url, sheet_foot, sheet_heading


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
    form: Format = Format.PDF,
) -> HttpResponse:
    """Return the set-up sheet of a game, with a QR code of its result form."""
    return game_sheet_response(
        request,
        game,
        lambda: game_face(game).document(make(), sheet_heading(game)),
        *shows,
        name=name,
        link=request.build_absolute_uri(game_url(game, "result")),
        form=form,
    )


def game_sheet_response(
    request: HttpRequest,
    game: Game,
    make: Callable[[], Document],
    *shows: object,
    name: str,
    link: str = "",
    form: Format = Format.PDF,
) -> HttpResponse:
    """Return a sheet of a game to print, or as a picture; its footer says where it is from."""
    return sheet_response(
        request,
        make,
        name=f"{game_file_name(game)}-{name}",
        shows=(name, game.number, game.record.stamp, *shows),
        form=form,
        link=link,
        foot=sheet_foot(game, request.get_host()),
    )


def asked_paper(request: HttpRequest) -> Paper:
    """Return the paper size in ``?paper=``."""
    asked = request.GET.get("paper", "")
    return Paper(asked) if asked in set(Paper) else Paper.A4
