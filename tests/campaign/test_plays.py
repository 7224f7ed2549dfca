"""The play log: whose games, which of them, each once."""

import datetime
from typing import Any

import pytest

from campaign.models import Person, Play, Role
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.legacy.facts import MarketOrdered
from campaign.rules.aeons_end.one_off.choices import Choices, SeatChoice, open_choices
from campaign.rules.aeons_end.outcome import Tally
from campaign.selectors.plays import Known, Wanted, known_in, plays_of
from campaign.selectors.unredacted import full_setup
from campaign.services.campaigns import campaign_fork
from campaign.services.games import game_undo
from campaign.services.one_offs import game_reopen, game_share
from tests.campaign import factories
from tests.campaign.evenings import evening
from tests.campaign.factories import amend_game, start_game
from tracker.systems.aeons_end.shared.selectors import guest_of

pytestmark = pytest.mark.django_db


def told(person: Person, **wanted: Any) -> list[int | None]:
    """Return the log as the numbers of the games; a one-off game has none."""
    plays = plays_of(person, Wanted(**wanted)).latest_first()
    return list(plays.values_list("number", flat=True))


def the_play(person: Person) -> Play:
    """Return the only play of somebody's log."""
    return plays_of(person).with_rows().get()


@pytest.fixture
def zuza() -> Person:
    return factories.person("Zuza")


def known_to(person: Person, language: str = "en") -> Known:
    """Return what somebody's log can be filtered by."""
    return known_in(Play.objects.visible_to(person), language)


def test_games_of_campaigns_and_one_off_games_stand_in_one_list_the_latest_first(
    zuza: Person,
) -> None:
    factories.settled_campaign(person=zuza)
    evening(zuza, played_on=datetime.date(2024, 5, 1))
    evening(zuza, played_on=datetime.date(2023, 5, 1))
    evening(zuza, played_on=None)
    assert told(zuza) == [None, 1, None, None]
    assert plays_of(zuza).latest_first().last().played_on is None


def test_a_play_of_a_campaign_says_who_sat_there_and_what_lay_in_the_market(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    play = the_play(zuza)
    assert (play.code, play.group, play.language) == (campaign.code, campaign.name, "en")
    assert (play.number, play.against, play.against_name) == (1, "maelstrom", "")
    assert (play.result, play.ending, play.minutes) == ("win", "nemesis_defeated", 90)
    assert [(seat.name, seat.player, seat.result) for seat in play.seats.all()] == [
        ("Ilva", "Player 1", "win"),
        ("Torrin", "Player 2", "win"),
    ]
    assert play.numbers("chapter") == {"1": 1}
    assert play.numbers("dial") == {"gravehold": 12, "nemesis": 0}
    assert play.numbers("start") == {"nemesis": 99}
    assert play.tags.filter(kind="pile").count() == 9


def test_what_a_story_card_brings_is_in_the_market_of_the_next_game(zuza: Person) -> None:
    campaign = factories.played_campaign(person=zuza)
    bell = factories.pile("Ash Bell")
    factories.record(campaign, MarketOrdered("fire-chakram", bell, reason=factories.REASON))
    factories.settle_all(campaign)
    factories.play_game(campaign)
    first, second = plays_of(zuza).order_by("number")
    assert "fire-chakram" in {tag.key for tag in first.tags.filter(kind="pile")}
    piles = {tag.key for tag in second.tags.filter(kind="pile")}
    assert "~ash bell" in piles
    assert "fire-chakram" not in piles


def test_a_play_of_a_one_off_game_says_its_difficulty_and_its_mages(zuza: Person) -> None:
    game = evening(zuza, choices=Choices((SeatChoice("dezmodia", player="Ola"), SeatChoice())))
    play = the_play(zuza)
    assert (play.code, play.group, play.difficulty) == (game.code, "", "normal")
    seat = play.seats.all()[0]
    assert (seat.key, seat.name, seat.player) == ("dezmodia", "", "Ola")
    assert set(play.tags.filter(kind="pile").values_list("key", flat=True)) == {
        card.id for card in full_setup(game).game.market
    }


def test_what_is_not_played_is_not_in_the_log(zuza: Person) -> None:
    factories.planned_campaign(person=zuza)
    start_game(person=zuza, choices=open_choices(1))
    game = evening(zuza)
    game_reopen(game=game, revision=game.revision, person=None)
    assert told(zuza) == []


def test_a_game_that_was_undone_is_gone(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    game_undo(**factories.signed(campaign), game=1)
    assert told(zuza) == []


def test_a_result_that_was_amended_is_told_once_as_it_stands(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    tally = Tally(Result.WIN, Ending.DECK_EXHAUSTED, 3, 5)
    amend_game(**factories.signed(campaign), game=1, tally=tally)
    assert the_play(zuza).ending == "deck_exhausted"


def test_who_does_not_belong_sees_nothing_of_it(zuza: Person) -> None:
    factories.settled_campaign()
    evening(factories.person("Other"))
    assert told(zuza) == []
    assert known_to(zuza).against == known_to(zuza).characters == ()


def test_a_game_played_among_a_campaigns_people_is_in_the_log_of_each(zuza: Person) -> None:
    campaign = factories.start_campaign(person=zuza)
    reader = factories.person("Reader")
    factories.join(campaign, reader, Role.READER)
    game = evening(zuza)
    assert told(reader) == []
    game_share(game=game, person=zuza, campaign=campaign)
    assert told(reader) == told(zuza) == [None]
    assert told(reader, campaign=campaign.code) == [None]


def test_what_a_fork_repeats_is_told_once_but_all_of_it_when_the_fork_is_asked_for(
    zuza: Person,
) -> None:
    campaign = factories.played_through(2, person=zuza)
    fork = campaign_fork(campaign=campaign, person=zuza, after=1, name="Another way")
    assert len(told(zuza)) == 2
    assert told(zuza, campaign=fork.code) == [1]
    alone = factories.person("Ola")
    factories.join(fork, alone)
    assert told(alone) == [1]


def test_filters_combine(zuza: Person) -> None:
    campaign = factories.played_through(2, person=zuza)
    choices = Choices((SeatChoice("dezmodia", player="Ola"), SeatChoice()), nemesis="gate-witch")
    evening(zuza, choices=choices, won=False)
    evening(zuza, played_on=datetime.date(2020, 1, 1))
    assert len(told(zuza)) == 4
    assert len(told(zuza, system="aeons-end-war-eternal")) == 2
    assert len(told(zuza, campaign=campaign.code)) == 2
    assert told(zuza, against="maelstrom") == [1]
    assert told(zuza, against="~hollow regent 2") == [2]
    assert len(told(zuza, character="Ilva")) == 2
    assert len(told(zuza, player="player 1")) == 2
    assert told(zuza, player="ola", result="loss", character="dezmodia") == [None]
    assert told(zuza, player="ola", result="win") == []
    assert told(zuza, against="gate-witch", until=datetime.date(2024, 4, 1)) == []
    assert told(zuza, until=datetime.date(2020, 1, 1)) == [None]
    assert len(told(zuza, since=datetime.date(2020, 1, 2))) == 3


def test_the_filters_offer_only_what_stands_in_the_record(zuza: Person) -> None:
    factories.played_through(2, person=zuza)
    evening(zuza, choices=Choices((SeatChoice("dezmodia", player="Ola"),), nemesis="gate-witch"))
    known = known_to(zuza)
    assert dict(known.against) == {
        "maelstrom": "Maelstrom",
        "~hollow regent 2": "Hollow Regent 2",
        "gate-witch": "Gate Witch",
    }
    assert dict(known.characters) == {"Ilva": "Ilva", "Torrin": "Torrin", "dezmodia": "Dezmodia"}
    assert tuple(dict(known.players)) == ("Ola", "Player 1", "Player 2")
    assert dict(known_to(zuza, "pl").against)["maelstrom"] == "Wszechostrze"


def test_what_is_only_planned_is_no_choice_of_a_filter(zuza: Person) -> None:
    factories.planned_campaign(person=zuza)
    assert known_to(zuza).against == ()


def test_a_guest_of_a_campaign_is_a_choice_by_name_and_a_mage_of_the_box_by_key(
    zuza: Person,
) -> None:
    campaign = factories.settled_campaign(person=zuza)
    ilva = campaign.mages.get(seat=1)
    guest = SeatChoice(guest=guest_of(ilva), player="Ola")
    evening(zuza, choices=Choices((guest, SeatChoice("dezmodia", player="Zuza"))))
    assert len(told(zuza, character="Ilva")) == 2
    known = known_to(zuza)
    assert {"Ilva", "dezmodia"} <= set(dict(known.characters))
    assert tuple(dict(known.players)) == ("Ola", "Player 1", "Player 2", "Zuza")
