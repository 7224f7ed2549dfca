"""Sheets as steps to tick."""

import hashlib
from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaign.rules.core.sheet import Line, SetupSheet
from campaign.rules.journal.sheets import JournalBody
from tracker.presenters.games import Group, Step
from tracker.systems.journal.words import lines as words


def setup_groups(sheet: SetupSheet[JournalBody]) -> tuple[Group, ...]:
    """Return what is set up: what is due first, then only what differs from print."""
    first = tuple(map(_step, sheet.before))
    groups = [Group(_("First"), first)] if first else []
    return (*groups, *_groups(sheet.steps))


def restore_groups(sheet: SetupSheet[JournalBody]) -> tuple[Group, ...]:
    """Return how the box is put back as it was; what is still shut comes last."""
    return _groups((*sheet.restore, *sheet.put_away))


def _groups(lines: Iterable[Line]) -> tuple[Group, ...]:
    return tuple(
        Group(title, tuple(map(_step, held))) for title, held in words.by_part(tuple(lines))
    )


def _step(line: Line) -> Step:
    text, detail = words.line(line), words.detail(line)
    return Step(_tick_id(line, text, detail), text, detail, changed=line.changed)


def _tick_id(line: Line, text: str, detail: str) -> str:
    """Return the id of a step: the same as long as the line says the same."""
    said = f"{line.part}|{line.code}|{text}|{detail}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]
