"""A sheet as a file for one visitor: compiled when asked for, and not sent twice."""

import hashlib
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header, quote_etag
from django.utils.translation import get_language

from tracker.limits import SHEETS, address_of
from tracker.sheets.compiler import Document, Format, Paper, compile_document, edition


def sheet_response(
    request: HttpRequest,
    make: Callable[[], Document],
    form: Format,
    *,
    filename: str,
    shows: tuple[object, ...],
) -> HttpResponse:
    """Answer with a file, or with 304 if the browser has it. ``shows`` names all that is on it."""
    # The host is on the sheet, in the QR code; templates and fonts are the edition.
    key = (edition(), form, get_language(), request.get_host(), *shows)
    etag = quote_etag(hashlib.sha256(repr(key).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=etag)
    if response is None:
        SHEETS.take(address_of(request))
        made = compile_document(make(), form)
        response = HttpResponse(made, content_type=form.content_type)
        named = content_disposition_header(as_attachment=False, filename=filename)
        response.headers["Content-Disposition"] = named or "inline"
    response.headers["ETag"] = etag
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


def asked_paper(request: HttpRequest) -> Paper:
    """Return the size of paper that the address asks for."""
    asked = request.GET.get("paper", "")
    return Paper(asked) if asked in set(Paper) else Paper.A4
