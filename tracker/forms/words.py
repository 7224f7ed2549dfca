"""What a field says when it cannot take what was written: our words in place of Django's.

They are put in where Django keeps its own, so that no form can forget them. A field with more to
say has ``error_messages`` of its own, which come first.
"""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

NOT_OFFERED: Final = _("Choose one of those offered.")
NOT_ARRIVED: Final = _("The file did not arrive. Send it again.")
UNREADABLE: Final = _("There are characters in this that no page can show.")

# By the code of Django's validators for a password.
PASSWORD_WORDS: Final = {
    "password_too_similar": _("This is too much like your name. Take something else."),
    "password_too_short": _("This is too short: at least eight characters."),
    "password_too_common": _("Too many people have this password. Take something of your own."),
    "password_entirely_numeric": _("Digits alone are too easily guessed. Add some letters."),
}
USERNAME_WORDS: Final = _("Letters, digits and @ . + - _ only, without spaces.")


def speak_for_django() -> None:
    """Put our words where Django's fields look for theirs."""
    forms.Field.default_error_messages |= {
        "required": _("This is still missing."),
        "max_length": ngettext_lazy(
            "This can have at most %(limit_value)s letter; here are %(show_value)s.",
            "This can have at most %(limit_value)s letters; here are %(show_value)s.",
            "limit_value",
        ),
        "min_length": ngettext_lazy(
            "This needs at least %(limit_value)s letter.",
            "This needs at least %(limit_value)s letters.",
            "limit_value",
        ),
        "min_value": _("At least %(limit_value)s."),
        "max_value": _("At most %(limit_value)s."),
        "null_characters_not_allowed": UNREADABLE,
    }
    forms.IntegerField.default_error_messages |= {"invalid": _("Write a whole number.")}
    forms.DateField.default_error_messages |= {"invalid": _("Write the day as in 2024-03-09.")}
    forms.FileField.default_error_messages |= {
        "required": _("Choose a file."),
        "invalid": NOT_ARRIVED,
        "missing": NOT_ARRIVED,
        "empty": _("The file is empty."),
        "max_length": ngettext_lazy(
            "A file’s name can have at most %(max)s letter; this one has %(length)s.",
            "A file’s name can have at most %(max)s letters; this one has %(length)s.",
            "max",
        ),
    }
    for field in (forms.ChoiceField, forms.MultipleChoiceField, forms.ModelChoiceField):
        field.default_error_messages |= {
            "invalid_choice": NOT_OFFERED,
            "invalid_list": NOT_OFFERED,
        }
