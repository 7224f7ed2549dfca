"""Duels for the tests of their pages."""

from __future__ import annotations

import datetime
from typing import Any

from campaign.models import Game, Person
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.duel import DuelChoices, SeatChoice
from campaign.rules.ashes.moves import FirstChosen, PhaseEnded, Wounded
from campaign.rules.ashes.result import DuelResult, Ending
from campaign.rules.ashes.table import RoundPhase
from campaign.rules.core.facts import Played
from campaign.services.games import game_record
from campaign.services.live import move_make, table_open
from tests.campaign import factories

IRON, SNAKES, MIST = "the-iron-men", "the-snakes-in-silver", "the-mist-guardian"
QUEEN, SIREN = "the-bloodwoods-queen", "the-cloudsea-siren"


def duel(person: Person | None = None, *decks: str, **more: Any) -> Game:
    """Set a duel up, of the first two decks unless others are named."""
    seats = tuple(SeatChoice(ready=deck) for deck in decks or (IRON, SNAKES))
    more.setdefault("choices", DuelChoices(seats))
    return factories.start_game(person=person or factories.person(), system=SLUG, **more)


def under_way(person: Person) -> Game:
    """Set a melee of three up and play some of it live."""
    made = duel(person, IRON, SNAKES, MIST)
    table_open(game=made, person=person)
    for seen, move in enumerate(
        (FirstChosen(2), PhaseEnded(RoundPhase.PREPARATION), Wounded(1, 4))
    ):
        move_make(game=made, person=person, move=move, seen=seen)
    return made


def played(
    person: Person | None = None,
    *decks: str,
    winner: int | None = 1,
    players: tuple[str, ...] = ("Ada", "Bruno"),
    **more: Any,
) -> Game:
    """Set a duel up and end it."""
    made = duel(person, *decks)
    result = DuelResult(winner, Ending.DESTROYED, **more)
    day = datetime.date(2026, 5, 1)
    game_record(
        game=made,
        revision=made.revision,
        person=made.owner,
        played=Played(result, players, played_on=day, minutes=50),
    )
    return made
