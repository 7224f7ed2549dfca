"""Two phones, one result: what each entered, field by field, and what is kept of both."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.formats import date_format

from campaign.models import Game
from campaign.models.games import NOTE
from tracker.forms.results import ResultForm


@dataclass(frozen=True, slots=True)
class Row:
    """One field: as it stands and as it was entered late, each as it is sent and as it is read."""

    name: str
    label: str
    theirs: str
    mine: str
    theirs_shown: str
    mine_shown: str

    @property
    def differs(self) -> bool:
        """Say whether somebody has to choose."""
        return bool(self.theirs and self.mine) and self.theirs != self.mine

    @property
    def kept(self) -> str:
        """Return what is saved unless somebody chooses otherwise."""
        return self.theirs or self.mine


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result that stands beside another that came late."""

    rows: tuple[Row, ...]
    their_notes: tuple[str, ...]
    my_note: str
    note: str  # what the correction's note holds, so that both are kept

    @property
    def says_nothing_new(self) -> bool:
        """Say whether all that came late stands already."""
        known = all(row.mine in ("", row.theirs) for row in self.rows)
        return known and (not self.my_note or self.my_note in self.their_notes)


def compare(mine: ResultForm, theirs: ResultForm) -> Comparison:
    """Return a valid form beside the result that stands."""
    game, late, stands = mine.game, mine.entered(), theirs.entered()
    notes = _notes(game)
    note = late.pop("note", "").strip()
    stands.pop("note", None)
    # A one-off game has one note, a campaign's game any number of them.
    both = [*notes, note] if game.campaign_id is None else [note]
    return Comparison(
        rows=tuple(_rows(mine, stands, late)),
        their_notes=notes,
        my_note=note,
        note="\n\n".join(dict.fromkeys(filter(None, both))),
    )


def _notes(game: Game) -> tuple[str, ...]:
    rows = game.facts.standing().filter(kind=NOTE).order_by("place")
    return tuple(row.payload["text"] for row in rows)


def _rows(form: ResultForm, theirs: dict[str, str], mine: dict[str, str]) -> Iterator[Row]:
    for name in form.fields:
        ours = theirs.get(name, ""), mine.get(name, "")
        if any(ours):
            shown = (_shown(form.fields[name], sent) for sent in ours)
            yield Row(name, str(form[name].label), *ours, *shown)


def _shown(field: forms.Field, sent: str) -> str:
    """Return a value as people read it."""
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return next((str(label) for value, label in choices if str(value) == sent), sent)
    if isinstance(field, forms.DateField) and sent:
        return date_format(datetime.date.fromisoformat(sent))
    return sent
