"""Forms within a form: their names on the page, their errors, and the problems of the rules."""

from typing import Any

from django import forms

from campaign.rules.core.problems import Problem
from tracker.forms.nested import NestedForm, PartForm, RowForm, fields_on_page


class Side(PartForm):
    strength = forms.IntegerField(min_value=1)


class Guest(RowForm):
    name = forms.CharField(max_length=5)
    fields_by_path = {"": "name"}


class Score(RowForm):
    points = forms.IntegerField(required=False)
    place = forms.IntegerField(required=False, initial=1)
    fields_by_path = {"places": "place"}


class Evening(NestedForm):
    place = forms.CharField()

    def __init__(self, data: dict[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.side = Side(self, prefix="a", path="attacker")
        self.guests = tuple(Guest(self, number=n, path="guests") for n in (1, 2))
        self.score = Score(self, number=1)
        self.parts = (self.side, *self.guests, self.score)


SENT = {"place": "here", "a_strength": "3", "name_1": "Ilva", "name_2": "Bo"}


def test_the_fields_of_parts_have_names_of_their_own_on_the_page() -> None:
    names = ["place", "a_strength", "name_1", "name_2", "points_1", "place_1"]
    assert list(fields_on_page(Evening())) == names


def test_parts_stand_where_the_page_has_them() -> None:
    class Told(Evening):
        ending = forms.CharField()
        parts_before = "ending"

    fields = list(fields_on_page(Told()))
    assert (fields[0], fields[1], fields[-1]) == ("place", "a_strength", "ending")


def test_parts_are_filled_in_with_the_initial_values_of_the_whole() -> None:
    form = Evening(initial={"name_2": "Bo", **Score.named(1, points=7)})
    assert [guest["name"].value() for guest in form.guests] == [None, "Bo"]
    assert [form.score["points"].value(), form.score["place"].value()] == [7, 1]


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


def test_a_row_without_a_path_finds_its_number_behind_each_thing() -> None:
    form = Evening(SENT)
    paths = ("points.1", "places.1", "points.2", "guests.2.name.3")
    fields = [form.field_for(Problem("note.empty", path=path)) for path in paths]
    assert fields == ["points_1", "place_1", None, "name_2"]


def test_what_the_server_puts_in_reaches_the_parts() -> None:
    form = Evening(SENT)
    form.put(name_1="Zuza")
    assert form.guests[0]["name"].value() == "Zuza"
