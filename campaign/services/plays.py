"""The ledger of plays, updated in the transaction of any write that changes a finished game.

The rows of a play are derived from the facts of its game. They are compared with what is stored,
and only what differs is written. The owner of a game and the campaign it is shared with are columns
of the game: changing them needs no update here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db import transaction

from campaign.models import Campaign, Fact, Game, Play, PlaySeat, PlayTag
from campaign.models.games import PLAYED
from campaign.models.plays import PlayQuerySet
from campaign.packs import get_pack
from campaign.records import SetupLost
from campaign.records.reading import setup_of
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.registry import campaign_rules, one_off_rules
from campaign.selectors.campaigns import campaign_facts
from campaign.selectors.unredacted import full_facts

Expected = tuple[Game, PlaySummary]  # a game, and its play as the facts have it
# Fields that have the same name in a record and in its row.
_NAMES = {
    kind: [field.name for field in fields(kind) if field.name not in ("seats", "tags")]
    for kind in (PlaySummary, SeatSummary, Tag)
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A play that is missing, out of date, or of a game that is not finished (any more)."""

    stored: int | None  # the play's id
    expected: Expected | None

    def __str__(self) -> str:
        if self.expected is None:
            return f"play {self.stored}: its game is not finished"
        what = "missing" if self.stored is None else "out of date"
        return f"game {self.expected[0].pk}: {what}"


def campaign_plays_update(campaign: Campaign, *, since: int = 1) -> None:
    """Bring the plays of a campaign up to date, from one of its games on."""
    _write(_of_campaign(campaign, since))


def game_plays_update(game: Game) -> None:
    """Bring the play of a one-off game up to date."""
    _write(_of_one_off(game))


def plays_differences() -> Iterator[Difference]:
    """Yield every play that differs from the facts of its game."""
    for campaign in Campaign.objects.order_by("pk").iterator():
        yield from _of_campaign(campaign, 1)
    for game in Game.objects.one_off().order_by("pk").iterator():
        yield from _of_one_off(game)


def plays_rebuild() -> int:
    """Write every play that differs, and return their number."""
    with transaction.atomic():
        found = list(plays_differences())
        _write(found)
    return len(found)


def plays_fill() -> None:
    """Write the plays of campaigns and games that have a result without a play."""
    played = Fact.objects.not_withdrawn().filter(kind=PLAYED, game__withdrawn=None, game__play=None)
    for campaign in Campaign.objects.filter(pk__in=played.values("game__campaign")):
        campaign_plays_update(campaign)
    for game in Game.objects.one_off().filter(pk__in=played.values("game")):
        game_plays_update(game)


# --- plays derived from facts ---


def _of_campaign(campaign: Campaign, since: int) -> Iterator[Difference]:
    record, rules = campaign_facts(campaign), campaign_rules(campaign.system)
    games = {game.number: game for game in campaign.games.not_withdrawn().filter(number__gte=since)}
    expected = {
        games[number].pk: (games[number], _as_stored(play))
        for number, play in rules.plays(record.story, get_pack(campaign.system))
        if number in games
    }
    return _differing(Play.objects.filter(game__campaign=campaign, number__gte=since), expected)


def _of_one_off(game: Game) -> Iterator[Difference]:
    record = _one_off_play(game)
    expected = {game.pk: (game, _as_stored(record))} if record else {}
    return _differing(Play.objects.filter(game=game), expected)


def _one_off_play(game: Game) -> PlaySummary | None:
    held, rules = full_facts(game), one_off_rules(game.system)
    played = held.played
    if played is None:
        return None
    if held.planned.setup is None and (counted := Play.objects.filter(game=game).first()):
        # Older than stored set-ups: keep the stored play, whatever its seed draws today.
        return replace(_record(counted), played_on=played.played_on, minutes=played.minutes)
    try:
        return rules.play(held.planned.choices, setup_of(game, held), played)
    except SetupLost:
        return None  # nothing can tell what it was played with


def _differing(plays: PlayQuerySet, expected: Mapping[int, Expected]) -> Iterator[Difference]:
    stored = {play.game_id: play for play in plays.prefetch_related("seats", "tags")}
    for game in sorted({*stored, *expected}):
        play, new = stored.get(game), expected.get(game)
        if play is None or new is None or _record(play) != new[1]:
            yield Difference(play.pk if play else None, new)


# --- rows ---


def _write(found: Iterable[Difference]) -> None:
    """Replace the rows of plays that differ, in a constant number of queries."""
    differences = list(found)
    stale = [difference.stored for difference in differences if difference.stored is not None]
    if stale:
        Play.objects.filter(pk__in=stale).delete()
    wanted = [difference.expected for difference in differences if difference.expected]
    plays = Play.objects.bulk_create(
        Play(
            game=game,
            system=game.system,
            number=game.number or None,
            **_values(PlaySummary, record),
        )
        for game, record in wanted
    )
    written = [(play, record) for play, (_game, record) in zip(plays, wanted, strict=True)]
    PlaySeat.objects.bulk_create(
        PlaySeat(play=play, **_values(SeatSummary, seat))
        for play, record in written
        for seat in record.seats
    )
    PlayTag.objects.bulk_create(
        PlayTag(play=play, **_values(Tag, tag)) for play, record in written for tag in record.tags
    )


def _record(play: Play) -> PlaySummary:
    record = PlaySummary(
        **_values(PlaySummary, play),
        seats=tuple(SeatSummary(**_values(SeatSummary, seat)) for seat in play.seats.all()),
        tags=tuple(Tag(**_values(Tag, tag)) for tag in play.tags.all()),
    )
    return _as_stored(record)


def _values(kind: type[PlaySummary | SeatSummary | Tag], held: object) -> dict[str, Any]:
    """Return the fields of a record or of its row, without those that are rows of their own."""
    return {name: getattr(held, name) for name in _NAMES[kind]}


def _as_stored(record: PlaySummary) -> PlaySummary:
    """Return a record as its rows hold it: a result in every seat, seats and tags sorted."""
    seats = (replace(seat, result=seat.result or record.result) for seat in record.seats)
    return replace(
        record,
        seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
        tags=tuple(sorted(record.tags, key=lambda tag: (tag.kind, tag.key))),
    )
