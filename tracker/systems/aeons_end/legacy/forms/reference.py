"""Forms of the reference pages: bookmark, mages, portraits, names, notes of sections."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Mage
from campaign.pictures import Picture
from campaign.rules.aeons_end.legacy.facts import SectionUnlocked, StoryRead
from campaign.rules.core import sizes
from tracker.forms.entry import EntryForm
from tracker.forms.fields import line_field, offer, player_field, radios, text_field
from tracker.forms.one_offs import BareForm
from tracker.pictures.uploads import ACCEPT, PictureRefused, read_picture


class BookmarkForm(EntryForm):
    """The last story card that was read."""

    card = line_field(
        gettext_lazy("Card"),
        sizes.SHORT,
        help_text=gettext_lazy("The number at its foot, such as L03."),
        attrs={"autocapitalize": "characters"},
        error_messages={"required": gettext_lazy("Enter the number of the story card.")},
    )

    def fact(self) -> StoryRead:
        """Return the bookmark."""
        return StoryRead(self.cleaned_data["card"].upper())


class MageForm(EntryForm):
    """A mage's name and player."""

    name = forms.CharField(label=pgettext_lazy("of a mage", "Name"), max_length=sizes.PERSON_NAME)
    player = player_field(gettext_lazy("Played by"))
    # For a duplicate name, the rules name the second seat, whichever was renamed.
    fields_by_path = {"seats.*.name": "name", "seats.*.player": "player"}

    def __init__(self, *args: Any, mage: Mage, **kwargs: Any) -> None:
        stands = {"name": mage.name, "player": mage.player}
        super().__init__(*args, initial=stands, **kwargs)


class MyMageForm(BareForm):
    """The mage that a new player plays."""

    seat = radios(
        gettext_lazy("Your mage"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose a mage.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mages = {mage.seat: mage for mage in self.access.campaign.mages.all()}
        choices = (
            (seat, f"{mage.name} · {mage.player}" if mage.player else mage.name)
            for seat, mage in self.mages.items()
        )
        offer(self, "seat", choices)


class NameForm(BareForm):
    """A new name for something that players have named."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=sizes.KEY)
    name = forms.CharField(
        label=pgettext_lazy("of anything", "Name"),
        help_text=gettext_lazy("It changes wherever it is mentioned, in earlier games too."),
        max_length=sizes.NAME,
    )


class PortraitForm(forms.Form):
    """A mage's portrait."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("JPEG, PNG or WebP, up to 10 MB. It is cut to a square."),
        widget=forms.FileInput(attrs={"accept": ACCEPT}),
    )

    def clean_picture(self) -> Picture:
        """Read the uploaded picture, or say why it is refused."""
        upload: UploadedFile[bytes] = self.cleaned_data["picture"]
        try:
            return read_picture(upload, square=True)
        except PictureRefused as refused:
            raise forms.ValidationError(refused.sentence) from refused


class SectionNoteForm(EntryForm):
    """The players' note about a section, and the letter on their sticker."""

    letter = forms.CharField(label=gettext_lazy("Letter on your sticker"), max_length=sizes.SHORT)
    note = text_field(
        gettext_lazy("Your note"),
        sizes.TEXT,
        lines=5,
        help_text=gettext_lazy("In your own words: what it changed for you."),
    )

    def fact(self, section: str) -> SectionUnlocked:
        """Return the fact that replaces the old entry."""
        given = self.cleaned_data
        letter, note = given["letter"].upper(), given["note"]
        return SectionUnlocked(section, letter, note, reason=given["reason"])
