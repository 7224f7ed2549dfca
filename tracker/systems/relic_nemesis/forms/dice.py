"""Dice that are tapped: a row of six faces for each die, of which one is chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.relic_nemesis.dice import FACES, MAX_SHOWN

ANOTHER = "__die__"  # stands for the number of a row that a script adds

# Where the pips of each face are, in a square of 24.
_LOW, _MIDDLE, _HIGH = 6, 12, 18
_CENTRE = ((_MIDDLE, _MIDDLE),)
_FALLING = ((_LOW, _LOW), (_HIGH, _HIGH))
_RISING = ((_LOW, _HIGH), (_HIGH, _LOW))
_SIDES = ((_LOW, _MIDDLE), (_HIGH, _MIDDLE))
_PIPS = {
    1: _CENTRE,
    2: _FALLING,
    3: (*_FALLING, *_CENTRE),
    4: (*_FALLING, *_RISING),
    5: (*_FALLING, *_RISING, *_CENTRE),
    6: (*_FALLING, *_RISING, *_SIDES),
}


@dataclass(frozen=True, slots=True)
class Pip:
    """A pip of a die."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DieFace:
    """A face that can be tapped."""

    value: int
    id: str
    pips: tuple[Pip, ...]
    is_set: bool
    explodes: bool  # it adds another die


@dataclass(frozen=True, slots=True)
class DieRow:
    """The six faces of a die."""

    name: str  # of the field
    label: str
    faces: tuple[DieFace, ...]


@dataclass(frozen=True, slots=True)
class DiceTray:
    """The dice of one side of a fight; ``another`` is the row that a script adds."""

    field: forms.BoundField
    side: str  # the prefix of the fields of its side
    explodes: str  # the faces that add a die: "1 6"
    rows: tuple[DieRow, ...]
    another: DieRow
    help: str


class DiceInput(forms.Widget):
    """A field for each die: ``<name>_1``, ``<name>_2`` …; the value has the faces chosen."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        del files
        faces = (data.get(die_name(name, die), "") for die in range(1, MAX_SHOWN + 1))
        return [face for face in faces if face]


class DiceField(forms.Field):
    """The dice that were thrown; whether they can be is said by the rules."""

    widget = DiceInput
    default_error_messages = {"invalid": gettext_lazy("A die shows 1 to 6.")}

    def clean(self, value: list[str]) -> tuple[int, ...]:
        """Return the faces."""
        if any(len(face) > 1 or face not in "123456789" for face in value):
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return tuple(map(int, value))


def die_name(name: str, die: int | str) -> str:
    """Return the name of the field of one die."""
    return f"{name}_{die}"


def dice_sent(name: str, faces: tuple[int, ...]) -> dict[str, str]:
    """Return the fields of dice as if they had been tapped; those of all other dice are empty."""
    shown = dict(enumerate(map(str, faces), start=1))
    return {die_name(name, die): shown.get(die, "") for die in range(1, MAX_SHOWN + 1)}


def dice_tray(
    field: forms.BoundField, side: str, *, dice: int, explodes: tuple[int, ...], help_text: str
) -> DiceTray:
    """Return the rows of a side that throws so many dice, and of all that were entered."""
    given: list[str] = field.value() or []
    rows = max(dice, len(given))
    faces = [*given, *[""] * (rows - len(given))]
    return DiceTray(
        field=field,
        side=side,
        explodes=" ".join(map(str, explodes)),
        rows=tuple(
            _row(field.html_name, die, face, explodes) for die, face in enumerate(faces, start=1)
        ),
        another=_row(field.html_name, ANOTHER, "", explodes),
        help=help_text,
    )


def _row(name: str, die: int | str, shown: str, explodes: Iterable[int]) -> DieRow:
    name = die_name(name, die)
    faces = (
        DieFace(
            value=face,
            id=f"id_{name}_{face}",
            pips=tuple(Pip(x, y) for x, y in _PIPS[face]),
            is_set=str(face) == shown,
            explodes=face in explodes,
        )
        for face in range(1, FACES + 1)
    )
    return DieRow(name, _("Die %(number)s") % {"number": die}, tuple(faces))
