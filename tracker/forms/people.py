"""Forms of members: invite, join, become the keeper."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.models import Role
from campaign.rules.core.sizes import TOKEN
from campaign.rules.core.texts import one_line
from tracker.forms.account import display_name_field
from tracker.forms.fields import line_field, token_field

_SPANS = {
    1: gettext_lazy("A day"),
    7: gettext_lazy("A week"),
    14: gettext_lazy("Two weeks"),
    30: gettext_lazy("A month"),
    180: gettext_lazy("Half a year"),
    365: gettext_lazy("A year"),
}
# For how many days a link can last.
JOIN_DAYS = (1, 7, 14, 30)
LOOK_DAYS = (30, 180, 365)


@dataclass(frozen=True, slots=True)
class DaysChoice:
    """For how long a new link works."""

    days: int
    label: str
    is_usual: bool


def days_choices(days: Iterable[int], *, usual: int) -> tuple[DaysChoice, ...]:
    """Return for how long a new link can work, with the usual choice."""
    return tuple(DaysChoice(number, str(_SPANS[number]), number == usual) for number in days)


def _days_field(days: Iterable[int]) -> forms.TypedChoiceField:
    choices = [(number, _SPANS[number]) for number in days]
    return forms.TypedChoiceField(label=gettext_lazy("Link expires"), choices=choices, coerce=int)


class InviteForm(forms.Form):
    """Make an invitation link; the template renders the fields itself."""

    token = forms.CharField(min_length=8, max_length=TOKEN)
    role = forms.ChoiceField(
        label=gettext_lazy("What will they do?"),
        choices=[(role.value, role.label) for role in (Role.PLAYER, Role.READER)],
    )
    days = _days_field(JOIN_DAYS)


class LookForm(InviteForm):
    """Make a view-only link."""

    role = None  # type: ignore[assignment] # Django's way to leave a field out
    days = _days_field(LOOK_DAYS)


class JoinForm(forms.Form):
    """Join a campaign; whoever has no name yet enters one."""

    token = token_field()
    display_name = display_name_field(error_messages={"required": gettext_lazy("Enter your name.")})

    def __init__(self, *args: Any, named: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if named:
            del self.fields["display_name"]

    def called(self) -> str:
        """Return the name that was entered; "" if the form did not ask for one."""
        return one_line(self.cleaned_data.get("display_name", ""))


class KeeperCodeForm(forms.Form):
    """The recovery code with which a member becomes the keeper."""

    code = line_field(gettext_lazy("Recovery code"), 40, attrs={"autocapitalize": "characters"})
