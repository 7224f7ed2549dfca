"""A result form beside the live table that fills it in: fields that nobody changed follow it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.http import QueryDict

from campaign.rules.core.json_text import parsed_json
from tracker.forms.nested import fields_on_page
from tracker.forms.results import ResultForm

MAX_SAID = 20_000  # characters
OWN = frozenset({"minutes"})  # of the clock, which always runs on: what was entered is meant so


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which somebody entered something else than the table says by now."""

    label: str
    table: str
    entered: str


@dataclass(frozen=True, slots=True)
class Followed:
    """What was sent, as it follows the table."""

    data: QueryDict
    untouched: frozenset[str]  # fields that say what the table says
    differences: tuple[Difference, ...]


def table_values(form: ResultForm, table: Mapping[str, object]) -> dict[str, str]:
    """Return what the table says as a browser would send it; ``form`` has it as initial values."""
    shown = ResultForm.entered(form)
    return {name: shown[name] for name in table if name in shown}


def said_before(text: str | None) -> dict[str, str] | None:
    """Return what the table said when a form was shown; None if it does not say so."""
    try:
        plain = parsed_json(text) if text and len(text) <= MAX_SAID else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(plain, dict):
        return None
    return {name: value for name, value in plain.items() if isinstance(value, str)}


def following(
    form: ResultForm, sent: QueryDict, before: Mapping[str, str], now: Mapping[str, str]
) -> Followed:
    """Return what was sent, with what the table says now where nobody entered anything else.

    Where somebody did, and the table says neither that nor what it said before, they are asked.
    """
    data, entered = sent.copy(), ResultForm.entered(form)
    fields, differences, untouched = fields_on_page(form), [], set()
    for name in {**before, **now}:
        if (field := fields.get(name)) is None:
            continue
        said, says, mine = before.get(name, ""), now.get(name, ""), entered.get(name, "")
        if mine == said:
            untouched.add(name)
            _put(data, field, says)
        elif says not in (said, mine) and name not in OWN:
            differences.append(Difference(str(field.label), says, mine))
    return Followed(data, frozenset(untouched), tuple(differences))


def _put(data: QueryDict, field: forms.BoundField, value: str) -> None:
    if isinstance(field.field, forms.BooleanField) and not value:
        data.pop(field.html_name, None)
    else:
        data[field.html_name] = value
