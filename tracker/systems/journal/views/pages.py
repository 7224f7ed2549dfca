"""Pages of a journal that only show: the front page, the box, the story, the restore list."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.selectors.games import sheet_for
from campaign.services.games import RESTORE
from tracker.people.access import Access
from tracker.presenters.games import ticks_of
from tracker.systems.journal.access import journal_access, latest_game
from tracker.systems.journal.forms.changes import OpenForm
from tracker.systems.journal.presenters.box import group_numbers, kinds_of
from tracker.systems.journal.presenters.checklist import restore_groups
from tracker.systems.journal.presenters.front import front_of
from tracker.systems.journal.presenters.story import story_of
from tracker.systems.journal.selectors import journal_state
from tracker.web.pages import asked_game, record_page


def front_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Render the front page."""
    state = journal_state(access.campaign)
    context = {"front": front_of(access), "open_form": OpenForm(access=access, state=state)}
    return record_page(request, access, "journal/front.html", context, current="campaign")


@require_safe
def box(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is in the box, now or after a game."""
    access = journal_access(request, code)
    after = asked_game(request, access)
    state = journal_state(access.campaign, after=after)
    context = {
        "kinds": kinds_of(state, access.campaign),
        "numbers": group_numbers(state),
        "may_add": access.may_record and bool(state.games) and after is None,
    }
    template = "journal/box.html"
    return record_page(request, access, template, context, current="journal_box", after=after)


@require_safe
def story(request: HttpRequest, code: str) -> HttpResponse:
    """Tell the story so far."""
    access = journal_access(request, code)
    context = {"story": story_of(access.campaign)}
    return record_page(request, access, "journal/story.html", context, current="journal_story")


@require_safe
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """Show how the box is put back as it was, as steps to tick."""
    access = journal_access(request, code)
    game = latest_game(access)
    context = {
        "groups": restore_groups(sheet_for(game)),
        "ticks": ticks_of(access, game, RESTORE),
        "key": f"{game.pk}:restore",
    }
    return record_page(request, access, "journal/restore.html", context, game=game)
