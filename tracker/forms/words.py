"""Our error messages of fields, in place of Django's.

They replace Django's defaults, so that no form can forget them. A field's own ``error_messages``
take precedence.
"""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

NOT_OFFERED: Final = _("Choose one of the options.")
NOT_ARRIVED: Final = _("The file didn’t arrive. Send it again.")
UNREADABLE: Final = _("This contains characters that can’t be shown.")

# By the error code of Django's password validators.
PASSWORD_WORDS: Final = {
    "password_too_similar": _("Too similar to your username."),
    "password_too_short": _("Too short: at least ten characters."),
    "password_too_common": _("This password is too common."),
    "password_entirely_numeric": _("Only digits. Add some letters."),
}
USERNAME_WORDS: Final = _("Letters, digits and @ . + - _ only, without spaces.")


def speak_for_django() -> None:
    """Replace the default error messages of Django's fields."""
    forms.Field.default_error_messages |= {
        "required": _("Required."),
        "max_length": ngettext_lazy(
            "At most %(limit_value)s character; this has %(show_value)s.",
            "At most %(limit_value)s characters; this has %(show_value)s.",
            "limit_value",
        ),
        "min_length": ngettext_lazy(
            "At least %(limit_value)s character.",
            "At least %(limit_value)s characters.",
            "limit_value",
        ),
        "min_value": _("At least %(limit_value)s."),
        "max_value": _("At most %(limit_value)s."),
        "null_characters_not_allowed": UNREADABLE,
    }
    forms.IntegerField.default_error_messages |= {"invalid": _("Enter a whole number.")}
    forms.DateField.default_error_messages |= {
        "invalid": _("Invalid date. Use the format YYYY-MM-DD.")
    }
    forms.TimeField.default_error_messages |= {"invalid": _("Invalid time. Use the format HH:MM.")}
    forms.FileField.default_error_messages |= {
        "required": _("Choose a file."),
        "invalid": NOT_ARRIVED,
        "missing": NOT_ARRIVED,
        "empty": _("The file is empty."),
        "max_length": ngettext_lazy(
            "A file name can have at most %(max)s character; this one has %(length)s.",
            "A file name can have at most %(max)s characters; this one has %(length)s.",
            "max",
        ),
    }
    for field in (forms.ChoiceField, forms.MultipleChoiceField, forms.ModelChoiceField):
        field.default_error_messages |= {"invalid_choice": NOT_OFFERED, "invalid_list": NOT_OFFERED}
