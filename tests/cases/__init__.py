"""A file for each game, with what the shared tests need to know of it.

``case.py`` says what that is. The toy has one like the others.
"""

from importlib import import_module

from campaign.rules.registry import GAMES
from tests.cases.case import GameCase, OneOffCase


def case_of(game: str) -> GameCase:
    """Return the case of a game."""
    case: GameCase = import_module(f"tests.cases.{game}").CASE
    return case


CASES = {game: case_of(game) for game in dict.fromkeys((*GAMES, "toy"))}
ONE_OFFS: dict[str, OneOffCase] = {}  # by system
for _case in CASES.values():
    ONE_OFFS.update(_case.one_offs)
