"""The play log: somebody's games, of campaigns and one-off, in one table.

Somebody's games are those of the campaigns they belong to, their own one-off games, and those that
were played among the people of their campaigns. Everything comes from records they may read.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value

from campaign.models import (
    Campaign,
    Mage,
    OneOffGame,
    OneOffMage,
    Person,
    ResultFact,
    Session,
)
from campaign.packs import get_pack
from campaign.rules.pack import Name, Pack
from campaign.rules.registry import SYSTEMS

CAMPAIGN, ONE_OFF = "campaign", "one_off"
PAGE = 25
BATCH = 1000  # games whose mages are fetched at once when all are wanted
MOST_CHOICES = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games somebody wants to see; what is left empty is not asked about.

    ``mage`` is a mage's own name, or the id of a mage of a box.
    """

    system: str = ""
    campaign: str = ""  # its code
    nemesis: str = ""  # its key
    mage: str = ""
    player: str = ""
    result: str = ""
    since: datetime.date | None = None
    until: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """A mage at the table, and who played it where that was noted."""

    mage: str
    player: str
    colour: str


@dataclass(frozen=True, slots=True)
class Play:
    """A played game. ``number`` and ``chapter`` are 0 for a one-off game."""

    kind: str
    code: str  # the campaign's or the game's
    system: str
    game: str  # what the box is called
    campaign: str  # what the campaign is called; of a one-off game, the people it was played among
    number: int
    chapter: int
    difficulty: str
    nemesis: str
    mages: tuple[Sitting, ...]
    result: str
    ending: str
    gravehold_life: int | None
    nemesis_life: int | None
    minutes: int | None
    played_on: datetime.date | None


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody's log can be asked about, each by key with its name."""

    campaigns: tuple[tuple[str, str], ...]
    nemeses: tuple[tuple[str, str], ...]
    mages: tuple[tuple[str, str], ...]
    players: tuple[str, ...]


class _Row(NamedTuple):
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
    result: str
    ending: str
    gravehold_life: int | None
    nemesis_life: int | None
    minutes: int | None


# Columns of the union by name; Django's fields have the plain ones already.
_COLUMNS = tuple(f"p_{name}" for name in _Row._fields)


class PlayLog:
    """Somebody's games, the latest first; counted, sliced and walked through."""

    def __init__(self, person: Person, wanted: Wanted | None = None) -> None:
        self.wanted = wanted or Wanted()
        games = _campaign_rows(person, self.wanted)
        evenings = _one_off_rows(person, self.wanted)
        latest_first = F("p_played_on").desc(nulls_last=True), "p_kind", "-p_id"
        self._rows = games.union(evenings, all=True).order_by(*latest_first)

    def count(self) -> int:
        """Return how many games there are."""
        return self._rows.count()

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, places: slice) -> tuple[Play, ...]:
        return _plays([_Row(*row) for row in self._rows[places]])

    def __iter__(self) -> Iterator[Play]:
        """Yield every game; a thousand are in memory at a time."""
        rows = (_Row(*row) for row in self._rows.iterator(chunk_size=BATCH))
        while batch := list(islice(rows, BATCH)):
            yield from _plays(batch)


def campaign_play(campaign: Campaign, number: int) -> Play | None:
    """Return one game of a campaign as the log tells it; None while it is not played."""
    games = _standing_results().filter(fact__session__campaign=campaign)
    rows = _told(games.filter(fact__session__number=number), _CAMPAIGN_COLUMNS)
    return next(iter(_plays([_Row(*row) for row in rows])), None)


def one_off_play(game: OneOffGame) -> Play | None:
    """Return a one-off game as the log tells it; None while it is not played."""
    rows = _told(OneOffGame.objects.played().filter(pk=game.pk), _ONE_OFF_COLUMNS)
    return next(iter(_plays([_Row(*row) for row in rows])), None)


def known_to(person: Person, *, language: str = "en") -> Known:
    """Return what somebody's log can be asked about: only what stands in it."""
    mine = Campaign.objects.of(person)
    campaigns = tuple(mine.order_by("-created_at", "-pk").values_list("code", "name"))
    sessions = Session.objects.standing().filter(campaign__in=mine).order_by()
    mages = Mage.objects.filter(campaign__in=mine).order_by()
    games = _one_offs(person)
    seats = OneOffMage.objects.filter(game__in=games).order_by()

    def asked(rows: QuerySet[Any], what: str, key: Any, name: Any) -> QuerySet[Any]:
        named: QuerySet[Any] = rows.annotate(k_what=Value(what), k_key=key, k_name=name)
        return named.values_list("k_what", "k_key", "k_name").distinct()

    nothing = Value("")
    found = asked(sessions, "nemesis", F("nemesis_key"), F("nemesis_name")).union(
        asked(games, "nemesis", F("nemesis"), nothing),
        asked(mages, "mage", F("name"), F("name")),
        asked(seats.exclude(name=""), "mage", F("name"), F("name")),
        asked(seats.filter(name=""), "mage", F("key"), nothing),
        asked(mages.exclude(player=""), "player", F("player"), nothing),
        asked(seats.exclude(player=""), "player", F("player"), nothing),
    )
    by: dict[str, dict[str, str]] = defaultdict(dict)
    for what, key, name in found.order_by("k_what", "k_key", "k_name"):
        by[what][key] = name or by[what].get(key, "")
    nemeses = {k: name or nemesis_name(k, language) for k, name in by["nemesis"].items()}
    named = {k: name or mage_name(k, language) for k, name in by["mage"].items()}
    return Known(
        campaigns, _by_name(nemeses), _by_name(named), tuple(sorted(by["player"], key=str.casefold))
    )


def nemesis_name(key: str, language: str) -> str:
    """Return what a box calls a nemesis of somebody's record."""
    return box_name(lambda pack: pack.nemesis(key), language) or key


def mage_name(key: str, language: str) -> str:
    """Return what a box calls a mage of somebody's record."""
    return box_name(lambda pack: pack.mage(key), language) or key


def box_name(find: Callable[[Pack], object], language: str) -> str:
    """Return how the first box that knows a thing names it; empty if none does."""
    for system in SYSTEMS.values():
        name = getattr(find(get_pack(system.pack)), "name", None)
        if isinstance(name, Name):
            return name.in_language(language)
    return ""


# --- which games ---


def _standing_results() -> QuerySet[ResultFact]:
    return ResultFact.objects.filter(fact__withdrawn=None, fact__session__withdrawn=None)


def _one_offs(person: Person) -> QuerySet[OneOffGame]:
    mine = Campaign.objects.of(person)
    return OneOffGame.objects.played().filter(Q(owner=person) | Q(campaign__in=mine)).order_by()


def _campaign_rows(person: Person, wanted: Wanted) -> QuerySet[Any]:
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
    return _told(_dated(games, wanted), _CAMPAIGN_COLUMNS)


def _one_off_rows(person: Person, wanted: Wanted) -> QuerySet[Any]:
    games = _one_offs(person)
    if wanted.campaign:
        games = games.filter(campaign__code=wanted.campaign)
    if wanted.system:
        games = games.filter(system=wanted.system)
    if wanted.nemesis:
        games = games.filter(nemesis=wanted.nemesis)
    seats = OneOffMage.objects.order_by()
    if wanted.mage:
        sat = seats.filter(Q(name=wanted.mage) | Q(name="", key=wanted.mage))
        games = games.filter(pk__in=sat.values("game"))
    if wanted.player:
        games = games.filter(pk__in=seats.filter(player__iexact=wanted.player).values("game"))
    return _told(_dated(games, wanted), _ONE_OFF_COLUMNS)


def _once(games: QuerySet[ResultFact], person: Person) -> QuerySet[ResultFact]:
    """Leave out what a fork repeats of a campaign that this person belongs to as well."""
    twins = Session.objects.standing().filter(
        campaign=OuterRef("fact__session__campaign__forked_from"),
        number=OuterRef("fact__session__number"),
        number__lte=OuterRef("fact__session__campaign__forked_after"),
        campaign__in=Campaign.objects.of(person),
    )
    return games.filter(~Exists(twins))


def _dated(games: QuerySet[Any], wanted: Wanted) -> QuerySet[Any]:
    if wanted.result:
        games = games.filter(result=wanted.result)
    if wanted.since:
        games = games.filter(played_on__gte=wanted.since)
    if wanted.until:
        games = games.filter(played_on__lte=wanted.until)
    return games


# --- what is told of them ---

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
}
_ENDED = ("result", "ending", "gravehold_life", "nemesis_life", "minutes")


def _told(games: QuerySet[Any], columns: dict[str, Any]) -> QuerySet[Any]:
    named = {**columns, **{name: F(name) for name in _ENDED}}
    told: QuerySet[Any] = games.order_by().annotate(
        **{f"p_{name}": value for name, value in named.items()}
    )
    return told.values_list(*_COLUMNS)


def _plays(rows: list[_Row]) -> tuple[Play, ...]:
    """Seat the mages of some games: two queries, however many games."""
    groups = {row.group for row in rows if row.kind == CAMPAIGN}
    games = {row.id: row for row in rows if row.kind == ONE_OFF}
    seats: dict[tuple[str, int | None], list[Sitting]] = defaultdict(list)
    for mage in Mage.objects.filter(campaign__in=groups).order_by("campaign", "seat"):
        sitting = Sitting(mage.name, mage.player, mage.colour)
        seats[CAMPAIGN, mage.campaign_id].append(sitting)
    for guest in OneOffMage.objects.filter(game__in=games).order_by("game", "seat"):
        name = guest.name or mage_name(guest.key, games[guest.game_id].language)
        seats[ONE_OFF, guest.game_id].append(Sitting(name, guest.player, guest.colour))
    return tuple(
        _play(row, seats[row.kind, row.group if row.kind == CAMPAIGN else row.id]) for row in rows
    )


def _play(row: _Row, mages: Iterable[Sitting]) -> Play:
    pack = get_pack(SYSTEMS[row.system].pack) if row.system in SYSTEMS else None
    difficulty = pack.difficulty(row.difficulty) if pack else None
    return Play(
        kind=row.kind,
        code=row.code,
        system=row.system,
        game=pack.name.in_language(row.language) if pack else row.system,
        campaign=row.campaign or "",
        number=row.number,
        chapter=row.chapter,
        difficulty=difficulty.name.in_language(row.language) if difficulty else row.difficulty,
        nemesis=row.nemesis_name or nemesis_name(row.nemesis, row.language),
        mages=tuple(mages),
        result=row.result,
        ending=row.ending,
        gravehold_life=row.gravehold_life,
        nemesis_life=row.nemesis_life,
        minutes=row.minutes,
        played_on=row.played_on,
    )


def _by_name(names: dict[str, str]) -> tuple[tuple[str, str], ...]:
    ordered = sorted(names.items(), key=lambda named: named[1].casefold())
    return tuple(ordered[:MOST_CHOICES])
