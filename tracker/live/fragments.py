"""A live page as parts: templates and comparable values, rendered to HTML for phones."""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaign.models import Game, LiveMove, LiveTable
from campaign.rules.core.live import Position, Remark, Undo
from campaign.selectors import live as selectors
from campaign.selectors.names import names_in
from tracker.faces.live import Edge, LiveEnding, LiveFace, LivePart
from tracker.faces.registry import face_of
from tracker.live.values import as_json
from tracker.pictures.look import Look
from tracker.presenters.crib import live_crib
from tracker.web.records import game_url
from tracker.words.phrases import mover

_INDENTATION = re.compile(r">\n\s*<")


def live_face(game: Game) -> LiveFace:
    """Return the live face of a game's system."""
    face = face_of(game.system).live
    if face is None:
        raise LookupError(f"{game.system} has no live page.")
    return face


def parts_now(table: LiveTable, position: Position[Any]) -> dict[str, LivePart]:
    """Return every part of a table's current position."""
    return parts_of(table, position, next(iter(selectors.moves_of(table, most=1)), None))


def parts_of(
    table: LiveTable, position: Position[Any], latest: LiveMove | None
) -> dict[str, LivePart]:
    """Return every part of a position, in the active language; ``latest`` is the move before it."""
    face, last = live_face(table.game), _last(table, position, latest)
    return {
        **face.parts(table.game, position),
        "last": LivePart("live/last.html", last),
        "crib": LivePart("live/crib.html", live_crib(table.game, position.table)),
        "end": LivePart("live/end.html", _end(table.game, face.ending(table.game, position), last)),
    }


@dataclass(frozen=True, slots=True)
class LastMove:
    """The latest move in words, and the one that Undo takes back."""

    who: str = ""
    text: str = ""  # "" before there is any
    undo: str = ""  # the move that Undo makes, as JSON; "" if there is nothing to take back
    undoes: str = ""  # in words


@dataclass(frozen=True, slots=True)
class EndPart:
    """The ending, where it leads, and the way back for who tapped by mistake."""

    ending: LiveEnding
    look: Look  # of its game, which draws the form of the ending
    result_url: str
    game_url: str
    undo: str  # the move that Undo makes, as JSON
    undoes: str  # in words


def _end(game: Game, ending: LiveEnding | None, last: LastMove) -> EndPart | None:
    if ending is None:
        return None
    look = face_of(game.system).look
    return EndPart(ending, look, game_url(game, "result"), game_url(game), last.undo, last.undoes)


def _last(table: LiveTable, position: Position[Any], latest: LiveMove | None) -> LastMove:
    """Return the latest move; Undo takes back the latest of those that were not undone."""
    if latest is None:
        return LastMove()
    undo = as_json(Undo(position.last_move)) if position.last_move else ""
    text, who = _latest_text(table, position, latest), mover(latest, names_in(table.game.record))
    return LastMove(
        who="" if text.startswith(who) else who,  # said once
        text=text,
        undo=undo,
        undoes=_text(table, position),
    )


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move in the log."""

    sequence: int
    who: str
    at: datetime
    text: str
    person: int | None
    is_undone: bool
    undo: str  # the move that takes it back, as JSON; "" for all but the latest


def logged_moves(table: LiveTable, position: Position[Any], *, most: int) -> list[LoggedMove]:
    """Return the latest moves of a table, the last one first."""
    counted = {before.last_move for before in position.history()}
    rows = selectors.moves_of(table)[::-1]
    after_each = selectors.replayed(table, selectors.opening(table), rows)
    latest = deque(zip(rows, after_each, strict=True), most)
    names = names_in(table.game.record)
    return [
        LoggedMove(
            sequence=move.sequence,
            who=mover(move, names),
            at=move.at,
            text=_latest_text(table, after, move),
            person=move.person_id,
            is_undone=move.sequence not in counted and move.kind != Undo.kind,
            undo=as_json(Undo(move.sequence)) if move.sequence == position.last_move else "",
        )
        for move, after in reversed(latest)
    ]


def logged_move(table: LiveTable, number: int) -> LoggedMove | None:
    """Return one move of a table by its number."""
    moves = logged_moves(table, selectors.position_of(table), most=table.sequence)
    return next((move for move in moves if move.sequence == number), None)


def _latest_text(table: LiveTable, after: Position[Any], move: LiveMove) -> str:
    """Return what a move did, in words; ``after`` is the position that it led to."""
    if after.undone is not None:
        return _("Undid: %(move)s") % {"move": _text(table, after.undone)}
    if after.last_move == move.sequence:
        return _text(table, after)
    return _("A move that the rules do not allow")  # any more: they were corrected since


def _text(table: LiveTable, position: Position[Any]) -> str:
    """Return what the move did that led to a position and was not undone; "" at the opening."""
    if position.move is None or position.before is None:
        return ""
    if isinstance(position.move, Remark):
        return _("Note: %(text)s") % {"text": position.move.text}
    game = table.game
    return live_face(game).move(game, position.move, position.before.table, position.table)


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of the page, as HTML."""

    name: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class Side:
    """Parts that stand together: at an edge of a tablet on the table, or in its middle."""

    edge: Edge | None
    parts: tuple[ShownPart, ...]


def sides_of(parts: Mapping[str, LivePart], *, may: bool) -> tuple[Side, ...]:
    """Return the parts of a page in their order, those in a row at one edge together."""
    html = rendered(parts, may=may)
    at_each = groupby(parts.items(), key=lambda named: named[1].edge)
    return tuple(
        Side(edge, tuple(ShownPart(name, html[name]) for name, _part in named))
        for edge, named in at_each
    )


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
