"""Forms of notices: a browser that may show them, and what is switched off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.models import NoticeKind
from campaign.models.notices import ADDRESS_LONGEST, ENDPOINT_LONGEST, KEY_LONGEST
from tracker.forms.fields import offer, tick, ticks
from tracker.outgoing.sending import can_be_public, is_valid
from tracker.outgoing.web_push import receiver_of

NOT_A_BROWSER = gettext_lazy("This browser can’t be reached. Try again.")


KIND_WORDS = {
    NoticeKind.PROPOSED.value: gettext_lazy("Dates are proposed"),
    NoticeKind.SETTLED.value: gettext_lazy("A date is settled"),
    NoticeKind.TOMORROW.value: gettext_lazy("An evening is tomorrow"),
    NoticeKind.LIVE.value: gettext_lazy("A live game has begun"),
    NoticeKind.RESULT.value: gettext_lazy("A result was entered"),
    NoticeKind.DECISION.value: gettext_lazy("Your answer or decision is asked"),
}


class MailForm(forms.Form):
    """Enter the address for notifications by e-mail."""

    address = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=ADDRESS_LONGEST,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": gettext_lazy("Enter your e-mail address."),
            "invalid": gettext_lazy("That is not an e-mail address."),
        },
    )


class SubscriptionForm(forms.Form):
    """A browser, as its push service describes it; the script of the page fills it in."""

    endpoint = forms.CharField(max_length=ENDPOINT_LONGEST)
    public_key = forms.CharField(max_length=KEY_LONGEST)
    auth = forms.CharField(max_length=KEY_LONGEST)

    def clean(self) -> dict[str, Any] | None:
        """Refuse what is no address on the internet, or no key."""
        cleaned = super().clean()
        given = self.cleaned_data
        url = given.get("endpoint", "")
        keys = receiver_of(given.get("public_key", ""), given.get("auth", ""))
        if not (is_valid(url) and can_be_public(url)) or keys is None:
            raise forms.ValidationError(NOT_A_BROWSER)
        return cleaned


class MutesForm(forms.Form):
    """Choose what somebody is not told of."""

    everything = tick(gettext_lazy("No notifications at all"))
    kinds = ticks(
        gettext_lazy("No notifications of this kind"), choices=lambda: list(KIND_WORDS.items())
    )
    campaigns = ticks(gettext_lazy("No notifications of these campaigns"), coerce=int)

    def __init__(self, *args: Any, campaigns: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "campaigns", campaigns)
