"""Writes to a one-off game that start from its page, and a game after a campaign."""

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Person
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.rules.aeons_end.systems import SERIES, SLUGS, WAR_ETERNAL
from campaign.services.one_offs import game_start
from tracker.faces.registry import one_off_face
from tracker.people.access import Need, one_off_access
from tracker.people.limits import DRAWS, address_of
from tracker.systems.aeons_end.one_off.forms.game import ChangeForm
from tracker.systems.aeons_end.shared import selectors, shelf
from tracker.systems.aeons_end.shared.access import campaign_access
from tracker.systems.aeons_end.shared.recognise import complete as completions
from tracker.systems.aeons_end.shared.words import sentence
from tracker.web.pages import go, page, record_page
from tracker.web.post_only import posted, to_campaign_page, to_game
from tracker.web.records import game_url


@posted(to_game)
def check(request: HttpRequest, code: str) -> HttpResponse:
    """Check the choices of a form; nothing is stored."""
    access, game = one_off_access(request, code, Need.WRITE, systems=SLUGS)
    form = one_off_face(game.system).change_form(request.POST, access=access, game=game)
    if not isinstance(form, ChangeForm):
        raise Http404
    DRAWS.take(address_of(request))
    form.answer_shown = form.answer()
    context = {"game": game, "form": form}
    return record_page(request, access, "aeons_end/one_off/change.html", context, part="answer")


@posted(to_game)
def exclude(request: HttpRequest, code: str) -> HttpResponse:
    """Exclude something in a game's set-up from all draws."""
    access, game = one_off_access(request, code, Need.WRITE, systems=SLUGS)
    person, key = access.member, request.POST.get("thing", "")
    names = dict(selectors.things_of(game))
    if key not in names:
        messages.error(request, _("This is no longer available."))
    else:
        collection = shelf.collection_of(person)
        shelf.save(person, replace(collection, never=collection.never | {key}))
        messages.success(request, _("%(name)s is excluded from draws.") % {"name": names[key]})
    return go(request, game_url(game))


@posted(to_campaign_page("story"), sentence)
def next_game(request: HttpRequest, code: str) -> HttpResponse:
    """Start a one-off game with the mages of a finished campaign."""
    access = campaign_access(request, code, Need.WRITE)
    campaign, person = access.campaign, access.member
    if not selectors.campaign_state(campaign).finished:
        return go(request, "story", campaign.code)
    choices = _with_mages_of(campaign, person)
    system = SERIES.slug if choices.boxes else WAR_ETERNAL.slug
    made = game_start(person=person, system=system, choices=choices)
    return go(request, game_url(made))


def _with_mages_of(campaign: Campaign, person: Person) -> Choices:
    """Return choices with a campaign's mages as guests, from the boxes that a person owns."""
    mages = campaign.mages.select_related("campaign").order_by("seat")
    players = {seat.number: seat.player for seat in selectors.campaign_state(campaign).seats}
    places = tuple(
        SeatChoice(guest=selectors.guest_of(mage), player=players.get(mage.seat, ""))
        for mage in mages
    )
    collection = shelf.collection_of(person)
    boxes = shelf.playable(collection.boxes, shelf.opened_by(person, collection))
    chosen = Choices(places, boxes=tuple(box.slug for box in boxes))
    return shelf.prepared(chosen, person) if boxes else chosen


def complete(request: HttpRequest, game: Game) -> HttpResponse:
    """Complete the name of a nemesis card from ``q``: on the table or in the open box."""
    drawn = selectors.game_setup(game).game
    basics = (card for tier in drawn.basics for card in tier)
    cards = (*drawn.own, *basics, *selectors.box(game.system).nemesis_cards)
    names = completions(request.GET.get("q", ""), cards, selectors.game_sheet(game).language)
    return page(request, "aeons_end/aftermath/names.html", {"names": names})
