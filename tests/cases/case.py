"""What a case says of its game; a game leaves out what it does not have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaign.models import Game
from campaign.rules.core.live import Move
from tests.tracker.security.rows import Row

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OneOffCase:
    """What players of a one-off game fill in, besides the values its forms already have."""

    start: Fields
    change: Fields
    result: Fields
    corrected: Fields  # of another result
    wrong: Fields  # of a result that cannot be
    said: str  # what the page says of the result
    said_corrected: str


@dataclass(frozen=True, slots=True)
class SecretsCase:
    """A game with secrets, how they become canaries, what is done at its table, how it ends."""

    start: Callable[[], Game]
    planted: Callable[[dict[str, Any]], dict[str, Any]]  # of a stored plan
    moves: tuple[Move, ...]
    result: Any


@dataclass(frozen=True, slots=True)
class GameCase:
    """A game: what the shared tests fill in, plant, and expect."""

    words: str = ""  # its name and its words, as a regular expression: no shared file speaks them
    one_offs: Mapping[str, OneOffCase] = field(default_factory=dict)  # by system
    campaigns: Mapping[str, Fields] = field(default_factory=dict)  # what starts one, by system
    secrets: SecretsCase | None = None
    rows: Mapping[str, Row] = field(default_factory=dict)  # of its own addresses, by their names
