"""The form by which somebody takes a seat of a game."""

from django import forms
from django.utils.translation import gettext_lazy

from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sizes import PERSON_NAME
from tracker.forms.fields import line_field, sent_number, token_field
from tracker.words import sentence

DIGITS = 2  # of the number of a seat


class SeatForm(forms.Form):
    """Take a seat under a name; each seat is a button."""

    token = token_field()
    name = line_field(
        gettext_lazy("Your name"),
        PERSON_NAME,
        attrs={"autocomplete": "name"},
        error_messages={"required": gettext_lazy("Enter your name.")},
    )
    seat = forms.CharField(max_length=DIGITS, required=False, widget=forms.HiddenInput)

    def number(self) -> int:
        """Return the number of the chosen seat; 0, which no game has, for anything else."""
        return sent_number(self.cleaned_data["seat"], DIGITS) or 0

    def refuse(self, error: RulesError) -> None:
        """Show why the seat could not be taken."""
        for problem in error.problems:
            self.add_error("name" if problem.path == "name" else None, sentence(problem))


def unknown_seat() -> RulesError:
    """Return the refusal of a form that names no seat."""
    return RulesError([Problem("seat.unknown")])
