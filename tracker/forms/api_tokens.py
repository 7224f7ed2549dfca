"""The form that creates a personal token of the API."""

from django.utils.translation import gettext_lazy

from campaign.models import Scope
from campaign.rules.core.sizes import NAME
from tracker.forms.entry import RulesForm
from tracker.forms.fields import line_field, radios


class ApiTokenForm(RulesForm):
    """Name a token, and choose what it allows."""

    name = line_field(
        gettext_lazy("What is it for?"),
        NAME,
        help_text=gettext_lazy("Such as “Spreadsheet”; only you see it."),
    )
    scope = radios(
        gettext_lazy("It may"),
        [
            (Scope.READ, gettext_lazy("read what you can see")),
            (Scope.RECORD, gettext_lazy("also start games, enter results and notes")),
        ],
        initial=Scope.READ,
        coerce=Scope,
        ask=gettext_lazy("Choose what the token may do."),
    )
