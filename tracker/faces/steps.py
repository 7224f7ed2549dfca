"""What can be entered in a campaign now, for programs: each step has the form of its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from tracker.forms.entry import EntryForm


@dataclass(frozen=True, slots=True)
class OpenStep:
    """A step: the form of its page, and what saves a form that was checked."""

    id: str  # the same for as long as the step is open
    title: str
    form: Callable[[QueryDict | None], EntryForm]
    save: Callable[[Any], object]  # of that form
    game: int | None = None  # the number of the game that it belongs to
