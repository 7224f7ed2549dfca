"""Pages of a journal that only show: the front page, the box, the story, the restore list."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.selectors.games import sheet_for
from campaign.selectors.live import planned_game_of
from campaign.selectors.statistics import campaign_statistics
from campaign.services.games import RESTORE
from tracker.people.access import Access
from tracker.presenters.games import ticks_of
from tracker.presenters.news import news_of_campaign
from tracker.presenters.statistics import overview
from tracker.systems.journal.access import journal_access, latest_game
from tracker.systems.journal.forms.changes import OpenForm
from tracker.systems.journal.presenters.box import group_numbers, kinds_of
from tracker.systems.journal.presenters.checklist import restore_groups
from tracker.systems.journal.presenters.front import front_of
from tracker.systems.journal.presenters.statistics import journal_charts
from tracker.systems.journal.presenters.story import story_of
from tracker.systems.journal.selectors import journal_state
from tracker.web.pages import asked_game, record_page
from tracker.web.records import game_url


def front_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Render the front page."""
    state, planned = journal_state(access.campaign), planned_game_of(access.campaign)
    context = {
        "front": front_of(access),
        "open_form": OpenForm(access=access, state=state),
        "live_url": game_url(planned.game, "live") if planned and planned.is_live else "",
        "news": news_of_campaign(access, planned),
    }
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


def story_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Tell the story so far."""
    story = story_of(access.campaign)
    context = {
        "story": story,
        "lead": story.name if story.name != access.campaign.name else "",
        "has_begun": bool(story.games),
        "none_text": _(
            "Each evening gets its place here: who played, how it ended, what you wrote, your "
            "photos and what changed."
        ),
    }
    return record_page(request, access, "journal/story.html", context, current="story")


def statistics_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what the evenings add up to, now or after one of them."""
    campaign, after = access.campaign, asked_game(request, access)
    counted = campaign_statistics(campaign, after=after)
    state = journal_state(campaign, after=after)
    context = {
        "counted": overview(counted, journal_charts(counted, state, campaign)),
        "log_url": reverse("log", query={"group": campaign.code}),
    }
    template, current = "plays/campaign_statistics.html", "campaign_statistics"
    return record_page(request, access, template, context, current=current, after=after)


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
