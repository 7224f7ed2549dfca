"""Forms of the reference pages: a mage's name, a portrait, a section's note, a fork."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.models import Mage
from campaign.pictures import Picture
from campaign.rules.aeons_end.legacy.facts import SectionUnlocked, StoryRead
from campaign.rules.core import sizes
from tracker.forms.entry import EntryForm
from tracker.forms.fields import line_field, offer, radios, text_field
from tracker.forms.one_offs import BareForm
from tracker.uploads import ACCEPT, PictureRefused, read_picture


class BookmarkForm(EntryForm):
    """The last card of the story that was read."""

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
    """What a mage is called and who plays it."""

    name = forms.CharField(label=pgettext_lazy("of a mage", "Name"), max_length=sizes.PERSON_NAME)
    player = text_field(gettext_lazy("Played by"), sizes.PERSON_NAME)

    def __init__(self, *args: Any, mage: Mage, **kwargs: Any) -> None:
        stands = {"name": mage.name, "player": mage.player}
        super().__init__(*args, initial=stands, **kwargs)

    def _field_of(self, path: str) -> str | None:
        # Two mages of one name: the engine names the second seat, whichever of them was renamed.
        return super()._field_of(path.rpartition(".")[2])


class MyMageForm(BareForm):
    """Which mage somebody plays."""

    seat = radios(
        gettext_lazy("Your mage"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose a mage.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mages = {mage.seat: mage for mage in self.access.campaign.mages.all()}
        shown = (
            (seat, f"{mage.name} · {mage.player}" if mage.player else mage.name)
            for seat, mage in self.mages.items()
        )
        offer(self, "seat", shown)


class NameForm(BareForm):
    """Another name for what players typed one for."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=sizes.KEY)
    name = forms.CharField(
        label=pgettext_lazy("of anything", "Name"),
        help_text=gettext_lazy("It changes wherever it is mentioned, in earlier games too."),
        max_length=sizes.NAME,
    )


class PortraitForm(forms.Form):
    """A picture of a mage."""

    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("JPEG, PNG or WebP, up to 10 MB. It is cut to a square."),
        widget=forms.FileInput(attrs={"accept": ACCEPT}),
    )

    def clean_picture(self) -> Picture:
        """Read what was sent, or say why not."""
        upload: UploadedFile[bytes] = self.cleaned_data["picture"]
        try:
            return read_picture(upload, square=True)
        except PictureRefused as refused:
            raise forms.ValidationError(refused.sentence) from refused


class SectionNoteForm(EntryForm):
    """The players' own note about a section, and the letter that their sticker shows."""

    letter = forms.CharField(label=gettext_lazy("Letter on your sticker"), max_length=sizes.SHORT)
    note = text_field(
        gettext_lazy("Your note"),
        sizes.TEXT,
        lines=5,
        help_text=gettext_lazy("In your own words: what it changed for you."),
    )

    def fact(self, section: str) -> SectionUnlocked:
        """Return the entry that takes the old one's place."""
        given = self.cleaned_data
        letter, note = given["letter"].upper(), given["note"]
        return SectionUnlocked(section, letter, note, reason=given["reason"])
