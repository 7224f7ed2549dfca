"""Fields and widgets that forms share, and the token of a form that is sent once."""

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


class Offered(BaseChoiceIterator):
    """Choices that are pairs already: Django need not normalise hundreds for each of ten fields."""

    def __init__(self, choices: Iterable[tuple[Any, Any]]) -> None:
        self._choices = tuple(choices)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(self._choices)


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field, where they are known only once the form is made."""
    cast("forms.ChoiceField", form.fields[name]).choices = Offered(choices)


class LongSelect(forms.Select):
    """A drop-down list without a template for each option: a page has several long ones."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the list; choices may be in groups."""
        del renderer
        selected = {str(each) for each in self.format_value(value)}

        def option(key: Any, label: Any) -> str:
            chosen = " selected" if str(key) in selected else ""
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
    """Return an optional choice as a drop-down list."""
    kwargs |= {"choices": Offered(choices), "required": False, "widget": LongSelect}
    return forms.ChoiceField(label=label, **kwargs)


INPUT = "django/forms/widgets/input.html"
# Django's templates that only include that one, directly or through another.
INPUTS = {
    f"django/forms/widgets/{name}.html"
    for name in ("text", "number", "hidden", "checkbox", "date", "checkbox_option", "radio_option")
}


class WidgetRenderer(TemplatesSetting):
    """Render inputs directly with our own template; a page has up to a hundred."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """Render a widget."""
        if template_name in INPUTS and not context["widget"].get("wrap_label"):
            template_name = INPUT
        return super().render(template_name, context, request)
