"""One-off games that were played, for the tests of the log and of statistics."""

import datetime
from typing import Any

from campaign.models import Game, Person
from campaign.rules.aeons_end.endings import Ending, Result
from campaign.rules.aeons_end.one_off.choices import open_choices
from campaign.rules.aeons_end.outcome import Tally
from tests.campaign.factories import end_game, start_game

WON = Tally(Result.WIN, Ending.NEMESIS_DEFEATED, 11, 0)
LOST = Tally(Result.LOSS, Ending.GRAVEHOLD_FALLEN, 0, 9)


def evening(person: Person, *, won: bool = True, mages: int = 2, **more: Any) -> Game:
    """Play a one-off game."""
    game = start_game(person=person, choices=more.pop("choices", open_choices(mages)), seed="7")
    more.setdefault("played_on", datetime.date(2024, 5, 1))
    more.setdefault("tally", WON if won else LOST)
    return end_game(game=game, revision=game.revision, person=person, **more)
