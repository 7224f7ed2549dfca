"""A field to pick from, as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.forms import BoundField


@dataclass(frozen=True, slots=True)
class Swatch:
    """One of several things to pick."""

    id: str
    value: str
    label: str
    picked: bool


@dataclass(frozen=True, slots=True)
class Swatches:
    """A field to pick from, as plain values: a page full of widgets would be slow to draw."""

    name: str
    id: str
    label: str
    help: str
    errors: tuple[str, ...]
    choices: tuple[Swatch, ...]

    @classmethod
    def of(cls, field: BoundField, label: str = "") -> Swatches:
        """Return the swatches of a field with choices, under a label of its own or another."""
        name = str(field.auto_id)
        value = str(field.value() or "")
        offered = field.field.choices  # type: ignore[attr-defined] # every field here has them
        return cls(
            name=field.html_name,
            id=name,
            label=label or str(field.label),
            help=str(field.help_text),
            errors=tuple(map(str, field.errors)),
            choices=tuple(
                Swatch(f"{name}_{index}", str(key), str(label), str(key) == value)
                for index, (key, label) in enumerate(offered)
            ),
        )
