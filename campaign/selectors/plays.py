"""The play log: a person's plays, filtered, and the choices of the filters."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.models import Campaign, Game, Person, Play, PlaySeat, PlayTag, Seat
from campaign.models.plays import PlayQuerySet
from campaign.packs import name_of
from campaign.rules.core.play import BOX
from campaign.rules.registry import systems_named

MAX_CHOICES = 500
Choices = tuple[tuple[str, str], ...]  # keys and names


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter of plays; empty fields do not filter.

    ``character`` is a name that players typed, or a key from a box.
    """

    system: str = ""  # its slug, or the name of a family
    campaign: str = ""  # its code: its games, and those shared with its people
    against: str = ""  # a key
    character: str = ""
    player: str = ""
    box: str = ""  # a key
    result: str = ""
    since: datetime.date | None = None
    until: datetime.date | None = None


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Known:
    """The choices of the filters."""

    against: Choices
    characters: Choices
    players: Choices
    boxes: Choices


def boxes_shared_with(person: Person) -> set[str]:
    """Return the boxes of others' games, one-off or of a campaign, that a person may see."""
    in_campaigns = Q(play__game__shared_with__memberships__person=person) | Q(
        play__game__campaign__memberships__person=person,
        play__game__campaign__opening__isnull=False,
    )
    seated = Q(play__game__in=Seat.objects.filter(person=person).values("game"))
    theirs = PlayTag.objects.filter(in_campaigns | seated, kind=BOX)
    others = theirs.exclude(play__game__owner=person).order_by()
    return set(others.values_list("key", flat=True).distinct())


def visible_plays(
    person: Person,
    campaigns: Iterable[Campaign] | None,
    closed: Collection[str],
    *,
    once: bool = False,
) -> PlayQuerySet:
    """Return the plays that a person may see; ``once``: without what forks repeat."""
    return Play.objects.visible_to(person, campaigns, once=once).opened_to(person, closed)


def plays_of(
    person: Person,
    wanted: Wanted = EVERYTHING,
    closed: Collection[str] = (),
    campaigns: Iterable[Campaign] | None = None,
) -> PlayQuerySet:
    """Return a person's plays without what forks repeat, unless the filter names a campaign.

    ``closed``: boxes that hide the one-off games of others; ``campaigns``: the person's, if they
    were read already.
    """
    plays = visible_plays(person, campaigns, closed, once=not wanted.campaign)
    if code := wanted.campaign:
        plays = plays.filter(Q(game__campaign__code=code) | Q(game__shared_with__code=code))
    if wanted.system:
        plays = plays.filter(system__in=systems_named(wanted.system))
    columns = {
        "against": wanted.against,
        "played_on__gte": wanted.since,
        "played_on__lte": wanted.until,
    }
    plays = plays.filter(**{name: value for name, value in columns.items() if value})
    seats = PlaySeat.objects.filter(play=OuterRef("pk"))
    if wanted.result:
        # Where players win and lose each for themselves, what counts is the person's own seat.
        own = Seat.objects.filter(
            game=OuterRef("play__game"), number=OuterRef("seat"), person=person
        )
        ended_so = Exists(seats.filter(Exists(own), result=wanted.result))
        plays = plays.filter(Q(result=wanted.result) | Q(ended_so, result=""))
    if wanted.character:
        mine = Q(name=wanted.character) | Q(name="", key=wanted.character)
        plays = plays.filter(Exists(seats.filter(mine)))
    if wanted.player:
        plays = plays.filter(Exists(seats.filter(player__iexact=wanted.player)))
    if wanted.box:
        tags = PlayTag.objects.filter(play=OuterRef("pk"), kind=BOX, key=wanted.box)
        plays = plays.filter(Exists(tags))
    return plays


def last_met(person: Person, systems: Collection[str]) -> dict[str, int]:
    """Return the opponents in a person's plays, each with a number: the later, the higher."""
    plays = Play.objects.visible_to(person).filter(system__in=systems).exclude(against="")
    ordered = plays.order_by(F("played_on").asc(nulls_first=True), "pk").values_list("against")
    return {against: place for place, (against,) in enumerate(ordered)}


def characters_played(person: Person, systems: Collection[str]) -> set[str]:
    """Return the keys of characters in the plays that a person can see."""
    visible = Play.objects.visible_to(person).filter(system__in=systems)
    seats = PlaySeat.objects.filter(play__in=visible).order_by()
    return set(seats.values_list("key", flat=True).distinct())


def tags_of(plays: PlayQuerySet, kind: str) -> QuerySet[PlayTag]:
    """Return what is noted of one kind in plays, such as what was played with."""
    return PlayTag.objects.filter(play__in=plays.values("pk"), kind=kind)


def tagged_last(person: Person, systems: Collection[str], kind: str, *, but: Game) -> set[str]:
    """Return the keys of one kind in the latest game that a person owns, besides one."""
    plays = Play.objects.filter(game__owner=person, system__in=systems).exclude(game=but)
    tags = PlayTag.objects.filter(play=plays.latest_first().first(), kind=kind)
    return set(tags.values_list("key", flat=True))


def known_in(visible: PlayQuerySet, language: str) -> Known:
    """Return the choices of the filters: only what occurs in these plays."""
    met = visible.order_by("against_name").values_list("against", "against_name").distinct()
    seats = PlaySeat.objects.filter(play__in=visible).order_by()
    sat = list(seats.values_list("key", "name", "player").distinct())
    boxes = PlayTag.objects.filter(play__in=visible, kind=BOX).order_by().values_list("key")
    characters = {name or key: name or name_of("character", key, language) for key, name, _ in sat}
    return Known(
        # What players typed comes after what they left empty.
        _by_name({key: name or name_of("against", key, language) for key, name in met if key}),
        _by_name({key: name for key, name in characters.items() if key}),
        _by_name({player: player for *_, player in sat if player}),
        _by_name({key: name_of(BOX, key, language) for (key,) in boxes.distinct()}),
    )


def _by_name(names: dict[str, str]) -> Choices:
    ordered = sorted(names.items(), key=lambda named: named[1].casefold())
    return tuple(ordered[:MAX_CHOICES])


def plays_in(games: Iterable[Game]) -> dict[int, Play]:
    """Return the plays of those games that have a result, by the ids of the games."""
    rows = Play.objects.with_rows().filter(game__in=list(games))
    return {play.game_id: play for play in rows}


def plays_in_campaign(campaign: Campaign) -> PlayQuerySet:
    """Return the plays of a campaign's games, the latest first."""
    plays = Play.objects.with_rows().filter(game__campaign=campaign, game__withdrawn=None)
    return plays.order_by("-number")


def play_of(game: Game) -> Play | None:
    """Return the play of a game; None until it has a result."""
    return plays_in([game]).get(game.pk)
