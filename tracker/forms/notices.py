"""Forms of notices: a browser that may show them, and what is switched off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.models.notices import ENDPOINT_LONGEST, KEY_LONGEST
from tracker.forms.fields import offer, tick, ticks
from tracker.outgoing.sending import can_be_public, is_valid
from tracker.outgoing.web_push import receiver_of

NOT_A_BROWSER = gettext_lazy("This browser can’t be reached. Try again.")


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
    campaigns = ticks(gettext_lazy("No notifications of these campaigns"), coerce=int)

    def __init__(self, *args: Any, campaigns: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "campaigns", campaigns)
