"""The pages of an expedition that change nothing: front, barracks, battles, story, statistics."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.selectors.live import planned_game_of
from tracker.people.access import Access
from tracker.pictures.qr import qr_image
from tracker.presenters.inviting import invite_others
from tracker.presenters.news import news_of_campaign
from tracker.systems.aeons_end.expeditions import words
from tracker.systems.aeons_end.expeditions.presenters import pages as presenter
from tracker.systems.aeons_end.expeditions.presenters.barracks import barracks_of, things_of
from tracker.systems.aeons_end.expeditions.presenters.statistics import statistics_of
from tracker.systems.aeons_end.expeditions.presenters.story import story_of
from tracker.systems.aeons_end.one_off.shared_setups import MAX_QR, packed_recipe
from tracker.systems.aeons_end.shared import selectors
from tracker.systems.aeons_end.shared.access import expedition_access, expedition_game
from tracker.web.pages import asked_game, go, record_page
from tracker.web.records import game_url

RECIPE = "recipe"  # in the query of the start page


def front_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Render the front page of an expedition."""
    planned = planned_game_of(access.campaign)
    shown = presenter.front_of(access)
    players = len(selectors.expedition_state(access.campaign).outfit.players)
    context = {
        "front": shown,
        "invite": None if shown.is_over else invite_others(request, access, players),
        "live_url": game_url(planned.game, "live") if planned and planned.is_live else "",
        "news": news_of_campaign(access, planned),
    }
    template = "aeons_end/expeditions/front.html"
    return record_page(request, access, template, context, current="campaign")


@require_safe
def barracks(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is in the barracks, now or after a game."""
    access = expedition_access(request, code)
    after = asked_game(request, access)
    state = selectors.expedition_state(access.campaign, after=after)
    context = {"barracks": barracks_of(state, access.campaign)}
    template = "aeons_end/expeditions/barracks.html"
    return record_page(
        request, access, template, context, current="expedition_barracks", after=after
    )


@require_safe
def came(request: HttpRequest, code: str) -> HttpResponse:
    """Show what came after a try; the page of its game if nothing has come."""
    access, game = expedition_game(request, code)
    held = presenter.try_of(game)
    if held.came is None:
        return go(request, game_url(game))
    state = selectors.expedition_state(access.campaign)
    context = {
        "came": things_of(state, access.campaign, held.came),
        "is_won": held.won,
        "kicker": words.attempt(held),
        "ahead": presenter.ahead(access) if held == state.current else None,
    }
    template = "aeons_end/expeditions/came.html"
    return record_page(request, access, template, context, current="campaign")


@require_safe
def battles(request: HttpRequest, code: str) -> HttpResponse:
    """Show every battle with its tries."""
    access = expedition_access(request, code)
    state = selectors.expedition_state(access.campaign)
    context = {
        "tries": presenter.tries_of(state, access.campaign),
        "kicker": words.variant(state.recipe),
        "score": words.score_sentence(state),
    }
    template = "aeons_end/expeditions/battles.html"
    return record_page(request, access, template, context, current="expedition_battles")


@require_safe
def recipe(request: HttpRequest, code: str) -> HttpResponse:
    """Show what starts the same expedition elsewhere: a link, or what to begin with.

    Not to who only looks on: whoever plays it elsewhere knows what comes.
    """
    access = expedition_access(request, code)
    if access.only_looks_on:
        raise PermissionDenied
    given = selectors.expedition_state(access.campaign).recipe
    link, token = "", packed_recipe(given)
    if token:
        link = request.build_absolute_uri(f"{reverse('expedition_start')}?{RECIPE}={token}")
    context = {
        "link": link,
        "qr": qr_image(link) if 0 < len(link) <= MAX_QR else "",
        "seed": given.seed,
        "boxes": selectors.box_names(given.boxes, access.campaign.language),
    }
    template = "aeons_end/expeditions/recipe.html"
    return record_page(request, access, template, context, current="campaign")


def story_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Tell an expedition: battles, tries, rewards and points in their order."""
    story = story_of(access.campaign)
    context = {
        "story": story,
        "has_begun": bool(story.battles),
        "none_text": _(
            "Each battle gets its place here: who fought, how it ended, what you wrote, your "
            "photos and the reward."
        ),
    }
    template = "aeons_end/expeditions/story.html"
    return record_page(request, access, template, context, current="story")


def statistics_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the statistics of an expedition's games, now or after one of them."""
    campaign, after = access.campaign, asked_game(request, access)
    state = selectors.expedition_state(campaign, after=after)
    context = {
        "statistics": statistics_of(state, campaign),
        "log_url": reverse("log", query={"group": campaign.code}),
    }
    template, current = "aeons_end/expeditions/statistics.html", "campaign_statistics"
    return record_page(request, access, template, context, current=current, after=after)
