"""What forms share: the token of a form that is sent once, and what a choice offers."""

import secrets
from collections.abc import Iterable
from typing import Any, cast

from django import forms

from campaign.rules.core.sizes import TOKEN


def new_token() -> str:
    """Return a token that no other form has."""
    return secrets.token_urlsafe(12)


def token_field() -> forms.CharField:
    """Return the field by which a form that is sent twice is known again."""
    return forms.CharField(
        widget=forms.HiddenInput, min_length=8, max_length=TOKEN, initial=new_token
    )


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Say what a field offers, where that is known only once the form is made."""
    cast("forms.ChoiceField", form.fields[name]).choices = list(choices)
