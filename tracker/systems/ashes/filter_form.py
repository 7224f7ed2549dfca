"""What every filter of a list has: its fields are an address that can be sent."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property

from tracker.systems.ashes.presenters import DieView, die_view


@dataclass(frozen=True, slots=True)
class DiceChoice:
    """The box of a type of dice, and the die that stands beside it."""

    box: forms.boundfield.BoundWidget
    die: DieView


class FilterForm(forms.Form):
    """A search ``q``, and what narrows it; a field that cannot be read is said, and not asked."""

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.prepare()
        self.full_clean()

    def prepare(self) -> None:
        """Do what has to be done before the data is read; nothing, unless a filter needs it."""

    @property
    def defaults(self) -> tuple[tuple[str, Any], ...]:
        """Return what an address need not say."""
        return ()

    @property
    def clear_url(self) -> str:
        """Return the address without a filter."""
        raise NotImplementedError

    @cached_property
    def here(self) -> str:
        """Return the address of what is asked, which can be sent to somebody."""
        asked = self.address()
        return f"{self.clear_url}?{asked}" if asked else self.clear_url

    def address(self) -> str:
        """Return what is asked as the query of an address, without what is empty."""
        values: list[tuple[str, Any]] = []
        for name in self.fields:
            value = self.cleaned_data.get(name)
            many = value if isinstance(value, list) else [value]
            values += [(name, int(each) if each is True else each) for each in many if _said(each)]
        return urlencode([pair for pair in values if pair not in self.defaults])

    @property
    def narrowed_by(self) -> int:
        """Return how many things are asked besides the text and the order."""
        rest = set(self.fields) - {"q", "sort"}
        asked = ((name, self.cleaned_data.get(name)) for name in rest)
        return sum(_said(pair[1]) for pair in asked if pair not in self.defaults)

    def dice_choices(self) -> list[DiceChoice]:
        """Return the boxes of the dice, each with its die."""
        return [DiceChoice(box, die_view(box.data["value"])) for box in self["dice"]]


def _said(value: Any) -> bool:
    """Say whether something is asked; a cost of 0 is."""
    return value is not None and value is not False and value not in ("", [])
