"""Draw a set-up: roles (p. 5), nemesis sheets and colours (p. 6)."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from campaign.rules.core.keys import typed_key
from campaign.rules.core.pack import Name
from campaign.rules.core.problems import Problem, not_overruled, refuse
from campaign.rules.relic_nemesis.catalogue import Colour, Nemesis, Pack, Scenario
from campaign.rules.relic_nemesis.choices import Choices, Role, Seat, SeatChoice, Setup
from campaign.rules.relic_nemesis.deal import DEALT, deal
from campaign.rules.relic_nemesis.roles import (
    nemeses_needed,
    nemesis_seats,
    size_problems,
    wish_problems,
)


def draw_setup(pack: Pack, choices: Choices, rng: Random) -> Setup:
    """Return the set-up, or raise ``RulesError`` with every problem of the choices.

    Names and kept sheets do not affect what is drawn.
    """
    scenario = pack.scenario(choices.scenario)
    needed = nemeses_needed(pack, scenario, choices)
    problems = (*size_problems(pack, scenario, choices), *wish_problems(choices, needed))
    refuse(not_overruled(problems, choices.reason))
    dealt = deal(pack, nemesis_seats(choices, needed or 0, rng), rng)
    seats = _seats(pack, choices, dealt)
    refuse(not_overruled(_seat_problems(pack, choices, seats), choices.reason))
    typed = "" if scenario else choices.scenario
    return Setup(pack.version, seats, scenario, typed, tuple(_notes(scenario, choices, dealt)))


def _seat_problems(pack: Pack, choices: Choices, seats: tuple[Seat, ...]) -> Iterator[Problem]:
    """Yield duplicate or unknown sheets, colours and characters."""
    kept: set[str] = set()
    colours: set[Colour] = set()
    characters: set[str] = set()
    for number, (place, seat) in enumerate(zip(choices.places, seats, strict=True), start=1):
        path = f"players.{number}"
        if seat.role is Role.CHARACTER:
            if seat.character and seat.character in characters:
                yield Problem("character.twice", {"name": place.character}, f"{path}.character")
            characters.add(seat.character)
            continue
        if place.colour is not None and place.colour in colours:
            yield Problem("colour.twice", path=f"{path}.colour")
        if place.colour is not None:
            colours.add(place.colour)
        if not place.kept:
            continue
        if pack.nemesis(place.kept) is None:
            yield Problem("sheet.unknown", {"key": place.kept}, f"{path}.kept")
        elif place.kept in kept:
            yield Problem("sheet.twice", {"key": place.kept}, f"{path}.kept")
        elif place.kept not in {sheet.id for sheet in seat.dealt}:
            yield Problem("sheet.not_dealt", {"key": place.kept}, f"{path}.kept", overrulable=True)
        kept.add(place.kept)


def _seats(pack: Pack, choices: Choices, dealt: dict[int, tuple[Nemesis, ...]]) -> tuple[Seat, ...]:
    chosen = {choices.places[number - 1].colour for number in dealt}
    free = [colour for colour in Colour if colour not in chosen]
    seats = []
    for number, place in enumerate(choices.places, start=1):
        if number in dealt:
            colour = place.colour or (free.pop(0) if free else None)
            seats.append(Seat(Role.NEMESIS, colour, dealt[number], _kept(pack, place)))
        else:
            key, name = _character(pack, place)
            seats.append(Seat(Role.CHARACTER, character=key, character_name=name))
    return tuple(seats)


def _kept(pack: Pack, place: SeatChoice) -> Nemesis | None:
    """Return the kept sheet; values that were read off it fill in for what the pack lacks."""
    sheet = pack.nemesis(place.kept)
    if sheet is None:
        return None
    return replace(
        sheet,
        attribute=sheet.attribute or place.attribute,
        value=sheet.value or place.value,
        life=sheet.life or place.life,
    )


def _character(pack: Pack, place: SeatChoice) -> tuple[str, Name | None]:
    """Return key and name of a character, by its id or name in the pack or as it was typed."""
    given = place.character
    known = pack.character(given) or next(
        (each for each in pack.characters if typed_key(given) in map(typed_key, each.name.all())),
        None,
    )
    if known is not None:
        return known.id, known.name
    return (typed_key(given), Name(given)) if given else ("", None)


def _notes(
    scenario: Scenario | None, choices: Choices, dealt: dict[int, tuple[Nemesis, ...]]
) -> Iterator[str]:
    """Yield codes of notes on what the rulebook leaves open or players easily miss."""
    if len(dealt) > len(Colour):
        yield "note.third_board"
    if any(len(sheets) < DEALT for sheets in dealt.values()):
        yield "note.one_sheet"
    suggested = scenario.suggested if scenario is not None and choices.nemeses is None else {}
    if len(choices.places) in suggested:
        yield "note.half"
    if len(dealt) > 1:
        yield "note.sit_together"
