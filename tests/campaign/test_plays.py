"""The play log: whose games, which of them, each once."""

import datetime
from typing import Any

import pytest

from campaign.models import OneOffGame, Person, Role
from campaign.one_off import Choices, Place, open_choices
from campaign.plays import CAMPAIGN, ONE_OFF, PlayLog, Wanted, campaign_play, known_to, one_off_play
from campaign.rules.outcome import Ending, Outcome, Result, Tally
from campaign.services.campaigns import campaign_fork
from campaign.services.games import game_amend, game_undo
from campaign.services.one_off import one_off_record, one_off_reopen, one_off_share, one_off_start
from tests.campaign import factories

pytestmark = pytest.mark.django_db

WON = Tally(Outcome(Result.WIN, Ending.NEMESIS_DEFEATED), 11, 0)
LOST = Tally(Outcome(Result.LOSS, Ending.GRAVEHOLD_FALLEN), 0, 9)


def evening(person: Person, *, won: bool = True, mages: int = 2, **more: Any) -> OneOffGame:
    """Play a one-off game."""
    game = one_off_start(person=person, choices=more.pop("choices", open_choices(mages)), seed="7")
    more.setdefault("played_on", datetime.date(2024, 5, 1))
    more.setdefault("tally", WON if won else LOST)
    return one_off_record(game=game, revision=game.revision, person=person, **more)


def told(person: Person, **wanted: Any) -> list[tuple[str, int]]:
    """Return the log as kinds and numbers."""
    return [(play.kind, play.number) for play in PlayLog(person, Wanted(**wanted))]


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


def test_games_of_campaigns_and_one_off_games_stand_in_one_list_the_latest_first(
    zuza: Person,
) -> None:
    factories.settled_campaign(person=zuza)
    evening(zuza, played_on=datetime.date(2024, 5, 1))
    evening(zuza, played_on=datetime.date(2023, 5, 1))
    evening(zuza, played_on=None)
    log = PlayLog(zuza)
    assert [play.kind for play in log] == [ONE_OFF, CAMPAIGN, ONE_OFF, ONE_OFF]
    assert [play.kind for play in log[1:2]] == [CAMPAIGN]
    assert log.count() == len(log) == 4


def test_a_play_tells_everything_the_table_shows(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    play = PlayLog(zuza)[:1][0]
    assert (play.game, play.campaign) == ("Aeon's End: Legacy", campaign.name)
    assert (play.number, play.chapter, play.nemesis) == (1, 1, "Maelstrom")
    assert (play.result, play.ending, play.minutes) == ("win", "nemesis_defeated", 90)
    assert [(s.mage, s.player) for s in play.mages] == [
        ("Ilva", "Player 1"),
        ("Torrin", "Player 2"),
    ]
    assert campaign_play(campaign, 1) == play
    assert campaign_play(campaign, 2) is None


def test_a_one_off_game_names_its_difficulty_and_its_mages(zuza: Person) -> None:
    choices = Choices((Place("dezmodia", player="Ola"), Place()))
    game = evening(zuza, choices=choices)
    play = PlayLog(zuza)[:1][0]
    assert (play.game, play.difficulty) == ("Aeon's End: War Eternal", "Normal")
    assert (play.mages[0].mage, play.mages[0].player) == ("Dezmodia", "Ola")
    assert one_off_play(game) == play


def test_what_is_not_played_is_not_in_the_log(zuza: Person) -> None:
    factories.planned_campaign(person=zuza)
    one_off_start(person=zuza, choices=open_choices(1))
    game = evening(zuza)
    one_off_reopen(game=game, revision=game.revision)
    assert told(zuza) == []
    assert one_off_play(game) is None


def test_a_game_that_was_undone_is_gone(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    game_undo(**factories.signed(campaign), game=1)
    assert told(zuza) == []


def test_a_result_that_was_amended_is_told_once_as_it_stands(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    tally = Tally(Outcome(Result.WIN, Ending.DECK_EXHAUSTED), 3, 5)
    game_amend(**factories.signed(campaign), game=1, tally=tally)
    (play,) = PlayLog(zuza)
    assert play.ending == "deck_exhausted"


def test_who_does_not_belong_sees_nothing_of_it(zuza: Person) -> None:
    factories.settled_campaign()
    evening(factories.person("Other"))
    assert told(zuza) == []
    assert known_to(zuza).nemeses == known_to(zuza).mages == ()


def test_a_game_played_among_a_campaigns_people_is_in_the_log_of_each(zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    reader = factories.person("Reader")
    factories.join(campaign, reader, Role.READER)
    game = evening(zuza)
    assert told(reader) == []
    one_off_share(game=game, person=zuza, campaign=campaign)
    assert told(reader) == told(zuza) == [(ONE_OFF, 0)]
    assert told(reader, campaign=campaign.code) == [(ONE_OFF, 0)]


def test_what_a_fork_repeats_is_told_once_but_all_of_it_when_the_fork_is_asked_for(
    zuza: Person,
) -> None:
    campaign = factories.play_through(factories.start_campaign(person=zuza), chapters=2)
    fork = campaign_fork(campaign=campaign, person=zuza, after=1, name="Another way")
    assert len(told(zuza)) == 2
    assert told(zuza, campaign=fork.code) == [(CAMPAIGN, 1)]
    alone = factories.person("Ola")
    factories.join(fork, alone)
    assert told(alone) == [(CAMPAIGN, 1)]


def test_filters_combine(zuza: Person) -> None:
    campaign = factories.play_through(factories.start_campaign(person=zuza), chapters=2)
    choices = Choices((Place("dezmodia", player="Ola"), Place()), nemesis="gate-witch")
    evening(zuza, choices=choices, won=False)
    evening(zuza, played_on=datetime.date(2020, 1, 1))
    assert len(told(zuza)) == 4
    assert len(told(zuza, system="aeons-end-war-eternal")) == 2
    assert len(told(zuza, campaign=campaign.code)) == 2
    assert told(zuza, nemesis="maelstrom") == [(CAMPAIGN, 1)]
    assert told(zuza, nemesis="~hollow regent 2") == [(CAMPAIGN, 2)]
    assert len(told(zuza, mage="Ilva")) == 2
    assert len(told(zuza, player="player 1")) == 2
    assert told(zuza, player="ola", result="loss", mage="dezmodia") == [(ONE_OFF, 0)]
    assert told(zuza, player="ola", result="win") == []
    assert told(zuza, nemesis="gate-witch", until=datetime.date(2024, 4, 1)) == []
    assert told(zuza, until=datetime.date(2020, 1, 1)) == [(ONE_OFF, 0)]
    assert len(told(zuza, since=datetime.date(2020, 1, 2))) == 3


def test_the_filters_offer_only_what_stands_in_the_record(zuza: Person) -> None:
    factories.play_through(factories.start_campaign(person=zuza), chapters=2)
    evening(zuza, choices=Choices((Place("dezmodia", player="Ola"),), nemesis="gate-witch"))
    known = known_to(zuza)
    assert dict(known.nemeses) == {
        "maelstrom": "Maelstrom",
        "~hollow regent 2": "Hollow Regent 2",
        "gate-witch": "Gate Witch",
    }
    assert dict(known.mages) == {"Ilva": "Ilva", "Torrin": "Torrin", "dezmodia": "Dezmodia"}
    assert known.players == ("Ola", "Player 1", "Player 2")
    assert dict(known_to(zuza, language="pl").nemeses)["maelstrom"] == "Wszechostrze"
