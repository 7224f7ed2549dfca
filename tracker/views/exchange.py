"""Export and import: files of a campaign, of a one-off game or of a whole account."""

import tempfile
from collections.abc import Callable
from typing import IO

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.exchange.exporting import IN_MEMORY, export_account, export_json, export_zip
from campaign.exchange.importing import record_import
from campaign.exchange.refusals import Refused
from campaign.exchange.schema import schema_named
from campaign.models import Person, Record
from campaign.pictures import storing
from campaign.records.own_tables import party_rows
from campaign.selectors.games import photos_of
from tracker.faces.registry import file_schemas, file_words
from tracker.forms.exchange import ImportForm
from tracker.people.access import campaign_access, one_off_access
from tracker.people.guests import form_key, person_or_guest
from tracker.people.limits import EXPORTS, IMPORTS, address_of
from tracker.people.sign_ins import confirmed, signed_in
from tracker.web.pages import as_file, page, record_page, sent
from tracker.web.records import pages_of
from tracker.words.file_problems import file_problems


@require_safe
def export(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return a campaign's file (``?photos=0`` or, with pictures, ``1``), or a page to choose."""
    access = campaign_access(request, code)
    if access.role is None:  # members only
        raise PermissionDenied
    campaign = access.campaign
    photos = request.GET.get("photos")
    if photos in ("0", "1"):
        return _download(campaign, archived=photos == "1")
    shown = photos_of(campaign).count()
    context = {"pictures": shown + len(party_rows(campaign).portraits(campaign))}
    return record_page(request, access, "exchange/export.html", context)


@require_safe
def export_game(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return a one-off game's file, with its pictures if it has any (``?photos=0``: without)."""
    _access, game = one_off_access(request, code)
    archived = request.GET.get("photos") != "0" and game.photos.exists()
    return _download(game, archived=archived)


@require_safe
def export_schema(request: HttpRequest, name: str) -> HttpResponse:
    """Return the JSON Schema of a kind of file, for whoever writes such files by a program."""
    schema = schema_named(name) or file_schemas().get(name)
    if schema is None:
        raise Http404
    return JsonResponse(schema)


@confirmed
@require_safe
@signed_in("export_account")
def export_own_account(request: HttpRequest, person: Person) -> HttpResponseBase:
    """Return everything stored about somebody, and the records that they may export."""
    EXPORTS.take(str(person.pk))

    def write(file: IO[bytes]) -> None:
        export_account(person, file)

    return _archive(write, "breachkeeper-account")


def _download(record: Record, *, archived: bool) -> HttpResponseBase:
    """Return a record as a download: an archive, or the document alone."""
    name = pages_of(record).export_name
    if archived:
        return _archive(lambda file: export_zip(record, file), name)
    return as_file(
        HttpResponse(export_json(record), content_type="application/json"), f"{name}.json"
    )


def _archive(write: Callable[[IO[bytes]], None], name: str) -> HttpResponseBase:
    """Return an archive as a download; a large one, with hundreds of photos, is streamed."""
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 # FileResponse closes it
    write(file)
    large = file.tell() > IN_MEMORY
    file.seek(0)
    response: HttpResponseBase
    if large:
        response = FileResponse(file, content_type="application/zip")
    else:
        with file:
            response = HttpResponse(file.read(), content_type="application/zip")
    response.headers["Content-Encoding"] = "identity"  # already compressed
    return as_file(response, f"{name}.zip")


def bring_in(request: HttpRequest) -> HttpResponse:
    """Import a file as a new campaign or one-off game."""
    if request.method == "POST":
        IMPORTS.take(address_of(request))
    form = ImportForm(sent(request), request.FILES or None)
    if form.is_valid():
        try:
            brought, token = form.read(), form.cleaned_data["token"]
            with (
                storing(brought.pictures.values()) as files,
                person_or_guest(request, form=token) as person,
            ):
                record = record_import(
                    person=person, brought=brought, files=files, token=form_key(token)
                )
        except Refused as refused:
            form.refuse(file_problems(refused, file_words(refused.content)))
        else:
            pages = pages_of(record)
            text = _("Campaign imported. You are its keeper.")
            messages.success(request, _("Game imported.") if pages.is_one_off else text)
            return redirect(pages.front_url)
    return page(request, "exchange/import.html", form=form)
