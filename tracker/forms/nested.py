"""Forms within a form: one for each side, seat or row, whose fields are sent with the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django import forms

from campaign.rules.core.problems import Problem
from tracker.forms.entry import RulesForm


class PartForm(RulesForm):
    """A form within another; ``path`` is the engine's path of what it holds.

    Its fields are named ``<prefix>_<field>`` on the page, and in the errors of the whole form.
    """

    def __init__(self, *args: Any, path: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.path = path

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}_{field_name}"

    def field_for(self, problem: Problem) -> str | None:
        """Return the field beside which a problem is shown; None if it is about something else."""
        if problem.path != self.path and not problem.path.startswith(f"{self.path}."):
            return None
        part = problem.path.removeprefix(self.path).removeprefix(".")
        name = self.fields_by_path.get(part, part)
        return name if name in self.fields else None


class RowForm(PartForm):
    """One of several forms of the same fields, by number: ``<field>_<number>`` on the page."""

    def __init__(self, *args: Any, number: int | str, path: str, **kwargs: Any) -> None:
        super().__init__(*args, path=f"{path}.{number}", **kwargs)
        self.number = number

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}_{self.number}"


class NestedForm(RulesForm):
    """A form with parts: it is valid if all of them are, and has the errors of all."""

    parts: tuple[PartForm, ...] = ()

    def __iter__(self) -> Iterator[forms.BoundField]:
        yield from super().__iter__()
        for part in self.parts:
            yield from part

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
