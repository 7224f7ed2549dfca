"""Forms of an evening: propose dates, answer, change the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Self

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Evening
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sizes import NAME, PERSON_NAME, REASON
from campaign.rules.evenings.agreement import MINUTES, USUAL_MINUTES, Answer
from campaign.rules.evenings.plans import Plan
from campaign.rules.evenings.times import known_zones, local, moment_of
from tracker.forms.entry import RulesForm
from tracker.forms.fields import asking, day_field, drop_down, line_field, sent_number, token_field
from tracker.forms.nested import NestedForm, RowForm
from tracker.words import sentence
from tracker.words.phrases import hours

DAYS = (1, 2, 3)  # that one form proposes
USUAL_CLOCK = "19:00"
DATE_DIGITS = 18


def _clock_field(label: Any) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        input_formats=["%H:%M", "%H:%M:%S"],
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )


class DateRow(RowForm):
    """A date that is proposed; a row without a day is left out."""

    day = day_field(gettext_lazy("Day"))
    clock = _clock_field(gettext_lazy("Time"))
    fields_by_path = {"": "day"}

    def clean(self) -> None:
        """Require a time for a day."""
        given = self.cleaned_data
        if given.get("day") and "clock" in given and given["clock"] is None:
            self.add_error("clock", _("Enter a time for this date."))

    def moment(self, zone: str) -> datetime | None:
        """Return when that is, of a valid row; None for one that is left out."""
        day, clock = self.cleaned_data["day"], self.cleaned_data["clock"]
        if day is None:
            return None
        return moment_of(day, clock, zone, now=timezone.now(), path=self.path)


class DatesForm(NestedForm):
    """Propose dates in a time zone."""

    starts: tuple[datetime, ...] = ()  # the dates proposed, of a valid form

    def __init__(self, *args: Any, zone: str, clock: str = USUAL_CLOCK, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone = zone
        self.rows = tuple(
            DateRow(self, number=number, path="starts", initial={"clock": clock}) for number in DAYS
        )
        self.parts = self.rows

    def zone(self) -> str:
        """Return the time zone in which the times are meant."""
        return self._zone

    def clean(self) -> dict[str, Any] | None:
        """Turn the rows into moments."""
        cleaned = super().clean()
        if not self.errors:
            moments = (row.moment(self.zone()) for row in self.rows)
            try:
                self.starts = tuple(moment for moment in moments if moment is not None)
            except RulesError as error:
                self.refuse(error.problems)
        return cleaned


def _minutes_field(**more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=gettext_lazy("How long"),
        choices=lambda: [(minutes, hours(minutes)) for minutes in MINUTES],
        coerce=int,
        initial=USUAL_MINUTES,
        **more,
    )


def _place_field(**more: Any) -> forms.CharField:
    return line_field(gettext_lazy("Where"), NAME, required=False, **more)


def _brings_field(**more: Any) -> forms.CharField:
    return line_field(gettext_lazy("Who brings what"), REASON, required=False, **more)


class EveningForm(DatesForm):
    """Propose the first dates of an evening, with where it is and who brings what."""

    minutes = _minutes_field()
    place = _place_field()
    brings = _brings_field()
    chosen_zone = drop_down(
        gettext_lazy("Time zone"),
        error_messages=asking(gettext_lazy("Choose one of the time zones offered.")),
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, zone=zone, **kwargs)
        zones = self.fields["chosen_zone"]
        assert isinstance(zones, forms.ChoiceField)  # noqa: S101 # for mypy
        zones.choices = [(name, name) for name in known_zones()]
        zones.initial = zone

    def zone(self) -> str:
        return self.cleaned_data.get("chosen_zone") or self._zone


class PlanForm(RulesForm):
    """Change where an evening is, who brings what, and how long it is.

    It says what it was opened with, so that what others change meanwhile is not overwritten.
    """

    place = _place_field(show_hidden_initial=True)
    brings = _brings_field(show_hidden_initial=True)
    minutes = _minutes_field(show_hidden_initial=True)

    @classmethod
    def of(cls, plan: Plan, sent: Mapping[str, Any] | None = None) -> Self:
        """Return the form of the plan of today, with what was sent."""
        return cls(sent, initial=asdict(plan))

    def wanted(self) -> Plan:
        """Return the plan that was entered, of a valid form."""
        return Plan(**self.cleaned_data)

    def seen(self) -> Plan:
        """Return the plan that the form was opened with; where it doesn't say, that of today."""
        return Plan(**{name: self._opened_with(self[name]) for name in self.fields})

    def _opened_with(self, field: forms.BoundField) -> Any:
        try:
            return field.field.clean(self.data[field.html_initial_name])
        except (KeyError, forms.ValidationError):
            return self.initial[field.name]

    def opened_anew(self, plan: Plan) -> Self:
        """Return the form of the plan of today, with what was changed in this one."""
        now = {self[name].html_initial_name: value for name, value in asdict(plan).items()}
        return self.of(plan, {**asdict(plan.changed(self.seen(), self.wanted())), **now})


class AnswerForm(RulesForm):
    """Answer to one date by one button; somebody without a name says who they are."""

    token = token_field()
    name = line_field(
        gettext_lazy("Your name"),
        PERSON_NAME,
        attrs={"autocomplete": "name"},
        error_messages={"required": gettext_lazy("Enter your name.")},
    )
    answer = forms.CharField(max_length=DATE_DIGITS + 6, widget=forms.HiddenInput)

    def __init__(self, *args: Any, named: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if named:
            del self.fields["name"]

    def clean_answer(self) -> tuple[int, Answer]:
        """Return the id of the date, and the answer to it."""
        date, _sep, answer = str(self.cleaned_data["answer"]).partition(" ")
        number = sent_number(date, DATE_DIGITS)
        if number is None or answer not in set(Answer):
            raise forms.ValidationError(sentence(Problem("evening.date_gone")))
        return number, Answer(answer)

    def called(self) -> str:
        """Return the name that was entered; "" if none was asked for."""
        return str(self.cleaned_data.get("name", ""))


def usual_clock(last: Evening | None) -> str:
    """Return the time that is offered first: that of the last evening."""
    if last is None or last.starts_at is None:
        return USUAL_CLOCK
    return f"{local(last.starts_at, last.zone):%H:%M}"
