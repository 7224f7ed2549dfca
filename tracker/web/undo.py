"""The button of a message that takes back what it tells of."""

import json
from dataclasses import asdict, dataclass

from django.contrib.messages.storage.base import Message

from campaign.models import Record
from tracker.web.records import pages_of


@dataclass(frozen=True, slots=True)
class Undo:
    """A button that undoes the last change of a record, or redoes what was undone."""

    url: str
    revision: int  # that the change brought: if there is a later one, nothing is undone
    token: str  # the same for every tap on the button, so that the second does nothing
    redoes: bool = False

    @property
    def icon(self) -> str:
        """Return the name of its icon."""
        return "redo" if self.redoes else "undo"


def undo_of(record: Record) -> Undo:
    """Return the button that undoes the last change of a record."""
    revision = record.revision
    return Undo(pages_of(record).undo_url, revision, f"undo.of.{revision}")


def redo_of(record: Record) -> Undo:
    """Return the button that redoes what the last change of a record undid."""
    revision = record.revision
    return Undo(pages_of(record).undo_url, revision, f"redo.of.{revision}", redoes=True)


def as_tag(undo: Undo) -> str:
    """Return a button as the extra tags of a message, which the session stores as text."""
    return json.dumps(asdict(undo))


def undo_in(message: Message) -> Undo | None:
    """Return the button of a message; None if it has none."""
    try:
        return Undo(**json.loads(message.extra_tags or ""))
    except (ValueError, TypeError):
        return None
