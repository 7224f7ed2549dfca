"""Fields and widgets that forms share, and the token of a form that is sent once."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms

from campaign.rules.core.sizes import PERSON_NAME, TOKEN
from tracker.words import former


@dataclass(frozen=True, slots=True)
class HiddenField:
    """A field that carries what the page does not show."""

    name: str
    value: object


def new_token() -> str:
    """Return a new random token for a form."""
    return secrets.token_urlsafe(12)


def token_field() -> forms.CharField:
    """Return the hidden field by which a form that is sent twice is recognised."""
    return forms.CharField(
        widget=forms.HiddenInput, min_length=8, max_length=TOKEN, initial=new_token
    )


def sent_number(text: str | None, digits: int) -> int | None:
    """Return a number from a request without a form; None for more digits or anything else."""
    fits = text is not None and text.isascii() and text.isdigit() and len(text) <= digits
    return int(text or "") if fits else None


def asking(question: Any) -> dict[str, Any]:
    """Return the error messages of a choice where nothing valid was chosen."""
    return {"required": question, "invalid_choice": question}


def radios(
    label: Any = None,
    choices: Iterable[tuple[Any, Any]] = (),
    *,
    ask: Any = "",
    coerce: Callable[[Any], Any] = str,
    **kwargs: Any,
) -> forms.TypedChoiceField:
    """Return a choice as radio buttons; ``ask`` is the error where nothing valid was chosen."""
    if ask:
        kwargs["error_messages"] = asking(ask)
    return forms.TypedChoiceField(
        label=label,
        choices=list(choices),
        coerce=coerce,
        empty_value="" if coerce is str else None,
        widget=forms.RadioSelect,
        **kwargs,
    )


def tick(label: Any, **kwargs: Any) -> forms.BooleanField:
    """Return a checkbox."""
    return forms.BooleanField(label=label, required=False, **kwargs)


def ticks(
    label: Any, *, coerce: Callable[[Any], Any] = str, **kwargs: Any
) -> forms.TypedMultipleChoiceField:
    """Return a multiple choice as checkboxes."""
    widget = forms.CheckboxSelectMultiple
    return forms.TypedMultipleChoiceField(
        label=label, coerce=coerce, required=False, widget=widget, **kwargs
    )


def line_field(
    label: Any, longest: int, *, attrs: Mapping[str, Any] | None = None, **kwargs: Any
) -> forms.CharField:
    """Return a field for one line, without autocompletion unless ``attrs`` allow it."""
    widget = forms.TextInput(attrs={"autocomplete": "off", **(attrs or {})})
    return forms.CharField(label=label, max_length=longest, widget=widget, **kwargs)


def text_field(
    label: Any, longest: int, *, ask: Any = "", lines: int = 0, **kwargs: Any
) -> forms.CharField:
    """Return a field for free text; with ``ask``, it is required and that is its error."""
    if ask:
        kwargs["error_messages"] = {"required": ask}
    kwargs["widget"] = forms.Textarea(attrs={"rows": lines}) if lines else forms.TextInput()
    return forms.CharField(label=label, max_length=longest, required=bool(ask), **kwargs)


class PlayerField(forms.CharField):
    """The name of a player, who may be a former one."""

    def prepare_value(self, value: Any) -> Any:
        """Put a former player into words."""
        return former.said(value) if isinstance(value, str) else value

    def to_python(self, value: Any) -> str:
        """Take the words for a former player as that player."""
        return former.heard(super().to_python(value) or "")


def player_field(label: Any, **kwargs: Any) -> PlayerField:
    """Return an optional field for the name of a player."""
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return PlayerField(label=label, max_length=PERSON_NAME, widget=widget, required=False, **kwargs)


def day_field(label: Any, **kwargs: Any) -> forms.DateField:
    """Return an optional field for a date."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget, **kwargs)


def number_field(
    label: Any,
    least: int,
    most: int | None,
    *,
    ask: Any = "",
    attrs: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> forms.IntegerField:
    """Return an optional field for a number; ``ask`` is the error for any other entry."""
    if ask:
        kwargs["error_messages"] = dict.fromkeys(("invalid", "min_value", "max_value"), ask)
    shown = {"inputmode": "numeric", "autocomplete": "off", **(attrs or {})}
    widget = forms.NumberInput(attrs=shown)
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, widget=widget, **kwargs
    )


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field, where they are known only once the form is made."""
    cast("forms.ChoiceField", form.fields[name]).choices = list(choices)


def drop_down(
    label: Any, choices: Iterable[tuple[Any, Any]] = (), **kwargs: Any
) -> forms.ChoiceField:
    """Return an optional choice as a drop-down list."""
    return forms.ChoiceField(label=label, choices=list(choices), required=False, **kwargs)
