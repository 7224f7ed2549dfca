"""The sheets from the browser: PDFs and pictures, as open to a visitor as the pages are."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Photo
from tracker.access import Access, campaign_access, game_access
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
    access, session = game_access(request, code, number)
    campaign = access.campaign
    link = request.build_absolute_uri(reverse("result", args=[campaign.code, session.number]))

    def make(paper: Paper) -> Document:
        return setup_document(
            sheet_of(campaign, session.number),
            paper=paper,
            heading=campaign.name,
            link=link,
            foot=_foot(request, campaign),
        )

    return _Answer(request, access, f"game-{session.number}-set-up").pdf(make, session.number)


@require_safe
def restore_pdf(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Hand out the restore sheet of a game."""
    access, session = game_access(request, code, number)
    campaign = access.campaign

    def make(paper: Paper) -> Document:
        sheet = sheet_of(campaign, session.number)
        foot = _foot(request, campaign)
        return restore_document(sheet, paper=paper, heading=campaign.name, foot=foot)

    return _Answer(request, access, f"game-{session.number}-restore").pdf(make, session.number)


@require_safe
def mats_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the mats of all mages."""
    access = campaign_access(request, code)
    answer = _Answer(request, access, "mats")
    return answer.pdf(
        lambda paper: mats_document(access.campaign, paper=paper), *_portraits(access.campaign)
    )


@require_safe
def mat_pdf(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Hand out one mage's mat."""
    access = _seat_access(request, code, seat)
    answer = _Answer(request, access, f"mat-{seat}")
    return answer.pdf(
        lambda paper: mats_document(access.campaign, paper=paper, seat=seat),
        seat,
        *_portraits(access.campaign),
    )


@require_safe
def mat_png(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    """Hand out one mage's mat as a picture."""
    access = _seat_access(request, code, seat)
    answer = _Answer(request, access, f"mat-{seat}")
    return answer.png(
        lambda: mats_document(access.campaign, paper=Paper.A4, seat=seat, form=Format.PNG),
        seat,
        *_portraits(access.campaign),
    )


@require_safe
def slips_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the slips: cards, dividers and strips to cut out."""
    access = campaign_access(request, code)
    answer = _Answer(request, access, "slips")
    return answer.pdf(lambda paper: slips_document(access.campaign, paper=paper))


@require_safe
def results_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the results table."""
    access = campaign_access(request, code)
    foot = _foot(request, access.campaign)
    answer = _Answer(request, access, "results")
    return answer.pdf(lambda paper: results_document(access.campaign, paper=paper, foot=foot))


@require_safe
def chronicle_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the chronicle."""
    access = campaign_access(request, code)
    standing = Photo.objects.filter(game__campaign=access.campaign, game__withdrawn=None)
    photos = list(standing.select_related("game"))
    answer = _Answer(request, access, "chronicle")
    # Photos come and go without a write to the story, so its stamp does not tell of them.
    return answer.pdf(
        lambda paper: chronicle_document(access.campaign, paper=paper, photos=photos),
        *((photo.name, photo.caption) for photo in photos),
    )


@require_safe
def share_png(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the picture of the whole campaign."""
    access = campaign_access(request, code)
    names = _with_names(request)
    answer = _Answer(request, access, "campaign")
    return answer.png(lambda: share_document(access.campaign, names=names), names)


@require_safe
def game_share_png(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Hand out the picture of one result."""
    access, session = game_access(request, code, number)
    names = _with_names(request)
    answer = _Answer(request, access, f"game-{session.number}")
    return answer.png(
        lambda: share_document(access.campaign, game=session.number, names=names),
        session.number,
        names,
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """A file of a campaign for one visitor."""

    request: HttpRequest
    access: Access
    name: str

    def pdf(self, make: Callable[[Paper], Document], *more: object) -> HttpResponse:
        paper = asked_paper(self.request)
        return self._file(lambda: make(paper), Format.PDF, (paper, *more))

    def png(self, make: Callable[[], Document], *more: object) -> HttpResponse:
        return self._file(make, Format.PNG, more)

    def _file(
        self, make: Callable[[], Document], form: Format, more: tuple[object, ...]
    ) -> HttpResponse:
        campaign = self.access.campaign
        return sheet_response(
            self.request,
            make,
            form,
            filename=f"{slugify(campaign.name) or campaign.code}-{self.name}.{form}",
            shows=(self.name, campaign.stamp, *more),
        )


def _seat_access(request: HttpRequest, code: str, seat: int) -> Access:
    access = campaign_access(request, code)
    if not any(mat.seat == seat for mat in selectors.campaign_state(access.campaign).mats):
        raise Http404
    return access


def _portraits(campaign: Campaign) -> tuple[str, ...]:
    """Return the names of the mages' pictures: a new picture is another mat."""
    return tuple(campaign.mages.values_list("portrait", flat=True))


def _with_names(request: HttpRequest) -> bool:
    return request.GET.get("names") == "1"


def _foot(request: HttpRequest, campaign: Campaign) -> str:
    return request.get_host() + reverse("campaign", args=[campaign.code])
