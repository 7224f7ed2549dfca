"""The form that imports an export file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.exchange.archive import Limits
from campaign.exchange.importing import Import, read_file
from tracker.forms.fields import token_field
from tracker.pictures.uploads import read_imported
from tracker.words.file_problems import FileProblem

# Servers time out after half a minute; a picture takes about a third of a second.
LIMITS = Limits(pictures=60)
REFUSED = _("This file can’t be imported; nothing was changed. The list says why.")


class ImportForm(forms.Form):
    """An export file."""

    token = token_field()
    file = forms.FileField(
        label=_("File"),
        help_text=_("As exported: a .json file, or a .zip with pictures."),
        allow_empty_file=True,  # it is refused with a reason, like any other bad file
        widget=forms.FileInput(attrs={"accept": ".json,.zip,application/json,application/zip"}),
    )

    faults: tuple[FileProblem, ...] = ()

    def read(self) -> Import:
        """Read and validate the file of a valid form, or raise ``Refused``."""
        upload = self.cleaned_data["file"]
        return read_file(upload, pictures=read_imported, limits=LIMITS)

    def refuse(self, faults: tuple[FileProblem, ...]) -> None:
        """Show what is wrong with the file."""
        self.faults = faults
        self.add_error("file", REFUSED)
