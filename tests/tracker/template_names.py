"""Watch templates for names that nobody gave them, which Django would take for empty."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django
from django.forms import Form, ModelForm
from django.template import engines
from django.template.base import FilterExpression, Parser, VariableDoesNotExist
from django.template.context import BaseContext, Context

DJANGO = str(Path(django.__file__).parent)
_COMMENT = re.compile(r"(?<={#).*?(?=#})|(?<={% comment %}).*?(?={% endcomment %})", re.DOTALL)
_NAME = re.compile(r"[a-z_]+")


@dataclass(frozen=True, order=True, slots=True)
class UnknownName:
    """An expression of a template whose name, or an attribute of it, is not there."""

    template: str
    expression: str
    missing: str


@contextmanager
def unknown_names() -> Iterator[set[UnknownName]]:
    """Collect the unknown names of all templates that are rendered.

    Where a template only asks for it, as in ``{% if lead %}``, two kinds of names may be missing:
    parameters that a part documents in its comment, and fields that a form has left out.
    """
    found: set[UnknownName] = set()
    origins: dict[int, tuple[FilterExpression, str]] = {}
    compile_filter, resolve = Parser.compile_filter, FilterExpression.resolve

    def compile_with_origin(parser: Parser, token: str) -> FilterExpression:
        expression = compile_filter(parser, token)
        origin = str(parser.origin.name) if parser.origin else ""
        origins[id(expression)] = expression, origin  # kept, so that no other gets its id
        return expression

    def watched(
        expression: FilterExpression, context: Context, ignore_failures: bool = False
    ) -> Any:
        _expression, origin = origins.get(id(expression), (expression, ""))
        if expression.is_var and origin and not origin.startswith(DJANGO):
            try:
                expression.var.resolve(context)
            except VariableDoesNotExist as error:
                missing, owner = str(error.params[0]), error.params[1]
                if not (ignore_failures and _may_be_missing(missing, owner, origin)):
                    found.add(UnknownName(_short(origin), expression.token, missing))
        return resolve(expression, context, ignore_failures)

    with (
        patch.object(Parser, "compile_filter", compile_with_origin),
        patch.object(FilterExpression, "resolve", watched),
    ):
        _forget_templates()  # those that are compiled already have no origin
        yield found
    _forget_templates()


def _may_be_missing(name: str, owner: object, origin: str) -> bool:
    """Say whether a name is known, although it is not there; ``owner`` is what should have it."""
    if isinstance(owner, BaseContext):
        return name in parameters(origin)
    return isinstance(owner, Form | ModelForm) and name in owner.base_fields


@cache
def parameters(origin: str) -> frozenset[str]:
    """Return the parameters that a part documents in its first comments."""
    text = Path(origin).read_text(encoding="utf-8")
    head = " ".join(_COMMENT.findall(text.partition("{% load")[0]))
    return frozenset(_NAME.findall(head.partition("Parameters:")[2]))


def _forget_templates() -> None:
    for engine in engines.all():
        for loader in engine.engine.template_loaders:  # type: ignore[attr-defined]
            loader.reset()


def _short(origin: str) -> str:
    return origin.rpartition("/templates/")[2]
