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
from tracker.forms.entry import RulesForm
from tracker.forms.fields import new_token, number_field, token_field
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


class StartValuesForm(RulesForm):
    """The life of everybody, and the attribute of nemeses, as far as the table does not know them.

    What is known already has no field: its dial at the table changes it.
    """

    token = token_field()
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    fields_by_path = {"life.*": "life_*", "attribute.*": "attribute_*"}

    def __init__(self, *args: Any, game: Game, at: Position[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table, self.words = at.table, RelicWords.of_game(game)
        self.fields["seen"].initial = at.sequence
        for seat in self.table.order:
            for dial in self.table.unknown_dials(seat):
                most = CHARACTER_LIFE if seat in self.table.characters else MAX_DIAL
                label = terms.attribute(self._attribute(seat)) if dial is Dial.ATTRIBUTE else None
                field = number_field(label or terms.dial(dial), LEAST[dial], most)
                self.fields[f"{dial}_{seat}"] = field

    def seats(self) -> tuple[StartSeat, ...]:
        """Return every seat, in the order of turns."""
        return tuple(map(self._seat, self.table.order))

    def move(self) -> StartEntered:
        """Return what a valid form says as a move."""
        given = self.cleaned_data
        values = (
            StartValues(seat, given.get(f"life_{seat}"), given.get(f"attribute_{seat}"))
            for seat in self.table.order
        )
        return StartEntered(tuple(value for value in values if value.told))

    def sentence(self, problem: Problem) -> str:
        return self.words.sentence(problem)

    def renew(self) -> None:
        """Make sending the form again a new attempt."""
        self.put(token=new_token())

    def _seat(self, seat: int) -> StartSeat:
        unknown = self.table.unknown_dials(seat)
        known = (dial for dial in self.table.entered_dials(seat) if dial not in unknown)
        is_nemesis = seat in self.table.nemeses
        return StartSeat(
            name=self.words.called(seat),
            role_name=terms.role("nemesis" if is_nemesis else "character"),
            is_nemesis=is_nemesis,
            known=tuple(f"{terms.dial(dial)} {self.table.dial(seat, dial)}" for dial in known),
            numbers=tuple(self[f"{dial}_{seat}"] for dial in unknown),
        )

    def _attribute(self, seat: int) -> str:
        """Return the attribute of a nemesis, if everybody sees its sheet."""
        sheet: Nemesis | None = self.words.setup.revealed_sheet(seat)
        return str(sheet.attribute or "") if sheet else ""
