"""The sheets from the browser: PDFs and pictures, as open to a visitor as the pages are."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Photo
from tracker.access import campaign_access, game_access, game_of
from tracker.pages import record_page
from tracker.sheets.compiler import Document, Format, Paper
from tracker.sheets.response import asked_paper, sheet_response
from tracker.systems.aeons_end import selectors
from tracker.systems.aeons_end.sheets.chronicle import chronicle_document
from tracker.systems.aeons_end.sheets.mats import mats_document
from tracker.systems.aeons_end.sheets.restore import restore_document
from tracker.systems.aeons_end.sheets.results import results_document
from tracker.systems.aeons_end.sheets.setup import setup_document
from tracker.systems.aeons_end.sheets.share import share_document
from tracker.systems.aeons_end.sheets.slips import slips_document
from tracker.systems.aeons_end.views.setup import sheet_of


@require_safe
def print_page(request: HttpRequest, code: str) -> HttpResponse:
    """List everything that can be printed."""
    access = campaign_access(request, code)
    state = selectors.campaign_state(access.campaign)
    context = {
        "paper": asked_paper(request),
        "papers": list(Paper),
        "game": state.current,
        "mats": state.mats,
    }
    return record_page(request, access, "aeons_end/print.html", context, current="print")


@require_safe
def setup_pdf(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Hand out the set-up sheet of a game."""
    campaign, paper = game_access(request, code, number)[0].campaign, asked_paper(request)
    link = request.build_absolute_uri(reverse("result", args=[campaign.code, number]))
    foot = _foot(request, campaign)

    def make() -> Document:
        sheet = sheet_of(campaign, number)
        return setup_document(sheet, paper=paper, heading=campaign.name, link=link, foot=foot)

    return _file(request, campaign, f"game-{number}-set-up", make, paper)


@require_safe
def restore_pdf(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Hand out the restore sheet of a game."""
    campaign, paper = game_access(request, code, number)[0].campaign, asked_paper(request)
    foot = _foot(request, campaign)

    def make() -> Document:
        sheet = sheet_of(campaign, number)
        return restore_document(sheet, paper=paper, heading=campaign.name, foot=foot)

    return _file(request, campaign, f"game-{number}-restore", make, paper)


@require_safe
def mats_pdf(request: HttpRequest, code: str, seat: int | None = None) -> HttpResponse:
    """Hand out the mats of all mages, or of one."""
    return _mats(request, code, seat, asked_paper(request), Format.PDF)


@require_safe
def mat_png(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Hand out one mage's mat as a picture."""
    return _mats(request, code, seat, Paper.A4, Format.PNG)


def _mats(
    request: HttpRequest, code: str, seat: int | None, paper: Paper, form: Format
) -> HttpResponse:
    campaign = campaign_access(request, code).campaign
    seats = {mat.seat for mat in selectors.campaign_state(campaign).mats}
    if seat is not None and seat not in seats:
        raise Http404

    def make() -> Document:
        return mats_document(campaign, paper=paper, seat=seat, form=form)

    name = "mats" if seat is None else f"mat-{seat}"
    # A new picture is another mat.
    portraits = campaign.mages.values_list("portrait", flat=True)
    return _file(request, campaign, name, make, paper, *portraits, form=form)


@require_safe
def slips_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the slips: cards, dividers and strips to cut out."""
    campaign, paper = campaign_access(request, code).campaign, asked_paper(request)
    return _file(request, campaign, "slips", lambda: slips_document(campaign, paper=paper), paper)


@require_safe
def results_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the results table."""
    campaign, paper = campaign_access(request, code).campaign, asked_paper(request)
    foot = _foot(request, campaign)

    def make() -> Document:
        return results_document(campaign, paper=paper, foot=foot)

    return _file(request, campaign, "results", make, paper)


@require_safe
def chronicle_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the chronicle."""
    campaign, paper = campaign_access(request, code).campaign, asked_paper(request)
    standing = Photo.objects.filter(game__campaign=campaign, game__withdrawn=None)
    photos = list(standing.select_related("game"))

    def make() -> Document:
        return chronicle_document(campaign, paper=paper, photos=photos)

    # Photos come and go without a write to the story, so its stamp does not tell of them.
    shown = ((photo.name, photo.caption) for photo in photos)
    return _file(request, campaign, "chronicle", make, paper, *shown)


@require_safe
def share_png(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Hand out the picture of the whole campaign, or of one result."""
    access = campaign_access(request, code)
    if number is not None:
        game_of(access, number)
    names = request.GET.get("names") == "1"

    def make() -> Document:
        return share_document(access.campaign, game=number, names=names)

    name = "campaign" if number is None else f"game-{number}"
    return _file(request, access.campaign, name, make, names, form=Format.PNG)


def _file(
    request: HttpRequest,
    campaign: Campaign,
    name: str,
    make: Callable[[], Document],
    *shows: object,
    form: Format = Format.PDF,
) -> HttpResponse:
    """Answer with a file of a campaign; ``shows`` is what its name and its stamp do not tell."""
    return sheet_response(
        request,
        make,
        form,
        filename=f"{slugify(campaign.name) or campaign.code}-{name}.{form}",
        shows=(name, campaign.stamp, *shows),
    )


def _foot(request: HttpRequest, campaign: Campaign) -> str:
    return request.get_host() + reverse("campaign", args=[campaign.code])
