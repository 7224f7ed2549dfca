"""Forms of a game's notes and photos."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy, ngettext_lazy

from campaign.pictures import Picture
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem
from campaign.services.photos import CAPTION_LONGEST
from tracker.forms.entry import EntryForm
from tracker.forms.fields import text_field, token_field
from tracker.pictures.uploads import ACCEPT, PictureRefused, read_picture
from tracker.words import labelled, sentence

MAX_FILES = 8  # sent at once
TOO_MANY = ngettext_lazy("Send %(most)s photo at a time.", "Send up to %(most)s at a time.", "most")
PICTURES_HELP = gettext_lazy(
    "JPEG, PNG or WebP, up to 10 MB each. Place and time are removed from the files."
)


class NoteForm(EntryForm):
    """A note about a game."""

    text = text_field(
        gettext_lazy("A note about this game"),
        sizes.NOTE,
        ask=gettext_lazy("Enter a note first."),
        lines=3,
    )


# --- photos ---


class PicturesInput(forms.ClearableFileInput):
    """A file input that takes several files."""

    allow_multiple_selected = True


class PicturesField(forms.FileField):
    """Several pictures at once, each validated, with an error for each that is refused."""

    widget = PicturesInput(attrs={"accept": ACCEPT})

    def clean(self, data: Any, initial: Any = None) -> list[Picture]:
        """Return the pictures."""
        if not data and not self.required:
            return []
        files: list[UploadedFile[bytes]] = [
            super(PicturesField, self).clean(file, initial) for file in data or [None]
        ]
        if len(files) > MAX_FILES:
            raise forms.ValidationError(TOO_MANY % {"most": MAX_FILES})
        found: list[Picture] = []
        faults: list[str] = []
        for file in files:
            try:
                found.append(read_picture(file))
            except PictureRefused as refused:
                faults.append(labelled(str(file.name), str(refused.sentence)))
        if faults:
            raise forms.ValidationError(faults)
        return found


class CaptionForm(forms.Form):
    """The caption of a photo."""

    caption = text_field(gettext_lazy("Caption"), CAPTION_LONGEST)


class PhotosForm(CaptionForm):
    """Upload photos; they are no part of the campaign's state, so there is no revision."""

    field_order = ("token", "pictures")

    token = token_field()
    pictures = PicturesField(
        label=gettext_lazy("Choose photos"),
        help_text=PICTURES_HELP,
        max_length=200,
    )

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show why the photos are not stored."""
        self.add_error("pictures", [sentence(problem) for problem in problems])
