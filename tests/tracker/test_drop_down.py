"""Every drop-down list is written by a template of ours, as Django's own would write it."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.test.html import parse_html

CHOICES = [
    ("", "any"),
    ("gem", "Gems & more"),
    ("Spells", [("spark", 'A "spark"'), (12, "Twelve thousand")]),
    ("relic", "Relic"),
    (1200, "1200"),
    ("Relics", [("vial", "Vial")]),
    ("More", [("locket", "Locket")]),
]


class Closed(forms.Select):
    """A list of which one option cannot be chosen."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option; the relic's is disabled."""
        option = super().create_option(name, value, *args, **kwargs)
        if value == "relic":
            option["attrs"] |= {"disabled": True, "data-cost": 4}
        return option


class Example(forms.Form):
    """Drop-down lists of every kind."""

    plain = forms.ChoiceField(choices=CHOICES, initial="spark")
    loose = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], required=False)
    empty = forms.ChoiceField()
    closed = forms.ChoiceField(
        choices=CHOICES, widget=Closed(attrs={"class": "short", "disabled": True}), help_text="!"
    )
    several = forms.MultipleChoiceField(
        choices=CHOICES, widget=forms.SelectMultiple, initial=["gem", "12", "vial"]
    )
    unknown = forms.NullBooleanField(initial=True)


@pytest.mark.parametrize("name", Example.base_fields)
@pytest.mark.parametrize("sent", [None, {"plain": "1200", "closed": "locket", "several": ["gem"]}])
def test_a_list_is_written_as_django_writes_it(name: str, sent: dict[str, Any] | None) -> None:
    ours, djangos = Example(sent), Example(sent, renderer=DjangoTemplates())
    assert parse_html(str(ours[name])) == parse_html(str(djangos[name]))
    assert "<optgroup" in str(ours["plain"])
