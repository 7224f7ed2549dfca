"""Statistics of plays."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Value
from django.utils.functional import cached_property

from campaign.models import Campaign, Person, Play, PlaySeat, PlayTag, Seat
from campaign.models.plays import PlayQuerySet
from campaign.packs import name_of

Z95 = 1.959963984540054  # quantile of the normal distribution for a 95 % interval
Row = Any  # a named tuple or dict of selected columns
GAME = (
    *("pk", "system", "against", "against_name", "difficulty", "result", "played_on", "minutes"),
    *("number", "game__code"),
)
SEAT = ("play_id", "seat", "key", "name", "player", "side", "result", "score", "is_own")
_SCORED_AS = {"win": "won", "loss": "lost"}
DIAL = "dial"  # the kind of tag that says what a dial showed at the end


@dataclass(frozen=True, slots=True)
class Score:
    """Games won and lost by all; ``other`` are draws, and games with winners and losers."""

    won: int = 0
    lost: int = 0
    other: int = 0

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.won + self.lost + self.other

    @property
    def decided(self) -> int:
        """Return how many games everybody won, or everybody lost."""
        return self.won + self.lost

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.won / self.decided if self.decided else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the share.

        That is Wilson's score interval (E. B. Wilson, "Probable Inference, the Law of Succession,
        and Statistical Inference", 1927). Unlike the normal approximation it stays between 0 and 1
        and is meaningful for a single game; without any game it is (0, 1).
        """
        games, share, z = self.decided, self.share, Z95
        if not games:
            return 0.0, 1.0
        spread = 1 + z * z / games
        middle = (share + z * z / (2 * games)) / spread
        half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / spread
        # The ends are exact if nothing or everything was won, whatever the rounding.
        low = max(0.0, middle - half) if self.won else 0.0
        high = min(1.0, middle + half) if self.lost else 1.0
        return low, high

    def __add__(self, more: Score) -> Score:
        return Score(self.won + more.won, self.lost + more.lost, self.other + more.other)


@dataclass(frozen=True, slots=True)
class Share:
    """The score of one opponent, character, difficulty, card, …, called ``name``."""

    key: str
    name: str
    score: Score


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """How many games of a system ended in one way for a player, and how many of them for points."""

    player: str
    result: str
    system: str
    games: int
    scored: int


@dataclass(frozen=True, repr=False)
class Statistics:
    """Statistics of plays, each computed on first access: no page shows all of them.

    Shares are sorted by games played, or by their numbers if they have any.
    """

    plays: PlayQuerySet = field(compare=False)  # of other systems too
    language: str
    games: Sequence[Row]
    # Read from the database only if asked for: a campaign's page has no use for every seat.
    seats: Iterable[Row] = field(compare=False)
    players_counted: Sequence[PlayerResults]
    tags: Sequence[Row]

    def of(self, systems: Collection[str]) -> Statistics:
        """Return the statistics of the plays of some systems."""
        if set(self.systems) <= set(systems):
            return self
        games = [game for game in self.games if game.system in systems]
        theirs = {game.pk for game in games}
        return Statistics(
            self.plays,
            self.language,
            games,
            [seat for seat in self.seats if seat.play_id in theirs],
            [row for row in self.players_counted if row.system in systems],
            [tag for tag in self.tags if tag["play__system"] in systems],
        )

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Return the systems that were played."""
        return tuple(sorted({game.system for game in self.games}))

    @cached_property
    def score(self) -> Score:
        """Return the score of all games."""
        return count_results((None, game.result) for game in self.games).get(None, Score())

    @cached_property
    def months(self) -> dict[datetime.date, Score]:
        """Return the score of each month in which somebody played, by its first day, in order."""
        dated = ((game.played_on, game.result) for game in self.games if game.played_on)
        found = count_results((day.replace(day=1), result) for day, result in dated)
        return dict(sorted(found.items()))

    @cached_property
    def undated(self) -> int:
        """Return how many games have no date."""
        return sum(game.played_on is None for game in self.games)

    @cached_property
    def against(self) -> tuple[Share, ...]:
        """Return the score against each opponent."""
        met = [game for game in self.games if game.against]
        typed = ((game.against, game.against_name) for game in met)
        names = _names(typed, "against", self.language)
        return most_played(((game.against, game.result) for game in met), names.__getitem__)

    @cached_property
    def difficulties(self) -> tuple[Share, ...]:
        """Return the score of each difficulty."""
        results = ((game.difficulty, game.result) for game in self.games)
        return most_played(results, lambda key: name_of("difficulty", key, self.language))

    @cached_property
    def characters(self) -> tuple[Share, ...]:
        """Return the score of each character; characters of the same name are one."""
        sat = [seat for seat in self.seats if seat.key or seat.name]
        keys = {seat.key for seat in sat if not seat.name}
        names = {key: name_of("character", key, self.language) for key in keys}
        return most_played((seat.name or names[seat.key], seat.result) for seat in sat)

    @cached_property
    def players(self) -> tuple[Share, ...]:
        """Return the score of each player."""
        counted = Counter[tuple[str, str]]()
        for row in self.players_counted:
            counted[row.player, row.result] += row.games
        return most_played(counted)

    @cached_property
    def points(self) -> dict[str, list[int]]:
        """Return the points of each player, ascending, of those who scored most often first."""
        if not any(row.scored for row in self.players_counted):
            return {}
        found: dict[str, list[int]] = defaultdict(list)
        for seat in self.seats:
            if seat.player and seat.score is not None:
                found[seat.player].append(seat.score)
        most = sorted(found, key=lambda player: (-len(found[player]), player.casefold()))
        return {player: sorted(found[player]) for player in most}

    @cached_property
    def sizes(self) -> tuple[Share, ...]:
        """Return the score of each number of players."""
        sizes = Counter(seat.play_id for seat in self.seats)
        found = count_results((sizes[game.pk], game.result) for game in self.games)
        return tuple(Share(str(size), str(size), found[size]) for size in sorted(found))

    @cached_property
    def minutes(self) -> list[int]:
        """Return the lengths of games in minutes, ascending."""
        return sorted(game.minutes for game in self.games if game.minutes is not None)

    def of_kind(self, kind: str) -> tuple[Share, ...]:
        """Return the score of each tag of a kind."""
        rows = [row for row in self.tags if row["kind"] == kind]
        counted = Counter[tuple[Any, str]]()
        for row in rows:
            counted[row["key"], row["play__result"]] += row["games"]
        names = _names(((row["key"], row["name"]) for row in rows), kind, self.language)
        numbers = {row["key"]: row["number"] or 0 for row in rows}
        shares = most_played(counted, names.__getitem__)
        return tuple(sorted(shares, key=lambda share: numbers[share.key]))

    def dial(self, key: str) -> tuple[list[int], list[int]]:
        """Return the final values of a dial in games won and in games lost, ascending."""
        shown: dict[str, list[int]] = defaultdict(list)
        for row in self.tags:
            if row["kind"] == DIAL and row["key"] == key:
                shown[row["play__result"]] += [row["number"]] * row["games"]
        return sorted(shown["win"]), sorted(shown["loss"])

    @cached_property
    def longest(self) -> Row | None:
        """Return the longest play, the latest of several."""
        timed = [game for game in self.games if game.minutes]
        return max(timed, key=lambda game: (game.minutes, _when(game)), default=None)

    @cached_property
    def streak(self) -> int:
        """Return the longest run of games won."""
        best = running = 0
        for game in sorted(self.games, key=_when):
            running = running + 1 if game.result == "win" else 0
            best = max(best, running)
        return best

    @cached_property
    def toughest(self) -> Share | None:
        """Return the opponent that won most often; None if none did."""
        beaten = max(self.against, key=lambda share: share.score.lost, default=None)
        return beaten if beaten is not None and beaten.score.lost else None


def _when(game: Row) -> tuple[datetime.date, int, int]:
    return game.played_on or datetime.date.min, game.number or 0, game.pk


def campaign_statistics(campaign: Campaign, *, after: int | None = None) -> Statistics:
    """Return the statistics of a campaign, now or after a game, in its language."""
    plays = Play.objects.filter(game__campaign=campaign)
    if after is not None:
        plays = plays.filter(number__lte=after)
    return count_plays(plays, campaign.language)


def count_plays(plays: PlayQuerySet, language: str, person: Person | None = None) -> Statistics:
    """Return the statistics of plays, in a constant number of queries.

    A game in which each wins or loses for themselves counts as ``person`` did at their own seat.
    """
    plays = plays.order_by()
    counted_plays = plays.values("pk")
    all_seats = PlaySeat.objects.filter(play__in=counted_plays).order_by()
    seats = all_seats.annotate(is_own=_is_held_by(person)).values_list(*SEAT, named=True)
    games = tuple(plays.values_list(*GAME, named=True))
    players: Iterable[PlayerResults]
    if person is None:
        named = all_seats.exclude(player="").values_list("player", "result", "play__system")
        players = (
            PlayerResults(*row) for row in named.annotate(games=Count("pk"), scored=Count("score"))
        )
    else:
        players = _results_by_player(seats, games)
        own = _own_results(seats)
        games = tuple(
            game if game.result else game._replace(result=own.get(game.pk, "")) for game in games
        )
    tags = PlayTag.objects.filter(play__in=counted_plays).order_by()
    counted = tags.values("kind", "key", "number", "play__result", "play__system")
    return Statistics(
        plays,
        language,
        games,
        seats,
        tuple(players),
        tuple(counted.annotate(name=Max("name"), games=Count("pk"), latest=Max("play"))),
    )


def _is_held_by(person: Person | None) -> Exists | Value:
    """Return the condition that a person holds a seat of a play."""
    if person is None:
        return Value(value=False)
    held = Seat.objects.filter(game=OuterRef("play__game"), number=OuterRef("seat"), person=person)
    return Exists(held)


def _results_by_player(seats: Iterable[Row], games: Iterable[Row]) -> Iterator[PlayerResults]:
    """Yield how often each player won and lost, from seats that were read anyway."""
    system_of = {game.pk: game.system for game in games}
    played, scored = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for seat in seats:
        if seat.player:
            counted = (seat.player, seat.result, system_of[seat.play_id])
            played[counted] += 1
            scored[counted] += seat.score is not None
    for (player, result, system), times in played.items():
        yield PlayerResults(player, result, system, times, scored[player, result, system])


def _own_results(seats: Iterable[Row]) -> dict[int, str]:
    """Return how plays ended for a person, unless that differs between several seats of theirs."""
    found: dict[int, set[str]] = defaultdict(set)
    for seat in seats:
        if seat.is_own:
            found[seat.play_id].add(seat.result)
    return {play: results.pop() for play, results in found.items() if len(results) == 1}


# --- counting ---


def count_results(results: Iterable[tuple[Any, str]]) -> dict[Any, Score]:
    """Return scores by key from pairs of a key and a result, or from a ``Counter`` of them."""
    found: dict[Any, Counter[str]] = defaultdict(Counter)
    for (key, result), games in Counter(results).items():
        found[key][_SCORED_AS.get(result, "other")] += games
    return {key: Score(**scored) for key, scored in found.items()}


def _names(typed: Iterable[tuple[str, str]], kind: str, language: str) -> dict[str, str]:
    """Return names by key: typed by players, or else from a box."""
    found: dict[str, str] = {}
    for key, name in typed:
        found[key] = max(name, found.get(key, ""))
    return {key: name or name_of(kind, key, language) for key, name in found.items()}


def most_played(
    results: Iterable[tuple[str, str]], name: Callable[[str], str] = str
) -> tuple[Share, ...]:
    """Return the score of each key in pairs of a key and a result, the most played first."""
    shares = [Share(key, name(key), score) for key, score in count_results(results).items()]
    return tuple(sorted(shares, key=lambda share: (-share.score.games, share.name.casefold())))
