"""A newer edition of the description."""

from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.journal.description import Addition, Description
from campaign.rules.journal.editions import newer_parts
from campaign.rules.journal.finds import Described
from campaign.rules.journal.state import State
from tracker.forms.entry import EntryForm
from tracker.systems.journal.forms.start import DescriptionFields


class EditionForm(DescriptionFields, EntryForm):
    """A file with a higher edition; only what it adds is entered."""

    fields_by_path = {"edition": "", "addition": ""}

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = state

    def clean(self) -> dict[str, Any]:
        """Ask for a description that says something new."""
        data = super().clean() or {}
        found = data.get("file") or data.get("pasted")
        if self.errors:
            return data
        if not isinstance(found, Description):
            self.add_error("file", _("Choose a file, or paste the description."))
        elif newer_parts(self.state, found) == Addition():
            self.add_error(None, _("There is nothing new in this description."))
        return data

    def fact(self) -> Described:
        """Return what the edition adds; the form is valid."""
        data = self.cleaned_data
        found: Description = data["file"] or data["pasted"]
        return Described(newer_parts(self.state, found), found.edition, reason=data["reason"])
