"""The table that lay here before the last roll: one tap on "roll" must not lose it for good.

A game keeps one table. The one before is kept in the browser's session, and offered only while the
game still is what that roll made of it: nothing that others did since is put away by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from campaign.models import OneOffGame
from campaign.rules.aeons_end.one_off.choices import Choices, from_json

KEY = "last_table"


@dataclass(frozen=True, slots=True)
class LastTable:
    """What draws a table again: its seed, its choices, and the language of its box."""

    revision: int
    seed: str
    choices: Any  # as the game keeps them
    language: str

    def made(self) -> Choices:
        """Return its choices."""
        return from_json(self.choices)


def table_of(game: OneOffGame) -> LastTable:
    """Return what draws a game's table again."""
    return LastTable(game.revision, game.seed, game.choices, game.language)


def keep_last(request: HttpRequest, game: OneOffGame, before: LastTable) -> None:
    """Keep the table that lay there before; a form sent twice has changed nothing since."""
    if game.revision == before.revision:
        return
    request.session[KEY] = {
        "code": game.code,
        "revision": game.revision,
        "seed": before.seed,
        "choices": before.choices,
        "language": before.language,
    }


def last_of(request: HttpRequest, game: OneOffGame) -> LastTable | None:
    """Return the table before this one; None if there is none, or the game went on since."""
    kept = request.session.get(KEY)
    if not kept or (kept["code"], kept["revision"]) != (game.code, game.revision):
        return None
    return LastTable(kept["revision"], kept["seed"], kept["choices"], kept["language"])
