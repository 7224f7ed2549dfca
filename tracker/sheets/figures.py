"""Numbers with labels, as sheets and pictures print them."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or whatever else was counted, with its label."""

    label: str
    value: str


def figures(found: Iterable[tuple[object, object]]) -> list[Figure]:
    """Return labels and numbers for the template, without those that are None."""
    return [Figure(str(label), str(value)) for label, value in found if value is not None]
