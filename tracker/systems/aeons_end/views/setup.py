"""The table: the set-up sheet of a game, and the list to restore a box from."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.legacy.decisions import DecisionKind, begins_with
from campaign.rules.aeons_end.legacy.facts import Fact, SealOpened, SectionUnlocked
from campaign.rules.aeons_end.legacy.state import Phase
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.services.facts import facts_record
from campaign.services.ticks import RESTORE
from tracker.access import Access, Need, game_access
from tracker.forms.entry import EntryForm
from tracker.pages import form_page, game_url, go, record_page, say_done
from tracker.posting import posted, to_game_page
from tracker.presenters.games import ticks_of
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.game import game_state
from tracker.systems.aeons_end.presenters.setup import restore_groups, steps, table


@require_safe
def setup(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show how to lay out a game, as a checklist for the table."""
    access, session = game_access(request, code, number)
    return _setup_page(request, access, session, EntryForm(access=access))


@posted(to_game_page("setup"))
def begun(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Note with one tap all that a chapter's start asks for: what is opened, what goes in."""
    access, session = game_access(request, code, number, Need.RECORD)
    form = EntryForm(request.POST, access=access)
    due = _due_facts(access, number)
    if not due or form.enter(lambda who: facts_record(**who, game=number, facts=due)):
        left = selectors.campaign_state(access.campaign), selectors.campaign_pack(access.campaign)
        if begins_with(*left):
            say_done(request, access, _("Saved. Now enter the letter on the sticker."))
            return go(request, "aftermath_sections", access.campaign.code, number)
        say_done(request, access, _("Saved. Set up the game."))
        return go(request, "setup", code=access.campaign.code, number=number)
    return _setup_page(request, access, session, form)


def _due_facts(access: Access, number: int) -> list[Fact]:
    """Return what the start of a planned game's chapter asks for, as far as one tap can say it."""
    state = selectors.campaign_state(access.campaign)
    pack = selectors.campaign_pack(access.campaign)
    current = state.current
    if current is None or current.number != number or current.phase is not Phase.PLANNED:
        return []
    facts: list[Fact] = []
    for decision in begins_with(state, pack):
        section = pack.find.section(decision.subject)
        if decision.kind is DecisionKind.SEAL:
            facts.append(SealOpened(decision.subject))
        # Which of two letters their sticker shows, only the players can say.
        elif section is not None and not section.letters:
            facts.append(SectionUnlocked(section.letter, section.letter))
    return facts


def _setup_page(
    request: HttpRequest, access: Access, session: Game, form: EntryForm
) -> HttpResponse:
    number = session.number
    sheet = sheet_of(access.campaign, number)
    before = selectors.session_setup(access.campaign, game=number - 1)
    seats = selectors.campaign_record(access.campaign).story.seats
    namer = selectors.campaign_namer(access.campaign)
    is_planned = game_state(access.campaign, number).phase is Phase.PLANNED
    plays = access.may_record and is_planned
    context = {
        "session": session,
        "sheet": sheet,
        "table": table(sheet, seats, namer, before=before),
        # A game that is undone and planned anew is another game: nothing of it is ticked yet.
        "key": f"{access.campaign.code}:{number}:{session.pk}",
        "ticks": ticks_of(access, session, next_url=game_url(session, "live") if plays else ""),
        "is_planned": is_planned,
        "before": words.before(sheet.before),
        "before_parts": {line.part for line in sheet.before},
        "at_once": access.may_record and bool(sheet.before and _due_facts(access, number)),
    }
    return form_page(request, form, "aeons_end/setup.html", context, current="campaign", part=None)


@require_safe
def restore(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show every component and the state it is in, for a table that comes back."""
    access, session = game_access(request, code, number)
    sheet = sheet_of(access.campaign, number)
    context = {
        "session": session,
        "sheet": sheet,
        "groups": restore_groups(sheet.restore),
        "put_away": steps(sheet.put_away),
        "key": f"{access.campaign.code}:{number}:{session.pk}:restore",
        "ticks": ticks_of(access, session, RESTORE),
    }
    return record_page(request, access, "aeons_end/restore.html", context, current="campaign")


def sheet_of(campaign: Campaign, game: int) -> SetupSheet:
    """Return the sheet of a game."""
    sheet = selectors.session_setup(campaign, game=game)
    if sheet is None:  # undone a moment ago
        raise Http404
    return sheet
