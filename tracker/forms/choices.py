"""What a choice offers, where that is known only once the form is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Say what a field offers."""
    cast("forms.ChoiceField", form.fields[name]).choices = list(choices)
