"""Entries: the forms of the pages, filled in by programs.

A program reads which fields a form has, and sends those that it knows. All others have the values
that the page would show. Validation, rules and refusals are those of the form.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.translation import gettext as _
from ninja import Schema
from pydantic import (
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.services.writes import AlreadyDone
from tracker.api.answers import Key
from tracker.api.problems import ProblemOut, Refusal, Refused
from tracker.forms.entry import EntryForm, InvalidEntry, RulesForm
from tracker.forms.nested import fields_on_page
from tracker.web.entries import CONFLICT, INVALID, NOT_SAVED, refuse
from tracker.web.records import pages_of

MAX_FIELDS = 200
MAX_VALUES = 500  # of one field
SIGNATURE = frozenset({"revision", "token"})  # fields that are sent beside the others

F = TypeVar("F", bound=RulesForm)
Text = Annotated[str, StringConstraints(max_length=sizes.MAX_TEXT)]
# Strict: without it, ``true`` would be read as 1, and 1.0 as ``true``.
Number = Annotated[int, Field(strict=True, ge=-sizes.MAX_INTEGER, le=sizes.MAX_INTEGER)]


def _one_fault(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """Read the value of a field; of a wrong one, report that, not each type that it is not."""
    try:
        return read(value)
    except ValidationError as error:
        bounds = {"length": sizes.MAX_TEXT, "values": MAX_VALUES}
        raise PydanticCustomError("field_value", "not a value of a field", bounds) from error


FieldValue = Annotated[
    StrictBool | Number | Text | Annotated[list[Number | Text], Field(max_length=MAX_VALUES)],
    WrapValidator(_one_fault),
]
FieldName = Annotated[str, StringConstraints(max_length=sizes.NAME)]
Revision = Annotated[
    int,
    Field(
        strict=True,
        ge=0,
        le=2**31 - 1,
        description="Of the record as you read it. If it has changed since, nothing is written.",
    ),
]
Token = Annotated[
    str,
    Field(
        min_length=8,
        max_length=sizes.TOKEN,
        description="Your own, new for each entry: the same one sent again writes nothing twice.",
    ),
]


class Choice(Schema):
    """A value that a field takes."""

    value: str
    label: str


class FieldOut(Schema):
    """A field of a form."""

    name: str
    label: str
    help: str = ""
    kind: str = Field(description="text, number, date, flag, choice or choices")
    required: bool
    value: str | bool | list[str] | None = Field(description="What it has if it is not sent.")
    choices: list[Choice] = []
    least: int | None = None
    most: int | None = Field(default=None, description="Of a number, or the length of a text.")


class FieldsIn(Schema):
    """The fields of a form; those that are left out keep the values that its page shows."""

    model_config = ConfigDict(extra="forbid")

    fields: Annotated[dict[FieldName, FieldValue], Field(max_length=MAX_FIELDS)] = {}


class EntryIn(FieldsIn):
    """An entry in a record."""

    revision: Revision
    token: Token


class StartIn(FieldsIn):
    """A campaign or a one-off game to start; what the fields do not choose is drawn."""

    system: Key = Field(description="The slug of a game that has it.")
    token: Token


# --- a form in the answer ---


def described(form: forms.Form) -> list[FieldOut]:
    """Return the fields that a program can send."""
    return [
        _described(bound)
        for name, bound in fields_on_page(form).items()
        if name not in SIGNATURE and not isinstance(bound.field, forms.FileField)
    ]


def _described(bound: forms.BoundField) -> FieldOut:
    field = bound.field
    shown = _shown(bound)
    is_flag, is_list = isinstance(field, forms.BooleanField), _takes_several(field)
    return FieldOut(
        name=bound.html_name,
        label=str(bound.label or ""),
        help=str(bound.help_text),
        kind=_kind(field),
        required=field.required,
        value=bool(shown) if is_flag else shown if is_list else next(iter(shown), None),
        choices=[Choice(value=value, label=label) for value, label in _choices(field)],
        least=getattr(field, "min_value", None),
        most=getattr(field, "max_value", None) or getattr(field, "max_length", None),
    )


def _kind(field: forms.Field) -> str:
    match field:
        case forms.BooleanField():
            return "flag"
        case forms.MultipleChoiceField():
            return "choices"
        case forms.ChoiceField():
            return "choice"
        case forms.DateField():
            return "date"
        case forms.IntegerField():
            return "number"
    return "text"


def _takes_several(field: forms.Field) -> bool:
    return isinstance(field, forms.MultipleChoiceField)


def _choices(field: forms.Field) -> Iterator[tuple[str, str]]:
    """Yield the values of a choice with their labels, those in groups too."""
    offered: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
    for value, label in offered:
        if isinstance(label, (list, tuple)):
            yield from ((str(each), str(name)) for each, name in label)
        else:
            yield str(value), str(label)


def _shown(bound: forms.BoundField) -> list[str]:
    """Return what a browser would send of a field as its page shows it."""
    field, value = bound.field, bound.value()
    if isinstance(field, forms.FileField):
        return []
    if isinstance(field, forms.BooleanField):
        return ["on"] if value else []
    shown = field.widget.format_value(value)
    several = shown if isinstance(shown, (list, tuple)) else [shown]
    return [str(each) for each in several if each not in (None, "")]


# --- a form that was sent ---


def filled_in(make: Callable[[QueryDict | None], F], fields: Mapping[str, Any], **own: Any) -> F:
    """Return a form as if its page had been sent, with some fields changed.

    ``own`` is what is sent beside the fields: the revision, the token.
    """
    page = make(None)
    data = QueryDict(mutable=True)
    for name, bound in fields_on_page(page).items():
        data.setlist(name, _shown(bound))
    for name, value in (*fields.items(), *own.items()):
        data.setlist(name, _sent(value))
    form = make(data)
    known = fields_on_page(form).keys() - SIGNATURE
    unknown = [name for name in fields if name not in known]
    if unknown:
        raise Refused(INVALID, Refusal(problems=list(map(_unknown, unknown))))
    return form


def _sent(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["on"] if value else []
    return [str(each) for each in (value if isinstance(value, list) else [value])]


def _unknown(name: str) -> ProblemOut:
    return ProblemOut(code="field.unknown", sentence=_("This form has no such field."), field=name)


def invalid(form: RulesForm) -> Refused:
    """Return why a form without a record is refused."""
    return Refused(INVALID, Refusal(problems=list(_of_fields(form))))


def not_saved(form: EntryForm, error: Exception) -> Refused:
    """Return why an entry was not saved; ``error`` is one of ``NOT_SAVED``."""
    found = list(_of_fields(form)) if isinstance(error, InvalidEntry) else []
    refusal = refuse(form, error)
    if refusal.status == CONFLICT:
        changes = list(refusal.stale.changes) if refusal.stale else []
        said = _("Something changed meanwhile. Read it again, and send it with its new revision.")
        found = [ProblemOut(code="record.stale", sentence=said, field="revision")]
        revision = form.access.record.revision
        return Refused(CONFLICT, Refusal(problems=found, revision=revision, changes=changes))
    words = pages_of(form.access.record).words
    found += list(by_form(form, getattr(error, "problems", ()), words.sentence))
    return Refused(INVALID, Refusal(problems=found))


def saved(form: EntryForm, write: Callable[[], object]) -> int:
    """Save a form; return the status of the answer: 201, or 200 if it was sent before."""
    try:
        form.check()
        write()
    except AlreadyDone:
        return 200
    except NOT_SAVED as error:
        raise not_saved(form, error) from error
    return 201


def by_form(
    form: RulesForm, problems: Iterable[Problem], sentence: Callable[[Problem], str]
) -> Iterator[ProblemOut]:
    """Yield problems of the rules, each with the field beside which the page shows it."""
    for problem in dict.fromkeys(problems):
        yield ProblemOut(
            code=problem.code, sentence=sentence(problem), field=form.field_for(problem) or ""
        )


def _of_fields(form: forms.Form) -> Iterator[ProblemOut]:
    for name, errors in form.errors.as_data().items():
        field = "" if name == NON_FIELD_ERRORS else str(name)
        for error in errors:
            for said in error.messages:
                yield ProblemOut(code=error.code or "invalid", sentence=said, field=field)
