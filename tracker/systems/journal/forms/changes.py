"""What changes in the box: one form for each kind of change, each with the fact that it enters."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.core import sizes
from campaign.rules.core.keys import typed_key
from campaign.rules.journal.changes import Counted, Marked, Moved, Named, Unmarked
from campaign.rules.journal.description import MAX_COUNT
from campaign.rules.journal.fact import JournalFact
from campaign.rules.journal.finds import Opened
from campaign.rules.journal.state import State
from tracker.forms.entry import EntryForm
from tracker.forms.fields import HiddenField, drop_down, text_field


class ChangeForm(EntryForm):
    """A change of one thing, whose key the address has; "" for what no thing has."""

    def __init__(self, *args: Any, state: State, thing: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state, self.thing = state, thing

    @property
    def sent_again(self) -> list[HiddenField]:
        """Return what was sent, to be sent again with a reason."""
        names = ("do", *(name for name in self.fields if name != "reason"))
        sent = ((name, self.data.get(name)) for name in names)
        return [HiddenField(name, value) for name, value in sent if value is not None]

    def fact(self) -> JournalFact:
        """Return what is entered; the form is valid."""
        raise NotImplementedError


class CountForm(ChangeForm):
    """A number went up or down."""

    counter = forms.CharField(max_length=sizes.KEY, widget=forms.HiddenInput)
    owner = forms.CharField(max_length=sizes.KEY, required=False, widget=forms.HiddenInput)
    by = forms.IntegerField(
        min_value=-MAX_COUNT,
        max_value=MAX_COUNT,
        error_messages={"required": gettext_lazy("Enter by how much it changed.")},
    )

    def clean_counter(self) -> str:
        """Refuse a number that is counted within a game once that game is over."""
        key: str = self.cleaned_data["counter"]
        counter = self.state.box.counters.get(key)
        if counter is not None and counter.every_game and not self.state.goes_on:
            raise forms.ValidationError(
                _("This number begins anew in the next game. Plan that one first.")
            )
        return key

    def fact(self) -> Counted:
        data = self.cleaned_data
        return Counted(data["counter"], data["by"], data["owner"], reason=data["reason"])


class MoveForm(ChangeForm):
    """A thing is somewhere else."""

    place = forms.CharField(max_length=sizes.NAME)

    def fact(self) -> Moved:
        data = self.cleaned_data
        return Moved(self.thing, data["place"], reason=data["reason"])


class MarkForm(ChangeForm):
    """A mark on a slot: one of the box, or one in the group's own words."""

    slot = forms.CharField(max_length=sizes.KEY, widget=forms.HiddenInput)
    mark = drop_down(gettext_lazy("Mark"))
    own = text_field(gettext_lazy("Name of the mark"), sizes.NAME)
    text = text_field(gettext_lazy("What it does"), sizes.TEXT)
    fields_by_path = {"name": "own"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        marks = [(key, mark.name) for key, mark in self.state.box.marks.items()]
        self.fields["mark"] = drop_down(_("Mark"), [("", _("none of these")), *marks])

    def clean(self) -> dict[str, Any]:
        """Ask for one of both."""
        data = super().clean() or {}
        if not data.get("mark") and not data.get("own"):
            self.add_error("own", _("Choose a mark, or enter one in your own words."))
        return data

    def fact(self) -> Marked:
        data = self.cleaned_data
        own = data["own"]
        return Marked(
            self.thing,
            data["slot"],
            typed_key(own) if own else data["mark"],
            own,
            data["text"],
            reason=data["reason"],
        )


class UnmarkForm(ChangeForm):
    """A mark was taken off."""

    slot = forms.CharField(max_length=sizes.KEY, widget=forms.HiddenInput)
    mark = forms.CharField(max_length=sizes.KEY, widget=forms.HiddenInput)

    def fact(self) -> Unmarked:
        data = self.cleaned_data
        return Unmarked(self.thing, data["slot"], data["mark"], reason=data["reason"])


class NameForm(ChangeForm):
    """The group calls a thing by a name of its own."""

    name = text_field(
        gettext_lazy("What do you call it?"), sizes.NAME, ask=gettext_lazy("Enter a name.")
    )

    def fact(self) -> Named:
        data = self.cleaned_data
        return Named(self.thing, data["name"], reason=data["reason"])


class OpenForm(ChangeForm):
    """A seal was opened."""

    seal = forms.CharField(max_length=sizes.KEY, widget=forms.HiddenInput)

    def fact(self) -> Opened:
        data = self.cleaned_data
        return Opened(data["seal"], reason=data["reason"])


OF_THINGS: Mapping[str, type[ChangeForm]] = {
    "count": CountForm,
    "move": MoveForm,
    "mark": MarkForm,
    "unmark": UnmarkForm,
    "name": NameForm,
}
