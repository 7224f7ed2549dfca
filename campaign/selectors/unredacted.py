"""Reads of one-off games with everybody's secrets, for services alone (import-linter says so)."""

from collections.abc import Iterable
from typing import Any

from campaign.memory import memory
from campaign.models import Game
from campaign.records import GameFacts
from campaign.records.reading import facts_of_game, facts_of_games, setup_of
from campaign.selectors.campaigns import cached_record


def full_facts(game: Game) -> GameFacts:
    """Return the record of a one-off game; refresh ``game`` if it is newer."""
    return cached_record(game, facts_of_game, ["stamp", "revision", "language", "pack_version"])


def full_facts_of(games: Iterable[Game]) -> dict[int, GameFacts]:
    """Return the records of one-off games, by the ids of the games; those deleted are left out."""
    found = list(games)
    held = {
        game.pk: record
        for game in found
        if isinstance(record := memory.get((game.stamp, "record")), GameFacts)
    }
    return held | facts_of_games(game for game in found if game.pk not in held)


def full_setup(game: Game) -> Any:
    """Return a game's set-up, of its system's own type; cached."""
    facts = full_facts(game)
    return memory.get_or_set((game.stamp, "setup"), lambda: setup_of(game, facts))
