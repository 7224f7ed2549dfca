"""How far campaigns are, as far as that is known without replaying them."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import (
    BooleanField,
    Count,
    ExpressionWrapper,
    Max,
    OuterRef,
    Q,
    Subquery,
)

from campaign.models import Campaign, Change, Fact, Game, Membership, Person
from campaign.models.games import NOTE

Stored = Mapping[str, Mapping[str, Any]]  # the payloads of a game's facts, by kind


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a campaign is."""

    last_change: int = 0
    game: int | None = None  # the number of its latest game
    facts: Stored = field(default_factory=dict)  # of that game
    played_on: datetime.date | None = None  # the latest of all its games


def demo_campaign(language: str = "") -> Campaign | None:
    """Return the demo campaign with the most games, in a language if there is one in it."""
    demos = Campaign.objects.filter(demo=True, archived_at=None)
    length = Count("games", filter=Q(games__withdrawn=None))
    spoken = ExpressionWrapper(Q(language=language), output_field=BooleanField())
    found = demos.annotate(length=length, spoken=spoken)
    return found.order_by("-spoken", "-length", "pk").first()


def progress_of(person: Person) -> list[tuple[Membership, Progress]]:
    """Return somebody's places in campaigns, each with how far that is, in two queries."""
    written = Change.objects.filter(campaign=OuterRef("campaign")).exclude(revision=None)
    games = Q(campaign__games__withdrawn=None)
    places = person.memberships.select_related("campaign").annotate(
        touched=Subquery(written.order_by("-pk").values("pk")[:1]),
        game=Max("campaign__games__number", filter=games),
        day=Max("campaign__games__play__played_on", filter=games),
    )
    facts = _facts_of_last_games([place.campaign_id for place in places])
    return [(place, _progress(place, facts.get(place.campaign_id, {}))) for place in places]


def _progress(place: Any, facts: Stored) -> Progress:
    """Return how far a campaign is, from a place in it that was annotated."""
    return Progress(place.touched or 0, place.game, facts, place.day)


def _facts_of_last_games(campaigns: Sequence[int]) -> dict[int, dict[str, dict[str, object]]]:
    """Return the payloads of the facts of each campaign's last game, by their kind."""
    later = Game.objects.filter(campaign=OuterRef("game__campaign"), withdrawn=None)
    latest = Subquery(later.order_by("-number").values("pk")[:1])
    facts = Fact.objects.not_withdrawn().filter(game__campaign__in=campaigns, game=latest)
    rows = facts.exclude(kind=NOTE).order_by().values_list("game__campaign", "kind", "payload")
    payloads: dict[int, dict[str, dict[str, object]]] = {}
    for campaign, kind, payload in rows:
        payloads.setdefault(campaign, {})[kind] = payload
    return payloads
