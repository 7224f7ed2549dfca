"""Reads of one-off games: their record, set-up, sheet and owners."""

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.memory import memory
from campaign.models import Campaign, Game, Membership, Person, Role, Seat
from campaign.models.games import GameQuerySet
from campaign.packs import get_shelf
from campaign.records import GameRecord, record_of_game, records_of_games
from campaign.rules.core.facts import Ended
from campaign.rules.core.problems import RulesError
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.core.system import seeded
from campaign.rules.registry import one_off_rules
from campaign.selectors.campaigns import cached_record, campaign_record, campaign_sheet

RECENT_PLANNED, RECENT_PLAYED = 5, 3  # the record of each is read, with its set-up


class SetupLost(RulesError):
    """A game's set-up was not stored, and its box can no longer draw it from its seed."""


def one_off_record(game: Game) -> GameRecord:
    """Return the record of a one-off game; refresh ``game`` if it is newer."""
    return cached_record(game, record_of_game, ["stamp", "revision", "language", "pack_version"])


def players_of(game: Game, record: GameRecord) -> tuple[str, ...]:
    """Return the players by seat: from the result, or else who took it, or else from the plan."""
    planned = one_off_rules(game.system).players(record.planned.choices)
    seated = memory.get_or_set((game.stamp, "seats"), lambda: _names_of_seats(game), weight=1)
    players = [seated.get(seat) or name for seat, name in enumerate(planned, start=1)]
    named = record.played.players if record.played else ()
    return (*named[: len(players)], *players[len(named) :])


def _names_of_seats(game: Game) -> dict[int, str]:
    if not game.pk:  # of a file that is only looked at
        return {}
    return {seat.number: seat.name for seat in game.seats.all()}


def setup_of(game: Game, record: GameRecord) -> Any:
    """Return a game's set-up; if it was never stored, draw it from the seed again."""
    planned = record.planned
    if planned.setup is not None:
        return planned.setup
    rules, shelf = one_off_rules(game.system), get_shelf(game.system)
    try:
        return rules.draw(shelf, planned.choices, seeded(planned.seed))
    except RulesError as error:
        raise SetupLost(error.problems) from error


def shown_seed(game: Game, record: GameRecord) -> str:
    """Return the seed; "" while it would give away what players keep secret from each other."""
    return one_off_rules(game.system).public(record.planned).seed


def game_setup(game: Game) -> Any:
    """Return a game's set-up, of its system's own type; cached."""
    record = one_off_record(game)
    return memory.get_or_set((game.stamp, "setup"), lambda: setup_of(game, record))


def game_sheet(game: Game) -> SetupSheet[Any]:
    """Return the sheet of a game in the language of its box."""
    key = (game.stamp, "sheet", game.language)
    return memory.get_or_set(key, lambda: sheet_of(game, one_off_record(game)))


def sheet_for(game: Game) -> SetupSheet[Any]:
    """Return the set-up sheet of a game, of a campaign or one-off."""
    if game.campaign is None:
        return game_sheet(game)
    sheet = campaign_sheet(game.campaign, game=game.number)
    if sheet is None:
        raise LookupError(f"{game} is not set up.")
    return sheet


def sheet_of(game: Game, record: GameRecord, **more: Any) -> SetupSheet[Any]:
    """Return the sheet of a game from its record, in the language of its box.

    ``more`` are arguments that only its system's sheets take.
    """
    rules, setup = one_off_rules(game.system), setup_of(game, record)
    return rules.sheet(
        setup if record.played is None else rules.revealed(setup),
        language=game.language,
        seed=shown_seed(game, record),
        players=players_of(game, record),
        **more,
    )


def result_of(game: Game) -> Ended | None:
    """Return the result of a campaign's or one-off game; None if there is none."""
    if game.campaign is None:
        return one_off_record(game).played
    return campaign_record(game.campaign).results.get(game.number)


def games_of(person: Person) -> GameQuerySet:
    """Return the one-off games that a person owns or has a seat in."""
    seated = Seat.objects.filter(person=person).values("game")
    return Game.objects.one_off().filter(Q(owner=person) | Q(pk__in=seated))


def recent_games(person: Person) -> tuple[tuple[Game, GameRecord], ...]:
    """Return a person's latest one-off games, planned before played; the log has the rest."""
    mine = games_of(person)
    planned = mine.planned().order_by("-created_at", "-pk")
    played = mine.played().order_by(F("play__played_on").desc(nulls_last=True), "-pk")
    found = [*planned[:RECENT_PLANNED], *played[:RECENT_PLAYED]]
    held = {
        game.pk: record
        for game in found
        if isinstance(record := memory.get((game.stamp, "record")), GameRecord)
    }
    records = held | records_of_games(game for game in found if game.pk not in held)
    return tuple((game, records[game.pk]) for game in found if game.pk in records)


def latest_system(person: Person) -> str:
    """Return the system of the one-off game that somebody set up last; "" if there is none."""
    latest = games_of(person).order_by("-created_at", "-pk")
    return latest.values_list("system", flat=True).first() or ""


def games_left_behind(person: Person) -> tuple[int, int]:
    """Return how many games would be deleted with a person, and how many would stay with others."""
    stays = left_to_others(person).count()
    return person.games.count() - stays, stays


def left_to_others(person: Person) -> QuerySet[Game]:
    """Return a person's games that others play in too, or whose campaign has another keeper."""
    seats = Seat.objects.filter(game=OuterRef("pk")).exclude(person=None).exclude(person=person)
    keepers = Membership.objects.filter(role=Role.KEEPER, campaign=OuterRef("shared_with"))
    return person.games.filter(Exists(seats) | Exists(keepers.exclude(person=person)))


def campaigns_to_share(person: Person) -> QuerySet[Campaign]:
    """Return the campaigns that a person may share a game with."""
    mine = person.memberships.exclude(role=Role.READER)
    return Campaign.objects.filter(archived_at=None, memberships__in=mine)
