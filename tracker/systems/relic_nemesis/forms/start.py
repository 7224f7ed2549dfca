"""The form of what everybody begins a live game with."""

from dataclasses import dataclass
from typing import Any

from django import forms

from campaign.models import Game
from campaign.rules.core.live import Position
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.moves import (
    CHARACTER_LIFE,
    MAX_DIAL,
    Dial,
    StartEntered,
    StartValues,
)
from campaign.rules.relic_nemesis.table import Table
from campaign.selectors.relic_nemesis import ReadSheet, sheets_read
from tracker.forms.fields import new_token, number_field, token_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords

LEAST = {Dial.LIFE: 1, Dial.ATTRIBUTE: 0}


@dataclass(frozen=True, slots=True)
class StartSeat:
    """A seat with the fields of what is not known of it, and what is known in words."""

    name: str
    role_name: str
    is_nemesis: bool
    known: tuple[str, ...]
    numbers: tuple[forms.BoundField, ...]


class StartRow(RowForm):
    """The numbers of one seat that the table does not know yet."""

    def __init__(
        self, *args: Any, table: Table, attribute: str, read: ReadSheet | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if read is not None:  # in an earlier game
            self.initial.update({Dial.LIFE: read.life, Dial.ATTRIBUTE: read.value})
        most = CHARACTER_LIFE if self.number in table.characters else MAX_DIAL
        for dial in table.unknown_dials(int(self.number)):
            label = attribute if dial is Dial.ATTRIBUTE else terms.dial(dial)
            self.fields[dial] = number_field(label, LEAST[dial], most)

    def values(self) -> StartValues:
        """Return the numbers of a valid form."""
        given = self.cleaned_data
        return StartValues(int(self.number), given.get(Dial.LIFE), given.get(Dial.ATTRIBUTE))


class StartValuesForm(NestedForm):
    """The life of everybody, and the attribute of nemeses, as far as the table does not know them.

    What is known already has no field: its dial at the table changes it.
    """

    token = token_field()
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, game: Game, at: Position[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table, self.words = at.table, RelicWords.of_game(game)
        self.fields["seen"].initial = at.sequence
        read = sheets_read(game.owner_id, besides=game)
        self.rows = tuple(
            StartRow(
                self,
                number=seat,
                table=at.table,
                attribute=self._attribute(seat),
                read=read.get(sheet.id) if (sheet := self._sheet(seat)) else None,
            )
            for seat in at.table.order
        )
        self.parts = self.rows

    def seats(self) -> tuple[StartSeat, ...]:
        """Return every seat, in the order of turns."""
        return tuple(map(self._seat, self.rows))

    def move(self) -> StartEntered:
        """Return what a valid form says as a move."""
        return StartEntered(tuple(value for row in self.rows if (value := row.values()).told))

    def sentence(self, problem: Problem) -> str:
        return self.words.sentence(problem)

    def renew(self) -> None:
        """Make sending the form again a new attempt."""
        self.put(token=new_token())

    def _seat(self, row: StartRow) -> StartSeat:
        seat = int(row.number)
        known = (dial for dial in self.table.entered_dials(seat) if dial not in row.fields)
        is_nemesis = seat in self.table.nemeses
        return StartSeat(
            name=self.words.called(seat),
            role_name=terms.role("nemesis" if is_nemesis else "character"),
            is_nemesis=is_nemesis,
            known=tuple(f"{terms.dial(dial)} {self.table.dial(seat, dial)}" for dial in known),
            numbers=tuple(row),
        )

    def _attribute(self, seat: int) -> str:
        """Return what the attribute of a nemesis is called, if everybody sees its sheet."""
        sheet = self._sheet(seat)
        return terms.attribute(str(sheet.attribute or "") if sheet else "")

    def _sheet(self, seat: int) -> Nemesis | None:
        sheet: Nemesis | None = self.words.setup.revealed_sheet(seat)
        return sheet
