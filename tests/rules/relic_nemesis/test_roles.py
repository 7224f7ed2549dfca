"""Roles, the deal, the sheet and the result."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.core.facts import Played
from campaign.rules.core.problems import RulesError
from campaign.rules.core.seeing import PUBLIC
from campaign.rules.relic_nemesis.catalogue import Colour
from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice
from campaign.rules.relic_nemesis.result import Ending, NemesisResult, Result
from campaign.rules.relic_nemesis.roles import is_by_lot, nemesis_seats
from campaign.rules.relic_nemesis.systems import GAMES
from tests.rules.relic_nemesis.packs import PACK, draw


def choices(players: int, **more: Any) -> Choices:
    return Choices((SeatChoice(),) * players, **more)


def codes(given_choices: Choices) -> list[str]:
    with pytest.raises(RulesError) as error:
        draw(given_choices)
    return [problem.code for problem in error.value.problems]


@pytest.mark.parametrize(
    ("players", "scenario", "nemeses"),
    [
        (3, "", 1),
        (4, "master-collector", 1),
        (5, "hulk-of-the-wayward-warrior", 2),
        (6, "shoulder-to-shoulder", 2),
        (6, "dark-alliance", 3),
        (4, "dark-alliance", 2),
        (2, "dark-alliance", 1),
    ],
)
def test_how_many_hunt(players: int, scenario: str, nemeses: int) -> None:
    setup = draw(choices(players, scenario=scenario))
    assert len(setup.nemeses) == nemeses
    assert len(setup.seats_of(Role.CHARACTER)) == players - nemeses


def test_where_the_book_is_silent_players_say() -> None:
    assert codes(choices(2)) == ["roles.nemeses_unsaid"]
    assert len(draw(choices(2, nemeses=1)).nemeses) == 1
    assert draw(choices(3, nemeses=0)).nemeses == ()


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        (choices(1), "players.count"),
        (choices(7), "players.count"),
        (choices(5, scenario="dark-alliance"), "scenario.even_players"),
        (choices(3, scenario="shoulder-to-shoulder", nemeses=0), "scenario.needs_nemeses"),
        (choices(4, scenario="dark-alliance", nemeses=0), "scenario.needs_nemeses"),
        (choices(4, nemeses=2), "roles.nemeses_count"),
        (choices(3, nemeses=3), "number.out_of_range"),
    ],
)
def test_wishes_that_cannot_be(wrong: Choices, found: str) -> None:
    assert codes(wrong) == [found]


def test_a_reason_lifts_the_number_of_the_book() -> None:
    setup = draw(choices(4, nemeses=2, reason="our own rule"))
    assert len(setup.nemeses) == 2
    assert all(len(setup.seat(seat).dealt) == 2 for seat in setup.nemeses)


def test_volunteers_hunt_first_and_too_many_draw_lots() -> None:
    wishes = (Role.NEMESIS, Role.NEMESIS, None, Role.CHARACTER)
    places = tuple(SeatChoice(wish=wish) for wish in wishes)
    seen = {draw(Choices(places), Random(seed)).nemeses for seed in range(40)}
    assert seen == {(1,), (2,)}
    lonely = (SeatChoice(wish=Role.CHARACTER),) * 3
    assert codes(Choices(lonely)) == ["roles.too_few"]


@pytest.mark.parametrize(
    ("wishes", "needed", "by_lot"),
    [
        ((None, None, None), 1, True),
        ((Role.NEMESIS, Role.NEMESIS, Role.CHARACTER), 1, True),
        ((Role.NEMESIS, None, None), 1, False),
        ((Role.NEMESIS, None, None, None), 2, True),
        ((None, Role.CHARACTER, Role.CHARACTER), 1, False),
        ((None, None, None), 0, False),
    ],
)
def test_chance_decides_only_between_players_who_want_the_same(
    wishes: tuple[Role | None, ...], needed: int, by_lot: bool
) -> None:
    chosen = Choices(tuple(SeatChoice(wish=wish) for wish in wishes))
    assert is_by_lot(chosen, needed) is by_lot
    drawn = {nemesis_seats(chosen, needed, Random(seed)) for seed in range(40)}
    assert (len(drawn) > 1) is by_lot


@given(players=st.integers(3, 6), seed=st.integers(0, 2**32))
def test_sheets_are_dealt_once_and_colours_differ(players: int, seed: int) -> None:
    setup = draw(choices(players), Random(seed))
    seats = [setup.seat(number) for number in setup.nemeses]
    dealt = [sheet.id for seat in seats for sheet in seat.dealt]
    assert len(dealt) == len(set(dealt)) == 2 * len(seats)
    assert len({seat.colour for seat in seats}) == len(seats)


@given(seed=st.integers(0, 2**32))
def test_what_a_player_keeps_changes_nothing_that_was_drawn(seed: int) -> None:
    before = draw(choices(5), Random(seed))
    seat = before.nemeses[0]
    places = list(choices(5).places)
    places[seat - 1] = SeatChoice(player="Ola", kept=before.seat(seat).dealt[1].id, life=5)
    after = draw(Choices(tuple(places)), Random(seed))
    assert [s.dealt for s in after.seats] == [s.dealt for s in before.seats]
    assert not after.is_revealed


def test_with_three_nemeses_the_sheets_are_too_few_for_two_each() -> None:
    setup = draw(choices(6, scenario="dark-alliance"))
    assert [len(setup.seat(seat).dealt) for seat in setup.nemeses] == [1, 1, 1]
    assert {setup.seat(seat).colour for seat in setup.nemeses} == {*Colour, None}
    assert {"note.third_board", "note.one_sheet"} <= set(setup.notes)


def test_a_third_nemesis_has_no_steps_of_a_board() -> None:
    """P. 14: there are two boards; the third notes its values in another way."""
    sheet = GAMES.sheet(draw(choices(6, scenario="dark-alliance")), language="en", seed="5")
    (third,) = [seat.seat for seat in sheet.body.nemeses if seat.colour is None]
    own = {line.code for line in sheet.steps if line.values.get("seat") == third}
    assert own.isdisjoint({"step.deck", "step.level", "step.dials"})
    assert {"step.deck_without_board", "step.dials_without_board"} <= own


def test_the_dice_of_one_nemesis_explode_on_more_faces() -> None:
    """Publisher's preview of May 2014."""
    faces = {sheet.id: sheet.explodes for sheet in PACK.nemeses}
    assert faces.pop("moarn-goreheart") == (1, 6)
    assert set(faces.values()) == {(6,)}


def test_a_sheet_that_was_not_dealt_or_is_taken_is_refused() -> None:
    wish = (SeatChoice(wish=Role.NEMESIS), SeatChoice(wish=Role.NEMESIS), *(SeatChoice(),) * 3)
    setup = draw(Choices(wish))
    mine, theirs = setup.seat(1).dealt[0].id, setup.seat(2).dealt[0].id
    kept = tuple(replace(place, kept=theirs) if n == 0 else place for n, place in enumerate(wish))
    assert codes(Choices(kept)) == ["sheet.not_dealt"]
    assert draw(Choices(kept, reason="dealt by hand")).seat(1).key == theirs
    both = tuple(replace(place, kept=mine) if n < 2 else place for n, place in enumerate(wish))
    assert codes(Choices(both)) == ["sheet.twice"]
    red = tuple(
        replace(place, colour=Colour.RED) if n < 2 else place for n, place in enumerate(wish)
    )
    assert codes(Choices(red)) == ["colour.twice"]


def test_the_pack_knows_a_character_by_either_name() -> None:
    wish = SeatChoice(wish=Role.CHARACTER, character="komisarz")
    typed = SeatChoice(wish=Role.CHARACTER, character="Fire Drake")
    setup = draw(Choices((wish, typed, SeatChoice(wish=Role.NEMESIS))))
    assert [setup.seat(n).character for n in (1, 2)] == ["commissar", "~fire drake"]
    assert codes(Choices((wish, wish, SeatChoice()))) == ["character.twice"]


def test_the_sheet_in_json() -> None:
    setup = draw(choices(5, scenario="master-collector"))
    sheet = GAMES.sheet(setup, language="pl", seed="5").as_dict()
    assert sheet["players"] == 5
    assert sheet["scenario"]["name"] == "Wielki Kolekcjoner"
    assert len(sheet["roles"]["characters"]) == 3
    assert [len(seat["dealt"]) for seat in sheet["roles"]["nemeses"]] == [2, 2]
    assert {seat["colour"] for seat in sheet["roles"]["nemeses"]} == {"black", "red"}
    assert all(seat["infamy"] == 0 for seat in sheet["roles"]["nemeses"])
    assert [step["code"] for step in sheet["steps"]][:4] == [
        "step.mix",  # p. 4
        "step.board",
        "step.imperium",
        "step.deal",  # the roles stand on the sheet already
    ]
    # What was dealt stays with its player until all have chosen.
    names = {str(dealt.name.pl) for seat in setup.seats for dealt in seat.dealt}
    public = GAMES.sheet(GAMES.redact_setup(setup, PUBLIC), language="pl").as_dict()
    assert not any(name in str(public) for name in names)


NEMESIS, CHARACTER = 1, 2


@pytest.mark.parametrize(
    ("scenario", "result", "found"),
    [
        ("", Result(Ending.INFAMY, (NEMESIS,), (NemesisResult(NEMESIS, 25, 4, 1),)), []),
        ("", Result(Ending.INFAMY, (NEMESIS,)), []),
        ("", Result(Ending.CONFRONTATION, (CHARACTER, 3)), []),
        ("dark-alliance", Result(Ending.TEAM, (NEMESIS, CHARACTER)), []),
        ("", Result(Ending.STOPPED), []),
        ("", Result(Ending.INFAMY, (CHARACTER,)), ["result.infamy_winner"]),
        ("", Result(Ending.INFAMY, ()), ["result.infamy_winner"]),
        (
            "",
            Result(Ending.INFAMY, (NEMESIS,), (NemesisResult(NEMESIS, 24),)),
            ["result.infamy_short"],
        ),
        ("", Result(Ending.CONFRONTATION, (NEMESIS,)), ["result.confrontation_winner"]),
        (
            "",
            Result(Ending.CONFRONTATION, (CHARACTER,), (NemesisResult(NEMESIS, 25),)),
            ["result.infamy_lost"],
        ),
        ("master-collector", Result(Ending.TEAM, (NEMESIS, CHARACTER)), ["result.no_teams"]),
        ("dark-alliance", Result(Ending.TEAM, (NEMESIS,)), ["result.team_winner"]),
        ("", Result(Ending.STOPPED, (CHARACTER,)), ["result.stopped_won"]),
        ("", Result(Ending.STOPPED, (), (NemesisResult(CHARACTER, 3),)), ["result.no_nemesis"]),
        ("", Result(Ending.STOPPED, (), (NemesisResult(NEMESIS, 26),)), ["number.out_of_range"]),
        ("", Result(Ending.CONFRONTATION, (9,)), ["result.no_seat"]),
    ],
)
def test_contradictions_in_a_result(scenario: str, result: Result, found: list[str]) -> None:
    places = (SeatChoice(wish=Role.NEMESIS), *(SeatChoice(wish=Role.CHARACTER),) * 3)
    setup = draw(Choices(places, scenario=scenario, nemeses=1))
    assert [p.code for p in GAMES.result_problems(setup, result)] == found


def test_the_ledger_counts_seats_and_what_was_noted() -> None:
    places = (
        SeatChoice(wish=Role.NEMESIS, player="Ola"),
        *(SeatChoice(character="Canoness"), SeatChoice()),
    )
    drawn = draw(Choices(places))
    key = drawn.seat(1).dealt[0].id
    chosen = Choices((replace(places[0], kept=key), *places[1:]), scenario="A base scenario")
    result = Result(Ending.INFAMY, (1,), (NemesisResult(1, 25, 6, 2),))
    record = GAMES.play(chosen, draw(chosen), Played(result, ("Ola", "Jan", "")))
    assert record.against == "~a base scenario"
    assert [(s.key, s.side, s.result, s.score) for s in record.seats][:2] == [
        (key, "nemesis", "win", 25),
        ("canoness", "character", "loss", None),
    ]
    assert {(tag.kind, tag.number) for tag in record.tags} == {
        ("infamy", 25),
        ("level", 6),
        ("defeats", 2),
    }
    assert PACK.name_of("against", "dark-alliance", "pl") == "Mroczne przymierze"
