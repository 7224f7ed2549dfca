"""Sheets of a journal to print: restore sheet, cut-outs."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.selectors.games import sheet_for
from tracker.systems.journal.access import journal_access, latest_game
from tracker.systems.journal.sheets.setup import restore_document
from tracker.systems.journal.sheets.slips import slips_document
from tracker.web.campaign_files import campaign_file
from tracker.web.sheet_response import game_sheet_response


@require_safe
def restore_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Return how the box is put back as it was, to print."""
    access = journal_access(request, code)
    game, campaign = latest_game(access), access.campaign
    return game_sheet_response(
        request, game, lambda: restore_document(sheet_for(game), campaign.name), name="restore"
    )


@require_safe
def slips_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Return what is cut out: slips, strips and mats."""
    campaign = journal_access(request, code).campaign
    return campaign_file(request, campaign, "cut-outs", lambda: slips_document(campaign))
