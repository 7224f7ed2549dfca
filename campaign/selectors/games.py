"""Reads of games: their record, set-up, sheet, entries and owners."""

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaign.memory import memory
from campaign.models import Campaign, Change, Fact, Game, Membership, Person, Photo, Role, Seat
from campaign.models.games import NOTE, PLANNED, PLAYED, GameQuerySet
from campaign.records import GameFacts
from campaign.rules.core.facts import Ended
from campaign.rules.core.seeing import Audience
from campaign.rules.core.sheet import SetupSheet
from campaign.rules.registry import one_off_rules
from campaign.selectors.campaigns import campaign_facts, campaign_sheet
from campaign.selectors.seeing import audience_of, game_setup, seen_facts, seen_facts_of

RECENT_PLANNED, RECENT_PLAYED = 5, 3  # the record of each is read, with its set-up


def players_of(game: Game, facts: GameFacts) -> tuple[str, ...]:
    """Return the players by seat: from the result, or else who took it, or else from the plan."""
    planned = one_off_rules(game.system).players(facts.planned.choices)
    seated = facts.names.by_seat
    players = [seated.get(seat) or name for seat, name in enumerate(planned, start=1)]
    named = facts.played.players if facts.played else ()
    return (*named[: len(players)], *players[len(named) :])


def game_sheet(game: Game, to: Audience | None = None) -> SetupSheet[Any]:
    """Return the sheet of a game as an audience may see it, in the language of its box."""
    if to is not None:
        return _sheet(game, to)
    everybody = audience_of(game)
    return memory.get_or_set((game.stamp, "sheet", game.language), lambda: _sheet(game, everybody))


def sheet_for(game: Game, to: Audience | None = None) -> SetupSheet[Any]:
    """Return the set-up sheet of a game, of a campaign or one-off."""
    if game.campaign is None:
        return game_sheet(game, to)
    sheet = campaign_sheet(game.campaign, game=game.number)
    if sheet is None:
        raise LookupError(f"{game} is not set up.")
    return sheet


def _sheet(game: Game, to: Audience) -> SetupSheet[Any]:
    facts = seen_facts(game, to)
    return one_off_rules(game.system).sheet(
        game_setup(game, to),
        language=game.language,
        seed=facts.planned.seed,
        players=players_of(game, facts),
    )


def result_of(game: Game) -> Ended | None:
    """Return the result of a campaign's or one-off game; None if there is none."""
    if game.campaign is None:
        return seen_facts(game).played
    return campaign_facts(game.campaign).results.get(game.number)


def photos_of(campaign: Campaign) -> QuerySet[Photo]:
    """Return the photos of all games of a campaign."""
    shown = Photo.objects.filter(game__campaign=campaign, game__withdrawn=None)
    return shown.select_related("game")


def one_off_of_code(code: str, systems: Collection[str]) -> Game | None:
    """Return a one-off game of some systems by its code."""
    return Game.objects.one_off().filter(code=code, system__in=systems).first()


def games_in(campaign: Campaign) -> GameQuerySet:
    """Return the games of a campaign, the first one first."""
    return Game.objects.not_withdrawn().filter(campaign=campaign).order_by("number")


def entries_of(game: Game) -> list[Fact]:
    """Return what stands of a game, the plan first, each with the change that recorded it."""
    rows = Fact.objects.not_withdrawn().filter(game=game).select_related("recorded__person")
    entries = list(rows.order_by("place"))
    for row in entries:
        row.game = game
        row.recorded.campaign = game.campaign  # saves a query where nobody signed
    return entries


def entries_in(campaign: Campaign) -> QuerySet[Fact]:
    """Return all that was entered in the games of a campaign but their plans, withdrawn or not."""
    rows = Fact.objects.filter(game__campaign=campaign, game__withdrawn=None)
    return rows.exclude(kind=PLANNED).select_related("game")


def latest_note(campaign: Campaign, number: int) -> Fact | None:
    """Return the latest note of a game of a campaign."""
    notes = Fact.objects.not_withdrawn().filter(
        game__campaign=campaign, game__number=number, game__withdrawn=None, kind=NOTE
    )
    return notes.select_related("game__campaign").order_by("-place").first()


def latest_photo(campaign: Campaign, number: int) -> Photo | None:
    """Return the latest photo of a game of a campaign."""
    photos = photos_of(campaign).filter(game__number=number)
    return photos.select_related("game__campaign").order_by("-added_at", "-pk").first()


def result_change(game: Game) -> Change | None:
    """Return the change that recorded the result that stands."""
    results = game.facts.not_withdrawn().filter(kind=PLAYED)
    return Change.objects.filter(recorded_facts__in=results).select_related("person").first()


def games_of(person: Person) -> GameQuerySet:
    """Return the one-off games that a person owns or has a seat in."""
    seated = Seat.objects.filter(person=person).values("game")
    return Game.objects.one_off().filter(Q(owner=person) | Q(pk__in=seated))


def recent_games(person: Person) -> tuple[tuple[Game, GameFacts], ...]:
    """Return a person's latest one-off games, planned before played; the log has the rest."""
    mine = games_of(person)
    planned = mine.planned().order_by("-created_at", "-pk")
    played = mine.played().order_by(F("play__played_on").desc(nulls_last=True), "-pk")
    found = [*planned[:RECENT_PLANNED], *played[:RECENT_PLAYED]]
    records = seen_facts_of(found)
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
