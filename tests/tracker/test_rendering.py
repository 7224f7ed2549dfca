"""Fields written by hand look exactly as Django writes them."""

import datetime
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.safestring import mark_safe

from tracker.rendering import HandRenderer

ODD = "\"><script>&'é"
CHOICES = [("a", "Aye"), ("b", mark_safe("<b>No</b>")), ("", ODD)]
GROUPS = [("", "drawn"), (ODD, CHOICES), (mark_safe("<i>x</i>"), [("c", "See")]), ("d", "Dee")]


@pytest.mark.parametrize(
    ("widget", "value"),
    [
        (forms.TextInput(), "plain"),
        (forms.TextInput(attrs={"class": ODD, "required": True, "hidden": False}), ODD),
        (forms.TextInput(), None),
        (forms.TextInput(), ""),
        (forms.TextInput(attrs={"data-x": mark_safe("&amp;")}), mark_safe("&lt;")),
        (forms.NumberInput(attrs={"min": 0, "max": 99}), 12),
        (forms.NumberInput(attrs={"step": 0.5}), 1234.5),
        (forms.HiddenInput(), 1000000),
        (forms.PasswordInput(), "secret"),
        (forms.EmailInput(), "a@b.c"),
        (forms.URLInput(), "https://example.org/?a=1&b=2"),
        (forms.DateInput(format="%Y-%m-%d"), datetime.date(2027, 5, 4)),
        (forms.CheckboxInput(), True),
        (forms.CheckboxInput(), False),
        (forms.CheckboxInput(), "on"),
        (forms.Textarea(attrs={"rows": 3}), f"two\nlines {ODD}"),
        (forms.Textarea(), None),
        (forms.RadioSelect(choices=CHOICES), "a"),
        (forms.CheckboxSelectMultiple(choices=CHOICES), ["a", "b"]),
        (forms.Select(choices=CHOICES), "b"),
        (forms.Select(choices=CHOICES, attrs={"class": ODD, "required": True}), ODD),
        (forms.Select(choices=[(1000000, 1000000), (None, "none"), (True, "yes")]), 1000000),
        (forms.Select(choices=GROUPS), "b"),
        (forms.Select(choices=[]), None),
        (forms.SelectMultiple(choices=GROUPS), ["a", "", "c"]),
        (forms.NullBooleanSelect(), True),
        (forms.ClearableFileInput(), None),
    ],
)
def test_a_widget_is_written_as_django_writes_it(widget: forms.Widget, value: Any) -> None:
    attrs = {"id": "id_it"}
    ours = widget.render("it", value, attrs, HandRenderer())
    theirs = widget.render("it", value, attrs, DjangoTemplates())
    assert ours.strip() == theirs.strip()


@pytest.mark.parametrize("widget", [forms.RadioSelect, forms.CheckboxSelectMultiple])
def test_a_choice_by_itself_is_written_as_django_writes_it(widget: type[forms.Widget]) -> None:
    class Form(forms.Form):
        it = forms.MultipleChoiceField(choices=CHOICES, widget=widget)

    ours, theirs = Form(renderer=HandRenderer()), Form(renderer=DjangoTemplates())
    pairs = zip(ours["it"], theirs["it"], strict=True)
    assert all(a.tag().strip() == b.tag().strip() for a, b in pairs)


def test_the_house_uses_it() -> None:
    assert isinstance(forms.Form().renderer, HandRenderer)
