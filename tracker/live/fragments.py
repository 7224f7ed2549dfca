"""What phones are sent: the parts of a position that differ from what they have, as HTML."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaign.models import LiveMove, LiveTable
from campaign.rules.core.live import Position
from campaign.selectors import live as selectors
from tracker.systems.face import LiveFace, LivePart
from tracker.systems.registry import face_of

LAST = "last"
_BETWEEN = re.compile(r">\n\s*<")


@dataclass(frozen=True, slots=True)
class Fragments:
    """The parts of one table, in the active language."""

    table: LiveTable

    @property
    def face(self) -> LiveFace:
        """Return how the system looks."""
        system = self.table.game.system
        found = face_of(system).live
        if found is None:
            raise LookupError(f"{system} has no live page.")
        return found

    def now(self) -> tuple[Position[Any], dict[str, LivePart]]:
        """Return the table as its moves have made it, and every part of that."""
        position = selectors.position_of(self.table)
        latest = next(iter(selectors.moves_of(self.table, most=1)), None)
        return position, self.parts(position, latest)

    def parts(self, position: Position[Any], latest: LiveMove | None) -> dict[str, LivePart]:
        """Return every part of a position; ``latest`` is the move that led to it."""
        return {
            **self.face.parts(self.table.game, position),
            LAST: LivePart("live/last.html", self._last(position, latest)),
        }

    def _last(self, position: Position[Any], latest: LiveMove | None) -> dict[str, object]:
        """Return the latest move, and the one that Undo would take back; 0: none is left."""
        if latest is None:
            return {}
        said = self.said(latest)
        undoes = said
        if position.of not in (0, latest.sequence):
            standing = self.table.moves.filter(sequence=position.of).first()
            undoes = self.said(standing) if standing else ""
        return {"who": latest.made_by, "said": said, "undo": position.of, "undoes": undoes}

    def said(self, move: LiveMove) -> str:
        """Return what a move did."""
        game = self.table.game
        return self.face.move(game, selectors.rules_of(game).read(move.payload))


def changed(before: Mapping[str, LivePart], now: Mapping[str, LivePart]) -> dict[str, LivePart]:
    """Return the parts that look different now."""
    return {name: part for name, part in now.items() if before.get(name) != part}


def rendered(parts: Mapping[str, LivePart], *, may: bool) -> dict[str, SafeString]:
    """Return parts as HTML; ``may``: for somebody who makes moves."""
    return {
        # Phones are sent it with every move: the indentation stays here. What is empty is "", for
        # which the page has its own look.
        name: mark_safe(  # noqa: S308 # a template wrote it
            _BETWEEN.sub(
                "><", render_to_string(part.template, {"part": part.value, "may": may}).strip()
            )
        )
        for name, part in parts.items()
    }
