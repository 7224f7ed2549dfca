"""Forms of people: invite, join, become the keeper."""

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
# How many days a link lasts, in words.
JOIN_DAYS = [(days, _SPANS[days]) for days in (1, 7, 14, 30)]
LOOK_DAYS = [(days, _SPANS[days]) for days in (30, 180, 365)]


class InviteForm(forms.Form):
    """A link that lets somebody in; the page writes its fields itself."""

    token = forms.CharField(min_length=8, max_length=TOKEN)
    role = forms.ChoiceField(
        label=gettext_lazy("What will they do?"),
        choices=[(role.value, role.label) for role in (Role.PLAYER, Role.READER)],
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Link expires"), choices=JOIN_DAYS, coerce=int)


class LookForm(InviteForm):
    """A link for friends who only look on, without joining."""

    role = None  # type: ignore[assignment] # Django's way to leave a field out
    days = forms.TypedChoiceField(label=gettext_lazy("Link expires"), choices=LOOK_DAYS, coerce=int)


class JoinForm(forms.Form):
    """Join a campaign; whoever has no name yet says what they are called."""

    token = token_field()
    display_name = display_name_field(error_messages={"required": gettext_lazy("Enter your name.")})

    def __init__(self, *args: Any, named: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if named:
            del self.fields["display_name"]

    def called(self) -> str:
        """Return what somebody says they are called; nothing if that was not asked."""
        return one_line(self.cleaned_data.get("display_name", ""))


class KeeperCodeForm(forms.Form):
    """The recovery code by which a member becomes the keeper."""

    code = line_field(gettext_lazy("Recovery code"), 40, attrs={"autocapitalize": "characters"})
