"""A field of several numbers."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

TYPED_MOST = 60  # letters: nobody throws more dice


class NumbersField(forms.CharField):
    """Numbers with anything but digits between them: "6 3", "6,3", "6+3"."""

    default_error_messages = {
        "invalid": gettext_lazy("Enter numbers separated by spaces, such as 6 3.")
    }

    def __init__(self, *, most: int = TYPED_MOST, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attrs))
        super().__init__(required=False, max_length=most, **kwargs)

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        text = super().clean(value)
        if not re.fullmatch(r"[0-9\s,;+.]*", text, re.ASCII):
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return tuple(int(number) for number in re.findall(r"[0-9]{1,3}", text))
