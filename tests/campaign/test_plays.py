"""The play log: whose games, which of them, each once."""

import datetime
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import OneOffGame, Person, Role
from campaign.plays import (
    CAMPAIGN,
    OLDEST,
    ONE_OFF,
    Play,
    PlayLog,
    Wanted,
    campaign_play,
    known_to,
    one_off_play,
)
from campaign.rules.aeons_end.one_off.choices import Choices, Place, open_choices
from campaign.rules.aeons_end.outcome import Ending, Result, Tally
from campaign.selectors import one_off as selectors_one_off
from campaign.services.campaigns import campaign_fork
from campaign.services.games import game_amend, game_undo
from campaign.services.one_off import one_off_record, one_off_reopen, one_off_share, one_off_start
from tests.campaign import factories

pytestmark = pytest.mark.django_db

WON = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, 11, 0)
LOST = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, 0, 9)


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
    assert (play.game, play.campaign) == ("Aeon’s End: Legacy", campaign.name)
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
    assert (play.game, play.difficulty) == ("Aeon’s End: War Eternal", "Normal")
    assert (play.mages[0].mage, play.mages[0].player) == ("Dezmodia", "Ola")
    assert one_off_play(game) == play


def test_what_is_not_played_is_not_in_the_log(zuza: Person) -> None:
    factories.planned_campaign(person=zuza)
    one_off_start(person=zuza, choices=open_choices(1))
    game = evening(zuza)
    one_off_reopen(game=game, revision=game.revision, person=None)
    assert told(zuza) == []
    assert one_off_play(game) is None


def test_a_game_that_was_undone_is_gone(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    game_undo(**factories.signed(campaign), game=1)
    assert told(zuza) == []


def test_a_result_that_was_amended_is_told_once_as_it_stands(zuza: Person) -> None:
    campaign = factories.settled_campaign(person=zuza)
    tally = Tally(Result.WIN, Ending.DECK_EXHAUSTED, 3, 5)
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
    campaign = factories.played_through(2, person=zuza)
    fork = campaign_fork(campaign=campaign, person=zuza, after=1, name="Another way")
    assert len(told(zuza)) == 2
    assert told(zuza, campaign=fork.code) == [(CAMPAIGN, 1)]
    alone = factories.person("Ola")
    factories.join(fork, alone)
    assert told(alone) == [(CAMPAIGN, 1)]


def test_filters_combine(zuza: Person) -> None:
    campaign = factories.played_through(2, person=zuza)
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
    factories.played_through(2, person=zuza)
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


def test_what_is_only_planned_is_no_choice_of_a_filter(zuza: Person) -> None:
    factories.planned_campaign(person=zuza)
    assert known_to(zuza).nemeses == ()


def test_a_guest_of_a_campaign_is_a_choice_by_name_and_a_mage_of_the_box_by_key(
    zuza: Person,
) -> None:
    campaign = factories.settled_campaign(person=zuza)
    ilva = campaign.mages.get(seat=1)
    guest = Place(guest=selectors_one_off.invited([ilva])[ilva.pk], player="Ola")
    evening(zuza, choices=Choices((guest, Place("dezmodia", player="Zuza"))))
    assert len(told(zuza, mage="Ilva")) == 2
    known = known_to(zuza)
    assert {"Ilva", "dezmodia"} <= set(dict(known.mages))
    assert known.players == ("Ola", "Player 1", "Player 2", "Zuza")


# --- page by page ---


def of_many_days(person: Person) -> list[tuple[str, int]]:
    """Play through days of one game, of many, and none at all; return all of the log."""
    factories.played_through(3, person=person)
    first = datetime.date(2024, 3, 8)
    for day in (0, 1, 1, 1, 1, 1, 2, 9):
        evening(person, played_on=first + datetime.timedelta(days=day))
    campaign = factories.start_campaign(person=person)
    for _ in range(2):
        friend = factories.person("Ola")
        factories.join(campaign, friend)
        shared = evening(friend, played_on=first + datetime.timedelta(days=1))
        one_off_share(game=shared, person=friend, campaign=campaign)
    for _ in range(3):
        evening(person, played_on=None)
    return identities(PlayLog(person))


def identities(plays: Iterable[Play]) -> list[tuple[str, int]]:
    return [(play.code, play.number) for play in plays]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 16, 40])
def test_the_pages_have_every_game_once_from_either_end(zuza: Person, size: int) -> None:
    every = of_many_days(zuza)
    assert len(every) == 16
    log = PlayLog(zuza)
    page, seen = log.page(size=size), []
    assert page.newer is None
    while True:
        assert len(page.plays) <= size
        seen += identities(page.plays)
        if page.older is None:
            break
        page = log.page(page.older, size=size)
        assert page.newer
    assert seen == every
    page, back = log.page(OLDEST, size=size), []
    assert page.older is None
    while True:
        back = identities(page.plays) + back
        if page.newer is None:
            break
        page = log.page(page.newer, size=size)
    # Going back, the first page is a full one again: it may repeat what was seen before it.
    assert list(dict.fromkeys(back)) == every


def test_a_page_goes_on_where_it_was_though_a_game_was_added_before_it(zuza: Person) -> None:
    every = of_many_days(zuza)
    log = PlayLog(zuza)
    older = log.page(size=4).older
    evening(zuza, played_on=datetime.date(2026, 1, 1))
    assert identities(log.page(older, size=4).plays) == every[4:8]


def test_a_page_asks_the_same_however_deep_it_is(zuza: Person) -> None:
    of_many_days(zuza)
    log = PlayLog(zuza)
    place, asked = None, []
    for _ in range(4):
        with CaptureQueriesContext(connection) as queries:
            page = log.page(place, size=3)
        asked.append(len(queries))
        place = page.older
    assert max(asked) <= 5  # three sources, and the mages of campaigns and of evenings
    assert all("OFFSET" not in query["sql"] for query in queries)
