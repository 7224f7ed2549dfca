"""The home page: a welcome for newcomers, or a person's campaigns and games."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Game, Person
from campaign.selectors.admission import game_is_closed_to
from campaign.selectors.live import live_now
from campaign.selectors.progress import demo_campaign
from campaign.selectors.seats import planned_or_offered
from campaign.selectors.seeing import seen_facts_of
from campaign.selectors.standing import with_role
from tracker.faces.campaigns import Ahead
from tracker.faces.face import KeptList
from tracker.faces.one_offs import Recent
from tracker.faces.registry import FACES, campaign_face, one_off_face
from tracker.forms.campaigns import spoken
from tracker.people.access import Access, person_of
from tracker.pictures.look import Look
from tracker.presenters.offers import GameTile, game_tiles, link_tiles
from tracker.presenters.seats import OfferView, offer_view
from tracker.presenters.shelf import ShelvedCampaign, shelf_of
from tracker.views.one_offs import recent_games
from tracker.web.evenings import next_evening_for
from tracker.web.pages import for_chats, page
from tracker.web.phones import phones_link
from tracker.web.records import game_url

# How long a planned one-off game is shown beside the campaigns.
TONIGHT = datetime.timedelta(days=2)
LIVE = 12  # games that are played now, all of them shown: nobody has more
WAITING = 8  # games that are planned, or to be played again, the latest


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be played here: a tile for each game, and for pages of one game."""

    games: Sequence[GameTile]
    links: Sequence[GameTile]


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is played live now."""

    system: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class UpNext:
    """What comes next for somebody: the stage of their home page."""

    system: str
    title: str
    sigil: str  # the name whose sigil stands behind it
    ahead: Ahead  # its sentence and its buttons
    kicker: str = ""
    is_live: bool = False


@dataclass(frozen=True, slots=True)
class KeptOnShelf:
    """What somebody keeps of one system."""

    system: str
    kept: KeptList


@dataclass(frozen=True, slots=True)
class ThisEvening:
    """What somebody plays now, or has planned."""

    live: tuple[LiveGame, ...]
    planned: Recent | None  # a one-off game that is not played live yet
    offers: tuple[OfferView, ...]  # seats in games to be played again


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the welcome page, or the campaigns and games of whoever is signed in."""
    person = person_of(request)
    shelf = shelf_of(person) if person else []
    if not shelf:
        evenings = recent_games(person) if person else ()
        kept = _kept_by(person) if person else ()
        if person is None or not (evenings or kept):
            return _welcome(request)
        return _evenings(request, person, evenings, kept)
    assert person is not None  # noqa: S101 # nobody else has a shelf
    current = [shelved for shelved in shelf if shelved.campaign.archived_at is None]
    evening = _this_evening(person)
    try:
        # Only the campaign that was written to last is replayed here.
        ahead = _ahead(current[0], person) if current else None
    except Campaign.DoesNotExist:  # deleted since it was listed
        return redirect("home")
    up_next = _up_next(evening, current[0] if current else None, ahead)
    context = {
        "offer": _on_offer(),
        "offers": evening.offers,
        "up_next": up_next,
        "look": _look_of(up_next),
        "live_games": evening.live[1:],
        "planned": evening.planned if evening.live or ahead else None,
        "latest": current[0] if current else None,
        "current": current,
        "archived": [shelved for shelved in shelf if shelved.campaign.archived_at is not None],
        "kept": _kept_by(person),
        "next_evening": next_evening_for(person),
        "phones": phones_link(request),
    }
    return page(request, "home/campaigns.html", context)


def _this_evening(person: Person) -> ThisEvening:
    """Return somebody's games that are played now, and the one-off game that was planned last."""
    found = live_now(person, most=LIVE)
    live = [game for game in found if game.campaign or not game_is_closed_to(game, person)]
    lately = planned_or_offered(person, timezone.now() - TONIGHT)
    waiting = list(lately.exclude(pk__in=[game.pk for game in live])[:WAITING])
    latest = [game for game in waiting if game.offered_seat is None][:1]
    planned = [game for game in latest if not game_is_closed_to(game, person)]
    one_offs = [game for game in (*live, *planned) if game.campaign is None]
    records = seen_facts_of(one_offs)
    lines = {
        game.pk: one_off_face(game.system).recent(game, records[game.pk])
        for game in one_offs
        if game.pk in records
    }
    return ThisEvening(
        live=tuple(
            LiveGame(
                game.system,
                lines[game.pk].title if game.campaign is None else _in_campaign(game),
                game_url(game, "live"),
            )
            for game in live
            if game.campaign is not None or game.pk in lines
        ),
        planned=lines.get(planned[0].pk) if planned else None,
        offers=tuple(
            offer_view(game, game.offered_seat, game.offered_name or "")
            for game in waiting
            if game.offered_seat is not None
        ),
    )


def _up_next(
    evening: ThisEvening, latest: ShelvedCampaign | None = None, ahead: Ahead | None = None
) -> UpNext | None:
    """Return what is played now, else the campaign written to last, else what is planned."""
    if evening.live:
        live = evening.live[0]
        go_on = Ahead(live.name, url=live.url, label=_("Back to the table"))
        return UpNext(live.system, live.name, live.name, go_on, _("Live now"), is_live=True)
    if latest is not None and ahead is not None:
        campaign = latest.campaign
        into = reverse("campaign", args=[campaign.code])
        open_it = _("Open the campaign")
        if ahead.url or ahead.action:
            ahead = replace(ahead, second_url=into, second_label=open_it)
        else:
            ahead = replace(ahead, url=into, label=open_it)
        return UpNext(
            campaign.system, ahead.title, ahead.opponent or campaign.name, ahead, campaign.name
        )
    if evening.planned is not None:
        planned = evening.planned
        go_on = Ahead(
            planned.title,
            planned.detail,
            game_url(planned.game),
            pgettext("with a game", "Continue"),
            reverse("new_game"),
            _("Another game"),
        )
        system = planned.game.system
        return UpNext(system, planned.title, planned.title, go_on, _("Set up, not played yet"))
    return None


def _look_of(up_next: UpNext | None) -> Look | None:
    """Return the look of the page: that of the game on its stage."""
    face = FACES.get(up_next.system) if up_next is not None else None
    return face.look if face is not None else None


def _in_campaign(game: Game) -> str:
    """Return the name of a campaign's game, without replaying it."""
    return f"{game.campaign} · " + _("Game %(number)s") % {"number": game.number}


def _welcome(request: HttpRequest) -> HttpResponse:
    context = {
        "offer": _on_offer(),
        "has_demo": demo_campaign() is not None,
        "phones": phones_link(request),
        "link_preview": for_chats(request, _("Your campaign, saved. The cardboard, clean.")),
    }
    return page(request, "home/welcome.html", context)


def _on_offer() -> Offer:
    return Offer(games=game_tiles(), links=link_tiles())


def _kept_by(person: Person) -> tuple[KeptOnShelf, ...]:
    """Return what somebody keeps of each system, beside games and campaigns."""
    lists = ((face.slug, face.kept_by(person)) for face in FACES.values() if face.kept_by)
    return tuple(KeptOnShelf(slug, kept) for slug, kept in lists if kept is not None)


def _evenings(
    request: HttpRequest, person: Person, evenings: Sequence[Recent], kept: Sequence[KeptOnShelf]
) -> HttpResponse:
    """Show the one-off games of a person without campaigns, a planned one first."""
    evening = _this_evening(person)
    live = evening.live
    latest = evenings[0] if evenings else None
    live_urls = {game.url for game in live}
    is_waiting = latest and not latest.played and game_url(latest.game, "live") not in live_urls
    planned = latest if is_waiting and not live else None
    up_next = _up_next(replace(evening, planned=planned))
    context = {
        "offer": _on_offer(),
        "offers": evening.offers,
        "up_next": up_next,
        "look": _look_of(up_next),
        "live_games": live[1:],
        "recent": evenings[1:] if planned else evenings,
        "kept": kept,
        "next_evening": next_evening_for(person),
        "has_demo": demo_campaign() is not None,
        "phones": phones_link(request),
    }
    return page(request, "home/evenings.html", context)


@require_safe
def demo(request: HttpRequest) -> HttpResponse:
    """Redirect to the demo campaign in the language of the page."""
    campaign = demo_campaign(spoken())
    if campaign is None:
        return page(request, "home/no_demo.html", status=404)
    return redirect("campaign", code=campaign.code)


def _ahead(latest: ShelvedCampaign, person: Person) -> Ahead:
    access = Access(latest.campaign, person, with_role(person, latest.campaign, latest.role))
    return campaign_face(access.campaign.system).ahead(access)
