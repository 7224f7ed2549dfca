"""What forms share: the token of a form that is sent once, choices, and how they are drawn."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any, cast

from django import forms
from django.forms.renderers import TemplatesSetting
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.choices import BaseChoiceIterator
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaign.rules.core.sizes import TOKEN


def new_token() -> str:
    """Return a token that no other form has."""
    return secrets.token_urlsafe(12)


def token_field() -> forms.CharField:
    """Return the field by which a form that is sent twice is known again."""
    return forms.CharField(
        widget=forms.HiddenInput, min_length=8, max_length=TOKEN, initial=new_token
    )


def sent_number(text: str | None, digits: int) -> int | None:
    """Return a number that was sent without a form; None for more digits, or for anything else."""
    fits = text is not None and text.isascii() and text.isdigit() and len(text) <= digits
    return int(text or "") if fits else None


def asking(question: Any) -> dict[str, Any]:
    """Return what a choice says when nothing was chosen, or nothing that is on offer."""
    return {"required": question, "invalid_choice": question}


def radios(
    label: Any = None,
    choices: Iterable[tuple[Any, Any]] = (),
    *,
    ask: Any = "",
    coerce: Callable[[Any], Any] = str,
    **kwargs: Any,
) -> forms.TypedChoiceField:
    """Return a choice of which every answer is in sight; ``ask`` is said when none was given."""
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
    """Return a box to tick, or not."""
    return forms.BooleanField(label=label, required=False, **kwargs)


def ticks(
    label: Any, *, coerce: Callable[[Any], Any] = str, **kwargs: Any
) -> forms.TypedMultipleChoiceField:
    """Return a choice of any number of things, each with a box to tick."""
    widget = forms.CheckboxSelectMultiple
    return forms.TypedMultipleChoiceField(
        label=label, coerce=coerce, required=False, widget=widget, **kwargs
    )


def line_field(
    label: Any, longest: int, *, attrs: Mapping[str, Any] | None = None, **kwargs: Any
) -> forms.CharField:
    """Return a field for one line, which a browser fills in by itself only if ``attrs`` say so."""
    widget = forms.TextInput(attrs={"autocomplete": "off", **(attrs or {})})
    return forms.CharField(label=label, max_length=longest, widget=widget, **kwargs)


def text_field(
    label: Any, longest: int, *, ask: Any = "", lines: int = 0, **kwargs: Any
) -> forms.CharField:
    """Return a field for people's own words; left out, ``ask`` is said if there is anything."""
    if ask:
        kwargs["error_messages"] = {"required": ask}
    kwargs["widget"] = forms.Textarea(attrs={"rows": lines}) if lines else forms.TextInput()
    return forms.CharField(label=label, max_length=longest, required=bool(ask), **kwargs)


def day_field(label: Any, **kwargs: Any) -> forms.DateField:
    """Return a field for a day that can be left out."""
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
    """Return a field for a number that can be left out; ``ask`` is said of any other entry."""
    if ask:
        kwargs["error_messages"] = dict.fromkeys(("invalid", "min_value", "max_value"), ask)
    shown = {"inputmode": "numeric", "autocomplete": "off", **(attrs or {})}
    widget = forms.NumberInput(attrs=shown)
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, widget=widget, **kwargs
    )


class Offered(BaseChoiceIterator):
    """Choices in pairs already: Django need not look through hundreds for each of ten fields."""

    def __init__(self, choices: Iterable[tuple[Any, Any]]) -> None:
        self._choices = tuple(choices)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(self._choices)


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Say what a field offers, where that is known only once the form is made."""
    cast("forms.ChoiceField", form.fields[name]).choices = Offered(choices)


def field_rows(
    form: forms.Form, ends: Iterable[object], *names: str
) -> list[dict[str, forms.BoundField]]:
    """Return the fields of each row, by name; those of row 2 are called ``<name>_2``."""
    return [
        {name: form[f"{name}_{end}"] for name in names if f"{name}_{end}" in form.fields}
        for end in ends
    ]


class LongSelect(forms.Select):
    """A long drop-down list, of which a page has several: no template for each option."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the list; choices may be in groups."""
        del renderer
        held = {str(each) for each in self.format_value(value)}

        def option(key: Any, label: Any) -> str:
            chosen = " selected" if str(key) in held else ""
            return f'<option value="{escape(str(key))}"{chosen}>{escape(str(label))}</option>'

        def group(key: Any, label: Any) -> str:
            if not isinstance(label, list | tuple):
                return option(key, label)
            inside = "".join(option(*each) for each in label)
            return f'<optgroup label="{escape(str(key))}">{inside}</optgroup>'

        inside = mark_safe("".join(group(*each) for each in self.choices))  # noqa: S308 # escaped
        others = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}</select>', name, others, inside)


def drop_down(
    label: Any, choices: Iterable[tuple[Any, Any]] = (), **kwargs: Any
) -> forms.ChoiceField:
    """Return a long list to choose from, or to leave open."""
    kwargs |= {"choices": Offered(choices), "required": False, "widget": LongSelect}
    return forms.ChoiceField(label=label, **kwargs)


INPUT = "django/forms/widgets/input.html"
# Of Django's own these do nothing but include that one, an option by way of another.
INPUTS = {
    f"django/forms/widgets/{name}.html"
    for name in ("text", "number", "hidden", "checkbox", "date", "checkbox_option", "radio_option")
}


class WidgetRenderer(TemplatesSetting):
    """Draw inputs with our own template at once; a page has up to a hundred."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """Draw a widget."""
        if template_name in INPUTS and not context["widget"].get("wrap_label"):
            template_name = INPUT
        return super().render(template_name, context, request)
