"""Which games are somebody's, and which of them are asked for.

They come from three places: the campaigns somebody belongs to, their own one-off games, and those
of others that were played among the people of their campaigns. Each is asked for by itself, by the
index that holds it in order; one question for all three would have to sort everything it finds.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, PositiveSmallIntegerField, Q, QuerySet, Value

from campaign.models import Campaign, Mage, OneOffGame, OneOffMage, Person, ResultFact, Session
from campaign.plays.values import CAMPAIGN, ONE_OFF, Wanted


class Row(NamedTuple):
    """What is read of a game."""

    kind: str
    id: int
    played_on: datetime.date | None
    group: int | None
    campaign: str | None
    code: str
    system: str
    language: str
    number: int
    chapter: int
    difficulty: str
    nemesis: str
    nemesis_name: str
    nemesis_starts: int | None  # its life, as a campaign noted it
    result: str
    ending: str
    gravehold_life: int | None
    nemesis_life: int | None
    minutes: int | None


@dataclass(frozen=True, slots=True)
class Source:
    """Games of one place; ``games`` are unordered, ``rows`` tell what is read of them."""

    kind: str
    games: QuerySet[Any]

    def rows(self, games: QuerySet[Any] | None = None) -> QuerySet[Any]:
        """Return what is read of the games, or of some of them."""
        kept = self.games if games is None else games
        named = {**_COLUMNS_OF[self.kind], **{name: F(name) for name in _ENDED}}
        told: QuerySet[Any] = kept.annotate(**{f"p_{name}": value for name, value in named.items()})
        return told.values_list(*_COLUMNS)


def sources(person: Person, wanted: Wanted) -> tuple[Source, ...]:
    """Return where somebody's games come from."""
    mine = Campaign.objects.of(person)
    played = OneOffGame.objects.played().order_by()
    own = _one_offs(
        played.filter(owner=person), wanted, seats=OneOffMage.objects.filter(owner=person)
    )
    others = _one_offs(
        played.filter(campaign__in=mine).exclude(owner=person),
        wanted,
        seats=OneOffMage.objects.all(),
    )
    return (
        Source(CAMPAIGN, _campaign_games(person, wanted)),
        Source(ONE_OFF, own),
        Source(ONE_OFF, others),
    )


def campaign_game(campaign: Campaign, number: int) -> QuerySet[Any]:
    """Return the row of one game of a campaign."""
    found = _standing_results().filter(fact__session__campaign=campaign)
    return Source(CAMPAIGN, found.filter(fact__session__number=number)).rows()


def one_off_game(game: OneOffGame) -> QuerySet[Any]:
    """Return the row of a one-off game."""
    return Source(ONE_OFF, OneOffGame.objects.played().order_by().filter(pk=game.pk)).rows()


def _standing_results() -> QuerySet[ResultFact]:
    standing = ResultFact.objects.filter(fact__withdrawn=None, fact__session__withdrawn=None)
    return standing.order_by()


def _campaign_games(person: Person, wanted: Wanted) -> QuerySet[ResultFact]:
    games = _standing_results().filter(fact__session__campaign__in=Campaign.objects.of(person))
    if wanted.campaign:
        games = games.filter(fact__session__campaign__code=wanted.campaign)
    else:
        games = _once(games, person)
    if wanted.system:
        games = games.filter(fact__session__campaign__system=wanted.system)
    if wanted.nemesis:
        games = games.filter(fact__session__nemesis_key=wanted.nemesis)
    seats = Mage.objects.order_by()
    if wanted.mage:
        named = seats.filter(name=wanted.mage)
        games = games.filter(fact__session__campaign__in=named.values("campaign"))
    if wanted.player:
        played = seats.filter(player__iexact=wanted.player)
        games = games.filter(fact__session__campaign__in=played.values("campaign"))
    return _dated(games, wanted)


def _one_offs(
    games: QuerySet[OneOffGame], wanted: Wanted, *, seats: QuerySet[OneOffMage]
) -> QuerySet[OneOffGame]:
    if wanted.campaign:
        games = games.filter(campaign__code=wanted.campaign)
    if wanted.system:
        games = games.filter(system=wanted.system)
    if wanted.nemesis:
        games = games.filter(nemesis=wanted.nemesis)
    seats = seats.order_by()
    if wanted.mage:
        sat = seats.filter(Q(name=wanted.mage) | Q(name="", key=wanted.mage))
        games = games.filter(pk__in=sat.values("game"))
    if wanted.player:
        games = games.filter(pk__in=seats.filter(player__iexact=wanted.player).values("game"))
    return _dated(games, wanted)


def _once(games: QuerySet[ResultFact], person: Person) -> QuerySet[ResultFact]:
    """Leave out what a fork repeats of a campaign that this person belongs to as well."""
    twins = Session.objects.standing().filter(
        campaign=OuterRef("fact__session__campaign__forked_from"),
        number=OuterRef("fact__session__number"),
        number__lte=OuterRef("fact__session__campaign__forked_after"),
        campaign__in=Campaign.objects.of(person),
    )
    return games.filter(Q(fact__session__campaign__forked_from=None) | ~Exists(twins))


def _dated(games: QuerySet[Any], wanted: Wanted) -> QuerySet[Any]:
    if wanted.result:
        games = games.filter(result=wanted.result)
    if wanted.since:
        games = games.filter(played_on__gte=wanted.since)
    if wanted.until:
        games = games.filter(played_on__lte=wanted.until)
    return games


# Columns by name; Django's fields have the plain ones already.
_COLUMNS = tuple(f"p_{name}" for name in Row._fields)
_SESSION = "fact__session"
_CAMPAIGN_COLUMNS: dict[str, Any] = {
    "kind": Value(CAMPAIGN),
    "id": F("pk"),
    "played_on": F("played_on"),
    "group": F(f"{_SESSION}__campaign"),
    "campaign": F(f"{_SESSION}__campaign__name"),
    "code": F(f"{_SESSION}__campaign__code"),
    "system": F(f"{_SESSION}__campaign__system"),
    "language": F(f"{_SESSION}__campaign__language"),
    "number": F(f"{_SESSION}__number"),
    "chapter": F(f"{_SESSION}__chapter"),
    "difficulty": Value(""),
    "nemesis": F(f"{_SESSION}__nemesis_key"),
    "nemesis_name": F(f"{_SESSION}__nemesis_name"),
    "nemesis_starts": F(f"{_SESSION}__nemesis_life"),
}
_ONE_OFF_COLUMNS: dict[str, Any] = {
    "kind": Value(ONE_OFF),
    "id": F("pk"),
    "played_on": F("played_on"),
    "group": F("campaign"),
    "campaign": F("campaign__name"),
    "code": F("code"),
    "system": F("system"),
    "language": F("language"),
    "number": Value(0),
    "chapter": Value(0),
    "difficulty": F("difficulty"),
    "nemesis": F("nemesis"),
    "nemesis_name": Value(""),
    "nemesis_starts": Value(None, output_field=PositiveSmallIntegerField()),
}
_COLUMNS_OF = {CAMPAIGN: _CAMPAIGN_COLUMNS, ONE_OFF: _ONE_OFF_COLUMNS}
_ENDED = ("result", "ending", "gravehold_life", "nemesis_life", "minutes")
