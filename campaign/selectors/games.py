"""Every read of one-off games: their record, set-up and sheet, and whose they are."""

from typing import Any

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from campaign.memory import memory
from campaign.models import Campaign, Game, Membership, Person, Role
from campaign.packs import get_shelf
from campaign.records import GameRecord, game_record, game_records
from campaign.rules.core.facts import Ended
from campaign.rules.core.problems import RulesError
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.core.system import seeded
from campaign.rules.registry import one_off_rules
from campaign.selectors.campaigns import campaign_record, read_whole

RECENT_PLANNED, RECENT_PLAYED = 5, 3  # each is read whole, with its set-up


class SetupLost(RulesError):
    """A game's set-up was not stored, and its box can no longer draw it from its seed."""


def one_off_record(game: Game) -> GameRecord:
    """Return all that stands in a one-off game."""
    return read_whole(game, game_record, ["stamp", "revision", "language", "pack_version"])


def players_of(game: Game, record: GameRecord) -> tuple[str, ...]:
    """Return who plays, by seat: as the result says, else as the plan does."""
    planned = one_off_rules(game.system).players(record.planned.choices)
    named = record.played.players if record.played else ()
    return (*named[: len(planned)], *planned[len(named) :])


def setup_of(game: Game, record: GameRecord) -> Any:
    """Return a game's set-up; one too old to have been stored, as its seed draws it now."""
    planned = record.planned
    if planned.setup is not None:
        return planned.setup
    rules, shelf = one_off_rules(game.system), get_shelf(game.system)
    try:
        return rules.draw(shelf, planned.choices, seeded(planned.seed))
    except RulesError as error:
        raise SetupLost(error.problems) from error


def game_setup(game: Game) -> Any:
    """Return a game's set-up, of its system's own type, with the names of everything in it."""
    record = one_off_record(game)
    return memory.of((game.stamp, "setup"), lambda: setup_of(game, record))


def game_sheet(game: Game) -> SetupSheet[Any]:
    """Return the sheet of a game in the language of its box."""
    key = (game.stamp, "sheet", game.language)
    return memory.of(key, lambda: sheet_of(game, one_off_record(game)))


def sheet_of(game: Game, record: GameRecord, **more: Any) -> SetupSheet[Any]:
    """Return the sheet of a game as it stands in a record, in the language of its box.

    ``more`` is what only its system knows to ask of a sheet.
    """
    return one_off_rules(game.system).sheet(
        setup_of(game, record),
        language=game.language,
        seed=record.planned.seed,
        players=players_of(game, record),
        **more,
    )


def standing_result(game: Game) -> Ended | None:
    """Return the result that stands in a game of either kind; None while there is none."""
    if game.campaign is None:
        return one_off_record(game).played
    return campaign_record(game.campaign).results.get(game.number)


def recent_games(person: Person) -> tuple[tuple[Game, GameRecord], ...]:
    """Return somebody's latest games, what is still to be played first; the log has the others."""
    planned = person.games.planned().order_by("-created_at", "-pk")
    played = person.games.played().order_by(F("play__played_on").desc(nulls_last=True), "-pk")
    found = [*planned[:RECENT_PLANNED], *played[:RECENT_PLAYED]]
    held = {
        game.pk: record
        for game in found
        if isinstance(record := memory.get((game.stamp, "record")), GameRecord)
    }
    records = held | game_records(game for game in found if game.pk not in held)
    return tuple((game, records[game.pk]) for game in found)


def games_left_behind(person: Person) -> tuple[int, int]:
    """Return how many of somebody's games would go with them, and how many stay with others."""
    others = Membership.objects.filter(role=Role.KEEPER, campaign=OuterRef("shared_with"))
    stays = Exists(others.exclude(person=person))
    found = person.games.aggregate(mine=Count("pk"), stay=Count("pk", filter=stays))
    return found["mine"] - found["stay"], found["stay"]


def campaigns_to_share(person: Person) -> QuerySet[Campaign]:
    """Return the campaigns whose people somebody may play a game among."""
    mine = person.memberships.exclude(role=Role.READER)
    return Campaign.objects.filter(archived_at=None, memberships__in=mine)
