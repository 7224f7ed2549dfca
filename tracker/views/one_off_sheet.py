"""A one-off game on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.selectors import games as selectors
from tracker.access import one_off_access
from tracker.sheets.compiler import Document, Format
from tracker.sheets.response import asked_paper, sheet_response
from tracker.systems.aeons_end.sheets.setup import setup_document


@require_safe
def sheet_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the set-up sheet of a game."""
    access = one_off_access(request, code)
    game = access.game
    paper = asked_paper(request)

    def make() -> Document:
        return setup_document(
            selectors.game_sheet(game),
            paper=paper,
            heading=selectors.box(game.system).name.in_language(game.language),
            link=request.build_absolute_uri(reverse("one_off_result", args=[game.code])),
            foot=_foot(
                request.get_host() + reverse("one_off", args=[game.code]),
                access.record.planned.seed,
            ),
        )

    return sheet_response(
        request,
        make,
        Format.PDF,
        filename=f"{game.code}-set-up.pdf",
        shows=("one-off", game.stamp, paper),
    )


def _foot(address: str, seed: str) -> str:
    """Return what stands under the sheet: where the game is, and what draws it again."""
    return f"{address} · {_('Seed')} {seed}"
