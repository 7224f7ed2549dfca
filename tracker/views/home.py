"""The home page: a welcome for newcomers, or a person's campaigns and games."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Max, OuterRef, Q, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign, Change, Fact, Game, Membership, Person, Role
from campaign.models.games import NOTE
from campaign.packs import get_pack
from campaign.rules.registry import SYSTEMS
from campaign.selectors.games import one_off_record
from tracker import words
from tracker.people.access import MAY, Access, person_of
from tracker.systems.face import Ahead, Recent
from tracker.systems.registry import campaign_face, home_links, one_off_face
from tracker.views.one_offs import recent_games
from tracker.web.pages import for_chats, page

# How long a planned one-off game is shown beside the campaigns.
TONIGHT = datetime.timedelta(days=2)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the welcome page, or the campaigns and games of whoever is signed in."""
    person = person_of(request)
    shelf = shelf_of(person) if person else []
    if not shelf:
        evenings = recent_games(person) if person else ()
        return _evenings(request, evenings) if evenings else _welcome(request)
    assert person is not None  # noqa: S101 # nobody else has a shelf
    current = [each for each in shelf if each["campaign"].archived_at is None]
    context = {
        **_on_offer(),
        "tonight": _tonight(person),
        "latest": current[0] if current else None,
        # Only the campaign that was written to last is replayed here.
        "ahead": _ahead(current[0], person) if current else None,
        "others": current[1:],
        "archived": [each for each in shelf if each["campaign"].archived_at is not None],
    }
    return page(request, "home/campaigns.html", context)


def _tonight(person: Person) -> Recent | None:
    """Return the one-off game that somebody planned last, if that was recently."""
    planned = person.games.planned().filter(created_at__gt=timezone.now() - TONIGHT)
    game = planned.order_by("-created_at", "-pk").first()
    if game is None:
        return None
    return one_off_face(game.system).recent(game, one_off_record(game))


def _welcome(request: HttpRequest) -> HttpResponse:
    context = {
        **_on_offer(),
        "has_demo": demo_campaign() is not None,
        **for_chats(request, _("The campaign, kept. The cardboard, clean.")),
    }
    return page(request, "home/welcome.html", context)


def _on_offer() -> dict[str, Any]:
    """Return the names of the games that can be played here, and links to other pages."""
    language = get_language() or "en"

    def named(slugs: Iterable[str]) -> str:
        return words.listed(get_pack(slug).name.in_language(language) for slug in slugs)

    return {
        "links": home_links(),
        "campaigns": named(slug for slug in SYSTEMS if SYSTEMS[slug].campaign),
        "one_offs": named(
            {each.family: slug for slug, each in SYSTEMS.items() if each.one_off}.values()
        ),
    }


def _evenings(request: HttpRequest, evenings: Sequence[Recent]) -> HttpResponse:
    """Show the one-off games of a person without campaigns, a planned one first."""
    tonight = None if evenings[0].played else evenings[0]
    context = {
        **_on_offer(),
        "tonight": tonight,
        "recent": evenings[1:] if tonight else evenings,
        "has_demo": demo_campaign() is not None,
    }
    return page(request, "home/evenings.html", context)


@require_safe
def demo(request: HttpRequest) -> HttpResponse:
    """Redirect to the demo campaign."""
    campaign = demo_campaign()
    if campaign is None:
        return page(request, "home/no_demo.html", status=404)
    return redirect("campaign", code=campaign.code)


def demo_campaign() -> Campaign | None:
    """Return the demo campaign with the most games."""
    demos = Campaign.objects.filter(demo=True, archived_at=None)
    length = Count("games", filter=Q(games__withdrawn=None))
    return demos.annotate(length=length).order_by("-length", "pk").first()


def shelf_of(person: Person) -> list[dict[str, Any]]:
    """Return somebody's campaigns, the last written to first, in a fixed number of queries."""
    places = list(Membership.objects.filter(person=person).select_related("campaign"))
    mine = [place.campaign_id for place in places]
    progress = _progress(mine)

    def rank(place: Membership) -> tuple[bool, int]:
        # A fork comes last for a member of the original.
        is_fork = place.campaign.forked_from_id in mine
        return not is_fork, progress.get(place.campaign_id, {}).get("touched", 0)

    places.sort(key=rank, reverse=True)
    return [_shelved(place, progress.get(place.campaign_id, {})) for place in places]


def _progress(campaigns: list[int]) -> dict[int, dict[str, Any]]:
    """Return by campaign: its last change, its last game with its facts, when it was played."""
    changes = Change.objects.filter(campaign__in=campaigns).exclude(revision=None).order_by()
    touched = changes.values("campaign").annotate(touched=Max("pk"))
    games = Game.objects.filter(campaign__in=campaigns, withdrawn=None).order_by()
    rows = games.values("campaign").annotate(game=Max("number"), day=Max("play__played_on"))
    later = Game.objects.filter(campaign=OuterRef("game__campaign"), withdrawn=None)
    latest = Subquery(later.order_by("-number").values("pk")[:1])
    facts = Fact.objects.not_withdrawn().filter(game__campaign__in=campaigns, game=latest)
    found: dict[int, dict[str, Any]] = {row["campaign"]: dict(row) for row in touched}
    for row in rows:
        found.setdefault(row["campaign"], {}).update({**row, "facts": {}})
    columns = ("game__campaign", "kind", "payload")
    for pk, kind, payload in facts.exclude(kind=NOTE).order_by().values_list(*columns):
        found[pk]["facts"][kind] = payload
    return found


def _shelved(place: Membership, progress: Mapping[str, Any]) -> dict[str, Any]:
    """Return a campaign with its progress, without replaying it."""
    campaign, game = place.campaign, progress.get("game")
    standing = _("not begun yet")
    if game is not None:
        standing = campaign_face(campaign.system).standing(campaign, game, progress["facts"])
    return {
        "campaign": campaign,
        "role": Role(place.role),
        "standing": standing,
        "played_on": progress.get("day"),
    }


def _ahead(latest: Mapping[str, Any], person: Person) -> Ahead:
    access = Access(latest["campaign"], person, MAY[latest["role"]], latest["role"])
    return campaign_face(access.campaign.system).ahead(access)
