"""A live page as parts: templates and comparable values, rendered to HTML for phones."""

import re
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaign.models import Game, LiveMove, LiveTable
from campaign.rules.core.live import Position
from campaign.selectors import live as selectors
from tracker.systems.face import LiveFace, LivePart
from tracker.systems.registry import face_of

_INDENTATION = re.compile(r">\n\s*<")


def live_face(game: Game) -> LiveFace:
    """Return the live face of a game's system."""
    found = face_of(game.system).live
    if found is None:
        raise LookupError(f"{game.system} has no live page.")
    return found


def parts_now(table: LiveTable, position: Position[Any]) -> dict[str, LivePart]:
    """Return every part of a table's current position."""
    return parts_of(table, position, next(iter(selectors.moves_of(table, most=1)), None))


def parts_of(
    table: LiveTable, position: Position[Any], latest: LiveMove | None
) -> dict[str, LivePart]:
    """Return every part of a position, in the active language; ``latest`` is the move before it."""
    return {
        **live_face(table.game).parts(table.game, position),
        "last": LivePart("live/last.html", _last(table, position, latest)),
    }


def _last(table: LiveTable, position: Position[Any], latest: LiveMove | None) -> dict[str, object]:
    """Return the latest move, and the one that Undo would take back; 0 if none is left."""
    if latest is None:
        return {}
    said = move_text(table, latest)
    undoes = said
    if position.of not in (0, latest.sequence):
        standing = table.moves.filter(sequence=position.of).first()
        undoes = move_text(table, standing) if standing else ""
    return {"who": latest.made_by, "said": said, "undo": position.of, "undoes": undoes}


def move_text(table: LiveTable, move: LiveMove) -> str:
    """Return what a move did, in words."""
    game = table.game
    return live_face(game).move(game, selectors.rules_of(game).read(move.payload, stored=True))


def changed(before: Mapping[str, LivePart], now: Mapping[str, LivePart]) -> dict[str, LivePart]:
    """Return the parts that look different now."""
    return {name: part for name, part in now.items() if before.get(name) != part}


def rendered(parts: Mapping[str, LivePart], *, may: bool) -> dict[str, SafeString]:
    """Render parts to HTML; ``may`` is whether the visitor can make moves."""
    return {
        # Sent with every move, so without indentation. An empty part is "", which the page styles.
        name: mark_safe(  # noqa: S308 # a template wrote it
            _INDENTATION.sub(
                "><", render_to_string(part.template, {"part": part.value, "may": may}).strip()
            )
        )
        for name, part in parts.items()
    }
