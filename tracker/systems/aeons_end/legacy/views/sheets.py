"""Set-up and restore pages of a campaign, and everything that can be printed or shared."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.legacy.chapter_start import facts_at_start
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, begins_with
from campaign.rules.aeons_end.legacy.facts import Fact
from campaign.rules.aeons_end.legacy.state import GameStatus
from campaign.rules.aeons_end.sheet import Part, SetupSheet
from campaign.selectors.live import is_live
from campaign.services.facts import facts_record
from campaign.services.games import RESTORE
from tracker.forms.entry import EntryForm
from tracker.people.access import Access, Need
from tracker.presenters.games import ticks_of
from tracker.presenters.news import news_of_plan
from tracker.sheets.compiler import Document, Format
from tracker.systems.aeons_end.legacy.presenters.printing import paper_links, print_sections
from tracker.systems.aeons_end.legacy.presenters.restore import restore_groups
from tracker.systems.aeons_end.legacy.sheets.restore import restore_document
from tracker.systems.aeons_end.legacy.sheets.results import results_document
from tracker.systems.aeons_end.legacy.sheets.slips import slips_document
from tracker.systems.aeons_end.shared import selectors, words
from tracker.systems.aeons_end.shared.access import (
    campaign_access,
    legacy_game,
)
from tracker.systems.aeons_end.shared.presenters.setup import setup_table
from tracker.systems.aeons_end.shared.sheets.mats import mats_document
from tracker.web.campaign_files import campaign_file
from tracker.web.entries import NOT_SENT, Refusal, save
from tracker.web.pages import form_page, go, record_page, say_done
from tracker.web.post_only import posted, to_game_page
from tracker.web.records import game_url
from tracker.web.sheet_response import asked_paper, game_sheet_response

# Documents that need only a campaign, by the name of their file.
OF_CAMPAIGN = {"slips": slips_document, "results": results_document}


def setup_page(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    """Show the set-up of a game as a checklist."""
    return _setup_page(request, game, EntryForm(access=access), NOT_SENT)


@posted(to_game_page("setup"))
def begun(request: HttpRequest, code: str) -> HttpResponse:
    """Record in one tap what the start of a chapter asks for: seals and sections."""
    access, game = legacy_game(request, code, Need.WRITE)
    form = EntryForm(request.POST, access=access)
    campaign, number = access.campaign, game.number
    due = _facts_at_start(access, number)
    if due:
        refusal = save(
            form,
            lambda: facts_record(campaign=campaign, game=number, facts=due, **form.signature()),
        )
        if refusal is not None:
            return _setup_page(request, game, form, refusal)
    left = begins_with(selectors.campaign_state(campaign), selectors.box(campaign.system))
    if any(decision.kind is DecisionKind.SECTION for decision in left):
        say_done(request, access, _("Saved. Now enter the letter on the sticker."))
        return go(request, game_url(game, "aftermath_sections"))
    if left:
        say_done(request, access, _("Saved. Now enter the basic cards."))
        return go(request, game_url(game, "aftermath_pool"))
    say_done(request, access, _("Saved. Set up the game."))
    return go(request, game_url(game, "setup"))


def _facts_at_start(access: Access, number: int) -> list[Fact]:
    """Return what one tap records before a planned game is set up."""
    state = selectors.campaign_state(access.campaign)
    return list(facts_at_start(state, selectors.box(access.campaign.system), number))


@dataclass(frozen=True, slots=True)
class BeforeSetup:
    """What is to be opened and placed before a game is set up."""

    sentences: Sequence[str]
    has_seals: bool
    has_sections: bool
    has_basics: bool
    can_record_at_once: bool  # in one tap, as far as there is nothing to enter


def _before_setup(access: Access, number: int, sheet: SetupSheet) -> BeforeSetup | None:
    if not sheet.before:
        return None
    parts = {line.part for line in sheet.before}
    return BeforeSetup(
        sentences=words.before(sheet.before),
        has_seals=Part.SEALED in parts,
        has_sections=Part.RULEBOOK in parts,
        has_basics=Part.NEMESIS in parts,
        can_record_at_once=access.may_record and bool(_facts_at_start(access, number)),
    )


def _setup_page(
    request: HttpRequest, game: Game, form: EntryForm, refusal: Refusal
) -> HttpResponse:
    access, number = form.access, game.number
    campaign = access.campaign
    sheet = sheet_of(campaign, number)
    previous = selectors.campaign_sheet(campaign, game=number - 1)
    is_planned = selectors.game_state(campaign, number).phase is GameStatus.PLANNED
    may_play, is_on = access.may_record and is_planned, is_live(game)
    context = {
        "game": game,
        "sheet": sheet,
        "table": setup_table(sheet, selectors.namer_of(campaign), before=previous),
        # A game that is undone and planned again starts with nothing ticked.
        "key": f"{campaign.code}:{number}:{game.pk}",
        "ticks": ticks_of(access, game, next_url=game_url(game, "live") if may_play else ""),
        "may_play": may_play,
        "live_url": game_url(game, "live") if is_on else "",
        "news": news_of_plan(access, game, is_live=is_on) if is_planned else None,
        "before": _before_setup(access, number, sheet),
        "offers_keeper_code": access.may_keep and number == 1 and not campaign.keeper_code_hash,
    }
    template = "aeons_end/setup.html"
    return form_page(
        request, form, template, context, refusal=refusal, current="campaign", part=None
    )


@require_safe
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """Show the state of every component, for a group that plays on after a break."""
    access, game = legacy_game(request, code)
    sheet = sheet_of(access.campaign, game.number)
    context = {
        "game": game,
        "sheet": sheet,
        "groups": restore_groups(sheet.restore),
        "put_away": list(map(words.line, sheet.put_away)),
        "key": f"{access.campaign.code}:{game.number}:{game.pk}:restore",
        "ticks": ticks_of(access, game, RESTORE),
    }
    return record_page(request, access, "aeons_end/restore.html", context, current="campaign")


def sheet_of(campaign: Campaign, game: int) -> SetupSheet:
    """Return the set-up sheet of a game, or respond with 404."""
    sheet = selectors.campaign_sheet(campaign, game=game)
    if sheet is None:  # undone a moment ago
        raise Http404
    return sheet


@require_safe
def print_page(request: HttpRequest, code: str) -> HttpResponse:
    """List everything that can be printed."""
    access = campaign_access(request, code)
    state, paper = selectors.campaign_state(access.campaign), asked_paper(request)
    context = {"papers": paper_links(paper), "sections": print_sections(access, state, paper)}
    return record_page(request, access, "aeons_end/print.html", context, current="print")


@require_safe
def restore_pdf(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the restore sheet of a game."""
    access, game = legacy_game(request, code)
    campaign = access.campaign

    def make() -> Document:
        return restore_document(sheet_of(campaign, game.number), campaign.name)

    return game_sheet_response(request, game, make, name="restore")


@require_safe
def mats(
    request: HttpRequest, code: str, seat: int | None = None, form: Format = Format.PDF
) -> HttpResponse:
    """Serve the mats of all mages, or of one, which can also be a PNG."""
    campaign = campaign_access(request, code).campaign
    seats = {mat.seat for mat in selectors.campaign_state(campaign).mats}
    if seat is not None and seat not in seats:
        raise Http404
    make = partial(mats_document, campaign, seat=seat, form=form)
    name = "mats" if seat is None else f"mat-{seat}"
    # A new portrait changes the ETag.
    portraits = campaign.mages.values_list("portrait", flat=True)
    return campaign_file(request, campaign, name, make, *portraits, form=form)


@require_safe
def campaign_pdf(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Serve the slips (cards, dividers and strips to cut out), or the results table."""
    campaign = campaign_access(request, code).campaign
    return campaign_file(request, campaign, kind, partial(OF_CAMPAIGN[kind], campaign))
