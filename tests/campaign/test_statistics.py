"""What games add up to: every game once, and how sure a share is."""

import datetime
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign, Person, Play
from campaign.rules.aeons_end.endings import Result
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.plays import EVERYTHING, Wanted, plays_of
from campaign.selectors.statistics import (
    Score,
    Share,
    Statistics,
    campaign_statistics,
    count_plays,
)
from campaign.services.campaigns import campaign_fork
from campaign.services.games import game_undo
from campaign.services.one_offs import game_reopen, game_share
from tests.campaign import factories
from tests.campaign.evenings import evening
from tests.campaign.factories import amend_game
from tracker.presenters.plays import PlayView

pytestmark = pytest.mark.django_db


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


def statistics_of(person: Person, wanted: Wanted = EVERYTHING) -> Statistics:
    """Return what a person's plays add up to, as the page of statistics does."""
    return count_plays(plays_of(person, wanted), "en")


def by_name(shares: tuple[Share, ...]) -> dict[str, tuple[int, int]]:
    return {share.name: (share.score.won, share.score.lost) for share in shares}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 1, 0.0, 0.7935),
        (1, 1, 0.2065, 1.0),
        (5, 10, 0.2366, 0.7634),  # as R's prop.test without correction has them
        (0, 10, 0.0, 0.2775),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_has_the_values_of_the_literature(
    wins: int, games: int, low: float, high: float
) -> None:
    found = Score(wins, games - wins).interval
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_without_a_game_everything_is_empty(zuza: Person) -> None:
    told = statistics_of(zuza)
    assert told.score == Score(0, 0)
    assert told.against == told.characters == ()
    assert not told.months
    assert not told.minutes
    assert told.of_kind("pile") == ()
    assert told.dial("gravehold") == ([], [])


def test_campaign_and_one_off_games_are_counted_together(zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    factories.play_game(campaign)
    factories.play_game(campaign, won=False, onward=False)
    choices = Choices((SeatChoice("dezmodia"),), nemesis="gate-witch", difficulty="expert")
    evening(zuza, choices=choices, minutes=61)
    evening(zuza, choices=choices, won=False, played_on=None)
    told = statistics_of(zuza)
    assert told.score == Score(2, 2)
    assert by_name(told.against) == {
        "Gate Witch": (1, 1),
        "Maelstrom": (1, 0),
        "Hollow Regent 2": (0, 1),
    }
    assert by_name(told.characters) == {"Dezmodia": (1, 1), "Ilva": (1, 1), "Torrin": (1, 1)}
    assert by_name(told.sizes) == {"1": (1, 1), "2": (1, 1)}
    assert by_name(told.difficulties) == {"Expert": (1, 1), "": (1, 1)}
    assert told.months == {
        datetime.date(2024, 3, 1): Score(1, 1),
        datetime.date(2024, 5, 1): Score(1, 0),
    }
    assert told.undated == 1
    assert told.dial("gravehold")[0] == [11, 12]
    assert told.dial("nemesis")[1] == [7, 9]
    assert told.minutes == [61, 90, 90]


def test_the_most_played_come_first(zuza: Person) -> None:
    for nemesis, games in (("gate-witch", 1), ("umbra-titan", 3)):
        for _ in range(games):
            evening(zuza, choices=Choices((SeatChoice(),), nemesis=nemesis))
    assert [share.score.games for share in statistics_of(zuza).against] == [3, 1]


def test_undone_games_and_withdrawn_results_are_not_counted(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    game_undo(**factories.signed(campaign), game=1)
    game = evening(zuza)
    game_reopen(game=game, revision=game.revision, person=None)
    assert statistics_of(zuza).score.games == campaign_statistics(campaign).score.games == 0
    assert statistics_of(zuza).of_kind("pile") == ()


def test_an_amended_result_is_counted_once_as_it_stands(zuza: Person) -> None:
    campaign = factories.planned_campaign(person=zuza)
    factories.record_win(campaign)
    tally = Tally(Result.LOSS, None, 0, 4)
    amend_game(**factories.signed(campaign), game=1, tally=tally)
    assert statistics_of(zuza).score == Score(0, 1)
    assert statistics_of(zuza).dial("nemesis")[1] == [4]


def test_others_games_are_not_counted(zuza: Person) -> None:
    factories.settled_campaign()
    evening(factories.person("Other"))
    assert statistics_of(zuza).score.games == 0


def test_a_game_shared_with_my_campaign_is_counted_with_its_mages_and_piles(zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    ola = factories.person("Ola")
    factories.join(campaign, ola)
    game = evening(zuza, mages=3)
    game_share(game=game, person=zuza, campaign=campaign)
    mine, theirs = statistics_of(zuza), statistics_of(ola)
    assert mine == theirs
    assert (theirs.score.games, len(theirs.characters), len(theirs.of_kind("pile"))) == (1, 3, 9)


def test_what_a_fork_repeats_is_counted_once(zuza: Person) -> None:
    campaign = factories.played_through(2, person=zuza)
    fork = campaign_fork(campaign=campaign, person=zuza, after=2, name="Another way")
    factories.play_game(fork)
    told = statistics_of(zuza)
    assert told.score.games == 3
    assert by_name(told.characters)["Ilva"] == (3, 0)
    assert campaign_statistics(fork).score.games == 3


def test_a_pile_counts_for_the_games_it_was_in_the_market_for(zuza: Person) -> None:
    campaign = factories.played_through(4, person=zuza)
    told = by_name(campaign_statistics(campaign).of_kind("pile"))
    record = {share: sum(score) for share, score in told.items()}
    # Every game has nine piles, however they come and go.
    assert sum(record.values()) == 9 * 4
    # The first two of each market are banished after its game, and two new ones come.
    assert record["Ember Reed 3.1"] == 1
    assert set(record.values()) <= {1, 2, 3, 4}
    assert by_name(statistics_of(zuza).of_kind("pile")) == told
    # PostgreSQL adds whole numbers up to something else unless it is told not to.
    assert {type(number) for score in told.values() for number in score} == {int}


def test_a_market_that_was_withdrawn_is_not_counted(zuza: Person) -> None:
    campaign = factories.played_through(2, person=zuza)
    game_undo(**factories.signed(campaign), game=2)
    assert all(
        score == (1, 0) for score in by_name(campaign_statistics(campaign).of_kind("pile")).values()
    )


def test_a_campaign_counts_by_chapter_and_leaves_one_off_games_out(zuza: Person) -> None:
    campaign = factories.played_through(2, person=zuza)
    factories.play_game(campaign, won=False, onward=False)
    game_share(game=evening(zuza), person=zuza, campaign=campaign)
    told = campaign_statistics(campaign)
    assert told.score == Score(2, 1)
    assert by_name(told.of_kind("chapter")) == {"1": (1, 0), "2": (1, 0), "3": (0, 1)}


def test_as_many_queries_are_asked_however_many_games_there_are(zuza: Person) -> None:
    factories.long_campaign(30, person=zuza)
    evening(zuza)
    with CaptureQueriesContext(connection) as asked:
        counted = statistics_of(zuza)
        assert counted.score.games == 31
        assert counted.players
        assert counted.characters
    assert len(asked) == 5


def test_a_game_that_some_win_and_others_lose_is_counted_by_player(zuza: Person) -> None:
    evening(
        zuza, choices=Choices((SeatChoice("dezmodia", player="Ola"), SeatChoice(player="Zuza")))
    )
    duel = plays_of(zuza).get()
    Play.objects.update(result="")
    duel.seats.filter(player="Zuza").update(result="loss")
    told = statistics_of(zuza)
    assert (told.score, told.score.games) == (Score(0, 0, 1), 1)
    assert by_name(told.players) == {"Ola": (1, 0), "Zuza": (0, 1)}
    assert by_name(told.characters)["Dezmodia"] == (1, 0)


# --- what is asked about ---


def a_full_record(person: Person) -> Campaign:
    """Play in a campaign, in its fork, alone, and as the guest of somebody's evening."""
    campaign = factories.start_campaign(person=person)
    factories.play_game(campaign)
    factories.play_game(campaign)
    factories.play_game(campaign, won=False, onward=False)
    fork = campaign_fork(campaign=campaign, person=person, after=2, name="Another way")
    factories.play_game(fork, won=False, onward=False)
    witch = Choices(
        (SeatChoice("dezmodia", player="Ola"), SeatChoice("gex", player="Zuza")), "gate-witch"
    )
    evening(person, choices=witch, won=False)
    evening(person, choices=witch, played_on=None)
    game_share(game=evening(person, mages=3), person=person, campaign=campaign)
    ola = factories.person("Ola")
    factories.join(campaign, ola)
    theirs = evening(ola, choices=Choices((SeatChoice("dezmodia", player="ola"),), "umbra-titan"))
    game_share(game=theirs, person=ola, campaign=campaign)
    return campaign


ASKED: tuple[dict[str, Any], ...] = (
    {},
    {"system": "aeons-end-legacy"},
    {"system": "aeons-end-war-eternal"},
    {"against": "maelstrom"},
    {"against": "gate-witch"},
    {"character": "Ilva"},
    {"character": "dezmodia"},
    {"player": "OLA"},
    {"player": "player 1"},
    {"result": "win"},
    {"result": "loss", "character": "dezmodia"},
    {"since": datetime.date(2024, 4, 1)},
    {"until": datetime.date(2024, 4, 1), "result": "loss"},
    {"since": datetime.date(2024, 5, 1), "until": datetime.date(2024, 5, 1), "player": "ola"},
    {"against": "' OR 1=1 --"},
)


def test_statistics_count_the_games_that_the_log_tells(zuza: Person) -> None:
    campaign = a_full_record(zuza)
    for asked in ASKED:
        for group in ("", campaign.code):
            wanted = Wanted(**asked, campaign=group)
            agree(zuza, wanted)
    assert plays_of(zuza).count() == 8
    assert plays_of(zuza, Wanted(campaign=campaign.code)).count() == 5


def agree(person: Person, wanted: Wanted) -> None:
    """Expect the log and the statistics to speak of the same games."""
    plays = [PlayView.of(play, "en") for play in plays_of(person, wanted).with_rows()]
    told = statistics_of(person, wanted)
    results = Counter(view.play.result for view in plays)
    assert told.score == Score(results["win"], results["loss"]), wanted
    sat = Counter(seat.character for view in plays for seat in view.seats)
    assert {share.name: share.score.games for share in told.characters} == sat, wanted
    assert {s.name: s.score.games for s in told.against} == Counter(v.against for v in plays)
    assert sum(share.score.games for share in told.of_kind("pile")) == 9 * len(plays), wanted
    assert sum(score.games for score in told.months.values()) + told.undated == len(plays), wanted
    assert len(told.minutes) == sum(view.play.minutes is not None for view in plays), wanted


def test_a_campaign_is_counted_as_it_was_after_a_game(zuza: Person) -> None:
    campaign = factories.played_through(3, person=zuza)
    told = campaign_statistics(campaign, after=2)
    assert told.score == Score(2, 0)
    assert by_name(told.of_kind("chapter")) == {"1": (1, 0), "2": (1, 0)}
    assert sum(share.score.games for share in told.of_kind("pile")) == 9 * 2
    assert "Ember Reed 2.1" not in by_name(told.of_kind("pile"))  # it came after that game
    assert campaign_statistics(campaign, after=0).score.games == 0
