"""Forms within a form: their names on the page, their errors, and the problems of the rules."""

from django import forms

from campaign.rules.core.problems import Problem
from tracker.forms.nested import NestedForm, PartForm, RowForm


class Side(PartForm):
    strength = forms.IntegerField(min_value=1)


class Guest(RowForm):
    name = forms.CharField(max_length=5)
    fields_by_path = {"": "name"}


class Evening(NestedForm):
    place = forms.CharField()

    def __init__(self, data: dict[str, str] | None = None) -> None:
        super().__init__(data)
        self.side = Side(data, prefix="a", path="attacker")
        self.guests = tuple(Guest(data, number=n, path="guests") for n in (1, 2))
        self.parts = (self.side, *self.guests)


SENT = {"place": "here", "a_strength": "3", "name_1": "Ilva", "name_2": "Bo"}


def test_the_fields_of_parts_have_names_of_their_own_on_the_page() -> None:
    assert [field.html_name for field in Evening()] == ["place", "a_strength", "name_1", "name_2"]


def test_each_part_has_its_own_values() -> None:
    form = Evening(SENT)
    assert form.is_valid()
    assert form.side.cleaned_data == {"strength": 3}
    assert [guest.cleaned_data["name"] for guest in form.guests] == ["Ilva", "Bo"]


def test_a_form_is_as_valid_as_its_parts() -> None:
    form = Evening({**SENT, "a_strength": "0", "name_2": "far too long"})
    assert not form.is_valid()
    assert set(form.errors) == {"a_strength", "name_2"}
    assert form.side["strength"].errors
    assert not form.guests[0]["name"].errors


def test_a_problem_is_shown_beside_the_field_of_its_part() -> None:
    form = Evening(SENT)
    form.refuse([Problem("note.empty", path=path) for path in ("attacker.strength", "guests.2")])
    assert set(form.errors) == {"a_strength", "name_2"}
    assert form.guests[1]["name"].errors == ["The note is empty."]
    form.refuse([Problem("note.empty", path="guests.7")])
    assert form.non_field_errors() == ["The note is empty."]


def test_what_the_server_puts_in_reaches_the_parts() -> None:
    form = Evening(SENT)
    form.put(name_1="Zuza")
    assert form.guests[0]["name"].value() == "Zuza"
