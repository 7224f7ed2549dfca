"""Roles (p. 5): how many nemeses there are, and who: volunteers first, by lot if too many."""

from collections.abc import Iterator
from random import Random

from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import PLAYERS, Pack, Scenario
from campaign.rules.relic_nemesis.choices import Choices, Role


def nemeses_by_book(pack: Pack, scenario: Scenario | None, players: int) -> int | None:
    """Return how many nemeses the rulebook requires; None where it does not say.

    A scenario sheet may say otherwise; for one that the pack does not know, players give a reason.
    """
    if scenario is not None and scenario.nemeses:
        return scenario.nemeses.get(players)
    return pack.nemeses_by_players.get(players)


def nemeses_needed(pack: Pack, scenario: Scenario | None, choices: Choices) -> int | None:
    """Return how many nemeses to draw: chosen, else required, else suggested."""
    if choices.nemeses is not None:
        return choices.nemeses
    players = len(choices.places)
    said = nemeses_by_book(pack, scenario, players)
    return scenario.suggested.get(players) if said is None and scenario else said


def size_problems(pack: Pack, scenario: Scenario | None, choices: Choices) -> Iterator[Problem]:
    """Yield problems of the number of players and of nemeses."""
    players = len(choices.places)
    if players not in PLAYERS:
        details = {"least": PLAYERS[0], "most": PLAYERS[-1], "actual": players}
        yield Problem("players.count", details, "players")
        return
    if scenario is not None and scenario.even_players and players % 2:
        yield Problem("scenario.even_players", {"players": players}, "scenario")
        return
    needed, said = choices.nemeses, nemeses_by_book(pack, scenario, players)
    if needed is None:
        if nemeses_needed(pack, scenario, choices) is None:
            yield Problem("roles.nemeses_unsaid", {"players": players}, "nemeses")
        return
    most = min(players - 1, len(pack.nemeses))
    if not 0 <= needed <= most:
        yield Problem(
            "number.out_of_range", {"least": 0, "most": most, "actual": needed}, "nemeses"
        )
    elif needed == 0 and scenario is not None and scenario.needs_nemeses:
        yield Problem("scenario.needs_nemeses", path="nemeses")
    elif needed and said is not None and needed != said:
        details = {"said": said, "actual": needed, "players": players}
        yield Problem("roles.nemeses_count", details, "nemeses", overrulable=True)


def wish_problems(choices: Choices, needed: int | None) -> Iterator[Problem]:
    """Yield a problem if too few want to be a nemesis; too many is none."""
    willing = sum(place.wanted is not Role.CHARACTER for place in choices.places)
    if needed is not None and willing < needed:
        yield Problem("roles.too_few", {"needed": needed, "actual": willing}, "players")


def nemesis_seats(choices: Choices, needed: int, rng: Random) -> tuple[int, ...]:
    """Return the seats of nemeses: volunteers first, at random if there are too many."""
    places = list(enumerate(choices.places, start=1))
    volunteers = [number for number, place in places if place.wanted is Role.NEMESIS]
    others = [number for number, place in places if place.wanted is None]
    rng.shuffle(volunteers)
    rng.shuffle(others)
    return tuple(sorted((volunteers + others)[:needed]))


def is_by_lot(choices: Choices, needed: int) -> bool:
    """Say whether chance decides who the nemeses are, if all roles are drawn anew."""
    volunteers = sum(place.wish is Role.NEMESIS for place in choices.places)
    willing = sum(place.wish is not Role.CHARACTER for place in choices.places)
    return 0 < needed < willing and needed != volunteers
