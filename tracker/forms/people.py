"""Forms of members: invite, join, become the keeper."""

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
# For how many days a link can last, in words.
JOIN_DAYS = [(days, _SPANS[days]) for days in (1, 7, 14, 30)]
LOOK_DAYS = [(days, _SPANS[days]) for days in (30, 180, 365)]


class InviteForm(forms.Form):
    """Make an invitation link; the template renders the fields itself."""

    token = forms.CharField(min_length=8, max_length=TOKEN)
    role = forms.ChoiceField(
        label=gettext_lazy("What will they do?"),
        choices=[(role.value, role.label) for role in (Role.PLAYER, Role.READER)],
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Link expires"), choices=JOIN_DAYS, coerce=int)


class LookForm(InviteForm):
    """Make a view-only link."""

    role = None  # type: ignore[assignment] # Django's way to leave a field out
    days = forms.TypedChoiceField(label=gettext_lazy("Link expires"), choices=LOOK_DAYS, coerce=int)


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
