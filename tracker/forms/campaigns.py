"""Forms of a campaign itself: its start, settings, deletion, undoing a game, forks."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaign.models import Person
from campaign.rules.core.sizes import CAMPAIGN_NAME
from tracker.forms.entry import EntryForm, RulesForm
from tracker.forms.fields import line_field, offer, radios, text_field, tick, token_field

BOX_LANGUAGES = (("en", "English"), ("pl", "Polski"), ("fr", "Français"), ("de", "Deutsch"))


def campaign_name_field(**kwargs: Any) -> forms.CharField:
    """Return a field for the name of a campaign."""
    ask = gettext_lazy("Give the campaign a name.")
    return text_field(gettext_lazy("Name of the campaign"), CAMPAIGN_NAME, ask=ask, **kwargs)


def spoken() -> str:
    """Return the active language if there are boxes in it, else English."""
    language = (get_language() or "en")[:2]
    return language if language in dict(BOX_LANGUAGES) else "en"


def box_language_field() -> forms.TypedChoiceField:
    """Return a choice of the language in which a campaign's cards are printed."""
    return radios(
        gettext_lazy("Language of your box"),
        BOX_LANGUAGES,
        initial=spoken,
        help_text=gettext_lazy("Cards are named as they are printed."),
    )


class StartCampaignForm(RulesForm):
    """A new campaign. Who plays is asked by the form of its game system."""

    token = token_field()
    name = campaign_name_field(initial=gettext_lazy("Our campaign"))
    language = box_language_field()

    def __init__(self, *args: Any, person: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def seats(self) -> tuple[Any, ...]:
        """Return who plays, as the system's rules take it; of a valid form."""
        raise NotImplementedError

    def opening(self) -> Any:
        """Return what the campaign begins with besides who plays; None if that is all."""
        return None

    def player(self) -> str:
        """Return the name of whoever fills the form in, for a new guest; "" if unknown."""
        return ""


class SettingsForm(EntryForm):
    """The name of a campaign, and the language of its box."""

    name = campaign_name_field()
    language = box_language_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["reason"]
        self.fields["name"].initial = self.access.campaign.name
        self.fields["language"].initial = self.access.campaign.language


class DeleteForm(forms.Form):
    """Delete a campaign, whose name is typed to confirm."""

    name = line_field(
        gettext_lazy("The campaign’s name, to confirm"),
        2 * CAMPAIGN_NAME,
        attrs={"autocapitalize": "off"},
    )

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._name = name

    def clean_name(self) -> str:
        """Accept the name however it is spaced or capitalised."""
        typed: str = self.cleaned_data["name"]
        if " ".join(typed.split()).casefold() != " ".join(self._name.split()).casefold():
            raise forms.ValidationError(_("This isn’t the campaign’s name."))
        return typed


class UndoForm(EntryForm):
    """Undo the last game, whose number is sent so that no other is undone instead."""

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)
    delete_photos = tick(gettext_lazy("Delete its photos for good"))


class ForkForm(EntryForm):
    """Fork a campaign: after which game, and under which name."""

    field_order = ("after", "name")

    after = forms.TypedChoiceField(label=gettext_lazy("Fork"), coerce=int)
    name = forms.CharField(label=gettext_lazy("Name of the new campaign"), max_length=CAMPAIGN_NAME)

    def __init__(self, *args: Any, games: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "after", [(0, _("before the first game")), *games])
        self.fields["after"].initial = games[-1][0] if games else 0
        name = _("%(campaign)s (fork)") % {"campaign": self.access.campaign.name}
        self.fields["name"].initial = name[:CAMPAIGN_NAME]
