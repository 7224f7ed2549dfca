"""The story of a campaign, and the way on for mages who have finished it."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Mage, Person
from campaign.rules.aeons_end.one_off.choices import Choices, Place
from campaign.rules.aeons_end.systems import SERIES, WAR_ETERNAL
from campaign.rules.core.problems import RulesError
from campaign.services.one_offs import game_start
from tracker.access import Need, campaign_access
from tracker.pages import game_url, go, record_page, say_problems
from tracker.posting import posted, to_campaign_page
from tracker.systems.aeons_end import selectors, shelf
from tracker.systems.aeons_end.forms.one_off.parts import invited
from tracker.systems.aeons_end.presenters import story as presenter
from tracker.systems.aeons_end.presenters.look import look
from tracker.systems.aeons_end.words import sentence

SHOWN = 10  # games on a page


@require_safe
def story(request: HttpRequest, code: str) -> HttpResponse:
    """Tell the campaign from its first game on."""
    access = campaign_access(request, code)
    seen = look(request, access, back=False)
    rows = selectors.results_table(access.campaign)
    page = Paginator(rows, SHOWN).get_page(request.GET.get("page"))
    context = {
        "cards": presenter.cards(seen, list(page)),
        "page": page,
        "finished": seen.state.finished,
        "mats": seen.state.mats,
        "may_play_on": access.may_record,
    }
    return record_page(request, access, "aeons_end/story.html", context, current="story")


@posted(to_campaign_page("story"))
def next_game(request: HttpRequest, code: str) -> HttpResponse:
    """Seat the mages of a finished campaign at a one-off game."""
    access = campaign_access(request, code, Need.RECORD)
    campaign, person = access.campaign, access.person
    if person is None:
        raise Http404
    if not selectors.campaign_state(campaign).finished:
        return go(request, "story", campaign.code)
    choices = _with_mages_of(campaign, person)
    system = SERIES.slug if choices.boxes else WAR_ETERNAL.slug
    try:
        made = game_start(person=person, system=system, choices=choices)
    except RulesError as error:
        say_problems(request, error, sentence)
        return go(request, "story", campaign.code)
    return go(request, game_url(made))


def _with_mages_of(campaign: Campaign, person: Person) -> Choices:
    """Return choices with the mages as guests, from the boxes that somebody owns."""
    mages = Mage.objects.filter(campaign=campaign).select_related("campaign").order_by("seat")
    players = {seat.number: seat.player for seat in selectors.campaign_state(campaign).seats}
    guests = invited(mages)
    places = tuple(
        Place(guest=guests[mage.pk], player=players.get(mage.seat, "")) for mage in mages
    )
    collection = shelf.collection_of(person)
    boxes = shelf.playable(collection.boxes, shelf.opened_by(person, collection))
    chosen = Choices(places, boxes=tuple(box.slug for box in boxes))
    return shelf.prepared(chosen, person) if boxes else chosen
