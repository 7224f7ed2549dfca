"""Secret sheets: what others see of them, and how they come back."""

from __future__ import annotations

from dataclasses import replace

from campaign.rules.core.facts import Planned
from campaign.rules.core.seeing import EVERYTHING, PUBLIC, Audience
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.choices import Choices, Role, SeatChoice, Setup
from campaign.rules.relic_nemesis.systems import GAMES
from tests.rules.relic_nemesis.packs import draw

ROLES = (Role.NEMESIS, Role.NEMESIS, *(Role.CHARACTER,) * 3)


def dealt(*kept: int) -> Planned[Choices, Setup]:
    """Return a plan in which these of the two nemeses have kept a sheet."""
    chosen = Choices(tuple(SeatChoice(f"P{n}", role) for n, role in enumerate(ROLES, start=1)))
    setup = draw(chosen)
    places = list(chosen.places)
    for seat in kept:
        sheet = setup.seat(seat).dealt[0].id
        places[seat - 1] = replace(
            places[seat - 1], kept=sheet, attribute=Attribute.STRENGTH, value=4
        )
    chosen = replace(chosen, places=tuple(places))
    return Planned(chosen, "5", draw(chosen))


def test_others_see_how_many_sheets_a_nemesis_has_and_that_one_was_kept() -> None:
    seen = GAMES.redact_plan(dealt(1), PUBLIC)
    assert [len(seen.setup.seat(n).dealt) for n in (1, 2)] == [2, 2]
    assert {sheet.id for n in (1, 2) for sheet in seen.setup.seat(n).dealt} == {""}
    sheet = GAMES.sheet(seen.setup)
    assert [seat.has_chosen for seat in sheet.body.nemeses] == [True, False]
    assert [seat.kept for seat in sheet.body.nemeses] == [None, None]
    assert (seen.seed, seen.setup.is_revealed) == ("", False)
    assert seen.choices.places[0].value is None


def test_a_nemesis_sees_its_own_sheets() -> None:
    plan = dealt(1)
    seen = GAMES.redact_plan(plan, Audience(frozenset({1})))
    assert seen.setup.seat(1) == plan.setup.seat(1)
    assert seen.setup.seat(2).is_redacted
    assert seen.seed == ""  # it would deal the other's again


def test_all_are_open_once_everybody_has_chosen_or_the_game_is_over() -> None:
    both, one = dealt(1, 2), dealt(1)
    assert GAMES.redact_plan(both, PUBLIC) is both
    assert GAMES.redact_plan(one, EVERYTHING) is one


def test_a_kept_sheet_comes_back_from_the_game_unless_it_is_dealt_again() -> None:
    plan = dealt(1)
    seen = GAMES.redact_plan(plan, PUBLIC).choices
    assert GAMES.restore_choices(seen, plan, PUBLIC) == plan.choices
    fresh = replace(seen, places=tuple(place.unkept for place in seen.places))
    assert GAMES.restore_choices(fresh, plan, PUBLIC).places[0].kept == ""


def test_a_file_has_the_roles_and_nothing_of_the_deal() -> None:
    plan = dealt(1)
    file = GAMES.export_plan(GAMES.redact_plan(plan, PUBLIC))
    assert (file.setup, file.seed) == (None, "")
    assert [place.wanted for place in file.choices.places] == list(ROLES)
    assert {place.kept for place in file.choices.places} == {""}
