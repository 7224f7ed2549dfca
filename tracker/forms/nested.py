"""Forms within a form: one for each side, seat or row, whose fields are sent with the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar

from django import forms

from campaign.rules.core.problems import Problem
from tracker.forms.entry import RulesForm


class PartForm(RulesForm):
    """A form within another; ``path`` is the engine's path of what it holds.

    Its fields are named ``<prefix>_<field>`` on the page, and in the errors of the whole form. It
    is filled in with what was sent with the whole form, or with the initial values of that form.
    """

    def __init__(self, whole: RulesForm, *, path: str = "", **kwargs: Any) -> None:
        sent = (whole.data, whole.files) if whole.is_bound else (None, None)
        super().__init__(*sent, **kwargs)
        self.whole, self.path = whole, path

    @property
    def only_opens(self) -> bool:
        """Say whether a button only opens more of the whole form."""
        return self.whole.only_opens

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}_{field_name}"

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        """Return the whole form's initial value by the name on the page, else the part's own."""
        on_page = self.add_prefix(field_name)
        if on_page in self.whole.initial:
            return self.whole.initial[on_page]
        return super().get_initial_for_field(field, field_name)

    def field_for(self, problem: Problem) -> str | None:
        """Return the field beside which a problem is shown; None if it is about something else."""
        path = self.inner_path(problem.path)
        return None if path is None else super().field_for(replace(problem, path=path))

    def inner_path(self, path: str) -> str | None:
        """Return a path of the engine within this part; None if it leads elsewhere."""
        if path != self.path and not path.startswith(f"{self.path}."):
            return None
        return path.removeprefix(self.path).removeprefix(".")


class RowForm(PartForm):
    """One of several forms of the same fields, by number: ``<field>_<number>`` on the page.

    What it holds is at ``<path>.<number>``; without a path, each thing at ``<thing>.<number>``.
    """

    def __init__(
        self, whole: RulesForm, *, number: int | str, path: str = "", **kwargs: Any
    ) -> None:
        super().__init__(whole, path=path and f"{path}.{number}", **kwargs)
        self.number = number

    @staticmethod
    def named(number: int | str, /, **values: object) -> dict[str, object]:
        """Return values of a row's fields by their names on the page."""
        return {f"{name}_{number}": value for name, value in values.items()}

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}_{self.number}"

    def inner_path(self, path: str) -> str | None:
        if self.path:
            return super().inner_path(path)
        thing, _dot, rest = path.partition(".")
        number, _dot, rest = rest.partition(".")
        return ".".join(filter(None, (thing, rest))) if number == str(self.number) else None


class NestedForm(RulesForm):
    """A form with parts: it is valid if all of them are, and has the errors of all."""

    parts: tuple[PartForm, ...] = ()
    parts_before: ClassVar[str] = ""  # the field that follows the parts on the page; "": none does

    def __iter__(self) -> Iterator[forms.BoundField]:
        """Yield the fields in the order of the page."""
        for field in super().__iter__():
            if field.name == self.parts_before:
                yield from chain.from_iterable(self.parts)
            yield field
        if not self.parts_before:
            yield from chain.from_iterable(self.parts)

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error to a field of this form or of a part, by its name on the page."""
        for part in self.parts:
            for name in part.fields:
                if part.add_prefix(name) == field:
                    part.add_error(name, error)
                    return self._adopt_errors([part])
        return super().add_error(field, error)

    def field_for(self, problem: Problem) -> str | None:
        for part in self.parts:
            if (name := part.field_for(problem)) is not None:
                return part.add_prefix(name)
        return super().field_for(problem)

    def put(self, **values: object) -> None:
        """Set values of fields by their names on the page, as if they had been sent."""
        super().put(**values)
        for part in self.parts:
            part.data = self.data

    def _clean_fields(self) -> None:
        super()._clean_fields()  # type: ignore[misc] # of Django's form, unknown to its types
        self._adopt_errors(self.parts)

    def _adopt_errors(self, parts: Iterable[PartForm]) -> None:
        for part in parts:
            for name, errors in part.errors.items():
                self.errors[part.add_prefix(name)] = errors


def fields_on_page(form: forms.Form) -> Mapping[str, forms.BoundField]:
    """Return the fields of a form and of its parts by their names on the page."""
    return {field.html_name: field for field in form}
