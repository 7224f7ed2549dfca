"""A field that cannot take what was written says so in our words, in each language."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django import forms
from django.urls import reverse
from django.utils import translation

import tracker.forms
from tests.campaign import factories
from tests.tracker.clients import keeper

LANGUAGES = ("en", "pl", "fr", "de")
# Of Django's own catalogue: "This field is required.", "Ensure this value has …" and their like.
DJANGOS = ("This field", "Ensure this value", "Enter a valid", "Select a valid", "Null characters")


def declared() -> Iterator[tuple[str, forms.Field]]:
    """Yield every field that a form of ours declares."""
    for path in sorted(Path(str(tracker.forms.__file__)).parent.glob("*.py")):
        module = import_module(
            f"tracker.forms.{path.stem}" if path.stem != "__init__" else "tracker.forms"
        )
        for name, form in inspect.getmembers(module, inspect.isclass):
            if (
                issubclass(form, forms.Form | forms.ModelForm)
                and form.__module__ == module.__name__
            ):
                for field_name, field in form.base_fields.items():
                    yield f"{name}.{field_name}", field


def test_no_field_speaks_djangos_words() -> None:
    found = list(declared())
    assert len(found) > 50
    for name, field in found:
        # How long a text may be is said with its number, so here it is only known to be ours.
        assert "max_length" in field.error_messages, name
        for code, text in field.error_messages.items():
            if code not in ("max_length", "min_length"):
                with translation.override("en"):
                    assert not str(text).startswith(DJANGOS), (name, code)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "At most 3 characters; this has 5."),
        ("pl", "Najwyżej 3 znaki; tu jest ich 5."),
        ("fr", "Au plus 3 caractères\u00a0; ici\u00a0: 5."),
    ],
)
def test_a_text_that_is_too_long_is_told_how_long_it_is(language: str, said: str) -> None:
    with translation.override(language), pytest.raises(forms.ValidationError) as refused:
        forms.CharField(max_length=3).clean("abcde")
    with translation.override(language):
        assert refused.value.messages == [said]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("field", "given"),
    [
        (forms.CharField(), ""),
        (forms.CharField(), "a\0b"),
        (forms.IntegerField(), "x"),
        (forms.IntegerField(min_value=2), "1"),
        (forms.IntegerField(max_value=2), "3"),
        (forms.DateField(), "yesterday"),
        (forms.FileField(), None),
        (forms.ChoiceField(choices=[("a", "A")]), "b"),
        (forms.MultipleChoiceField(choices=[("a", "A")]), ["b"]),
        (forms.MultipleChoiceField(choices=[("a", "A")]), "b"),
    ],
)
def test_each_refusal_is_ours(language: str, field: forms.Field, given: object) -> None:
    with translation.override(language), pytest.raises(forms.ValidationError) as refused:
        field.clean(given)
    with translation.override("en"):
        assert not refused.value.messages[0].startswith(DJANGOS)
    with translation.override(language):
        ours = refused.value.messages[0]
    with translation.override("en"):
        assert (refused.value.messages[0] == ours) == (language == "en")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "Too short"),
        ("password1", "This password is too common"),
        ("9283746501", "Only digits."),
        ("zuza-zuza", "Too similar to your username"),
    ],
)
def test_a_weak_password_is_refused_in_our_words(password: str, said: str) -> None:
    client = keeper(factories.start_campaign())
    held = {"username": "zuza-zuza", "password": password}
    assert said in client.post(reverse("keep"), held).content.decode()


@pytest.mark.django_db
def test_a_name_with_spaces_is_refused_in_our_words() -> None:
    client = keeper(factories.start_campaign())
    held = {"username": "zu za", "password": "a lantern over the table"}
    page = client.post(reverse("keep"), held).content.decode()
    assert "without spaces" in page
    assert "Enter a valid username" not in page
