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

from campaign.models import Campaign, Change, Fact, Game
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


def progress_of(campaigns: Sequence[int]) -> dict[int, Progress]:
    """Return the progress of each campaign, in two queries."""
    written = Change.objects.filter(campaign=OuterRef("pk")).exclude(revision=None)
    games = Q(games__withdrawn=None)
    rows = Campaign.objects.filter(pk__in=campaigns).order_by()
    reached = rows.annotate(
        touched=Subquery(written.order_by("-pk").values("pk")[:1]),
        game=Max("games__number", filter=games),
        day=Max("games__play__played_on", filter=games),
    ).values_list("pk", "touched", "game", "day")
    found = {pk: (touched or 0, game, day) for pk, touched, game, day in reached}
    facts = _facts_of_last_games(campaigns)
    progress = {}
    for campaign in campaigns:
        touched, game, played_on = found.get(campaign, (0, None, None))
        progress[campaign] = Progress(
            last_change=touched,
            game=game,
            facts=facts.get(campaign, {}),
            played_on=played_on,
        )
    return progress


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
