"""Form fields, written by hand: Django's templates for an input cost more than the rest of a page.

The markup is theirs to the letter; what is not listed here is still rendered by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

WIDGETS = "django/forms/widgets/"
INPUTS = ("text", "number", "hidden", "password", "email", "url", "date", "checkbox", "input")


class HandRenderer(DjangoTemplates):
    """Render the plain widgets without a template."""

    def render(
        self, template_name: str, context: Mapping[str, Any], request: HttpRequest | None = None
    ) -> SafeString:
        """Return a widget's markup."""
        write = _WRITE.get(template_name)
        widget = context.get("widget")
        if write is None or not widget or widget.get("wrap_label"):
            return mark_safe(super().render(template_name, dict(context), request))  # noqa: S308
        # Everything that goes in is escaped below.
        return mark_safe(write(widget))  # noqa: S308


def _attrs(attrs: Mapping[str, Any]) -> str:
    return "".join(
        f" {conditional_escape(name)}"
        if value is True
        else f' {conditional_escape(name)}="{_text(value)}"'
        for name, value in attrs.items()
        if value is not False
    )


def _text(value: object) -> str:
    return conditional_escape(value if isinstance(value, SafeString) else str(value))


def _input(widget: Mapping[str, Any]) -> str:
    value = "" if widget["value"] is None else f' value="{_text(widget["value"])}"'
    kind, name = conditional_escape(widget["type"]), _text(widget["name"])
    return f'<input type="{kind}" name="{name}"{value}{_attrs(widget["attrs"])}>'


def _textarea(widget: Mapping[str, Any]) -> str:
    value = conditional_escape(widget["value"]) if widget["value"] else ""
    name = _text(widget["name"])
    return f'<textarea name="{name}"{_attrs(widget["attrs"])}>\n{value}</textarea>'


def _select(widget: Mapping[str, Any]) -> str:
    groups = "".join(
        f'\n  <optgroup label="{conditional_escape(name)}">{_options(options)}\n  </optgroup>'
        if name
        else _options(options)
        for name, options, _index in widget["optgroups"]
    )
    name = _text(widget["name"])
    return f'<select name="{name}"{_attrs(widget["attrs"])}>{groups}\n</select>'


def _options(options: Iterable[Mapping[str, Any]]) -> str:
    return "".join(f"\n  {_option(option)}\n" for option in options)


def _option(option: Mapping[str, Any]) -> str:
    value, attrs = _text(option["value"]), _attrs(option["attrs"])
    return f'<option value="{value}"{attrs}>{conditional_escape(option["label"])}</option>'


_WRITE: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **{f"{WIDGETS}{kind}.html": _input for kind in INPUTS},
    f"{WIDGETS}radio_option.html": _input,
    f"{WIDGETS}checkbox_option.html": _input,
    f"{WIDGETS}textarea.html": _textarea,
    f"{WIDGETS}select.html": _select,
    f"{WIDGETS}select_option.html": _option,
}
