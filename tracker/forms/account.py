"""Forms of accounts: create one, sign in, change the name or the password, delete it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from campaign.models import Campaign, Membership, Person
from campaign.rules.core.sizes import PERSON_NAME
from campaign.rules.core.texts import one_line, text_problems
from tracker.forms.fields import asking, line_field, offer, tick
from tracker.forms.nested import NestedForm, RowForm
from tracker.forms.words import PASSWORD_WORDS, USERNAME_WORDS
from tracker.words import sentence

MAX_PASSWORD = 1000  # characters: hashing more takes too long
NAME_ALLOWED = UnicodeUsernameValidator(message=USERNAME_WORDS)


def validate_display_name(name: str) -> None:
    """Refuse a name that is invisible, or has control or bidirectional characters."""
    if len(name) > PERSON_NAME:
        return  # the field's own to refuse; to normalise a very long text would take minutes
    tidy = one_line(name)
    if found := [sentence(problem) for problem in text_problems("display_name", tidy, PERSON_NAME)]:
        raise forms.ValidationError(found)
    if not tidy:
        raise forms.ValidationError(_("Enter your name."))


def username_field(**kwargs: Any) -> forms.CharField:
    """Return a field for a username."""
    attrs = {"autocomplete": "username", "autocapitalize": "none"}
    return line_field(gettext_lazy("Username"), PERSON_NAME, attrs=attrs, **kwargs)


def display_name_field(**kwargs: Any) -> forms.CharField:
    """Return a field for a display name."""
    kwargs |= {"attrs": {"autocomplete": "nickname"}, "validators": [validate_display_name]}
    return line_field(gettext_lazy("Your name"), PERSON_NAME, **kwargs)


def password_field(label: Any, what: str = "current-password", **kwargs: Any) -> forms.CharField:
    """Return a field for a password, which is not stripped."""
    widget = forms.PasswordInput(attrs={"autocomplete": what})
    return forms.CharField(
        label=label, strip=False, max_length=MAX_PASSWORD, widget=widget, **kwargs
    )


class GuestForm(forms.Form):
    """A way to sign in, which asks a guest whether to bring along what they have here."""

    take = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, guest_campaigns: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if guest_campaigns:
            # An unticked box is not sent at all; neither is one that the page did not have yet,
            # because the campaign was started in another tab meanwhile.
            if self.is_bound and "asked" not in self.data:
                self.data = {name: self.data[name] for name in self.data} | {"take": "on"}
            self.fields["take"].label = _("Keep your guest games")
            self.fields["take"].help_text = _(
                "Campaigns, games and all else you keep here move to the account. "
                "Otherwise this browser loses them."
            )
        else:
            del self.fields["take"]

    @property
    def brings_along(self) -> bool:
        """Say whether what a guest has comes along: always, unless they were asked and declined."""
        return "take" not in self.fields or bool(self.cleaned_data["take"])


class SignInForm(GuestForm, AuthenticationForm):
    """Username and password; the error does not say which of them is wrong."""

    error_messages = {
        "invalid_login": gettext_lazy(
            "Wrong username or password. Letter case matters in the password only."
        ),
        "inactive": gettext_lazy("Wrong username or password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")
        self.fields["password"].label = _("Password")
        # Django would focus it; after an error the focus belongs on the error.
        self.fields["username"].widget.attrs.pop("autofocus", None)


class _PersonForm(forms.Form):
    """A form of whoever is signed in."""

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def _their_password(self, name: str) -> str:
        """Validate the current password in a field."""
        password: str = self.cleaned_data[name]
        if not self.person.check_password(password):
            raise forms.ValidationError(_("Wrong password."))
        return password


class _NewPassword(_PersonForm):
    """A new password."""

    password = password_field(
        gettext_lazy("Password"),
        "new-password",
        help_text=gettext_lazy("At least ten characters. A short sentence is easy to remember."),
    )

    def clean(self) -> None:
        """Run Django's password validators, also against the username."""
        password = self.cleaned_data.get("password")
        owner = Person(username=self.cleaned_data.get("username", self.person.username))
        if password:
            try:
                password_validation.validate_password(password, owner)
            except forms.ValidationError as error:
                for found in error.error_list:
                    self.add_error("password", PASSWORD_WORDS.get(found.code or "", found))


class KeepForm(_NewPassword):
    """A guest creates an account, and keeps everything."""

    username = username_field(validators=[NAME_ALLOWED])
    field_order = ["username", "password"]

    def clean_username(self) -> str:
        """Normalize the username, and validate it again in that form."""
        name = str(Person.normalize_username(self.cleaned_data["username"]))
        NAME_ALLOWED(name)
        if found := list(text_problems("username", name, PERSON_NAME)):
            raise forms.ValidationError([sentence(problem) for problem in found])
        return name


class NameForm(forms.Form):
    """Change the display name."""

    display_name = display_name_field(help_text=gettext_lazy("Shown with your entries."))
    everywhere = tick(gettext_lazy("In all my campaigns and games too"), initial=True)


class PasswordForm(_NewPassword):
    """Change the password, with the current one to confirm."""

    old = password_field(gettext_lazy("Current password"))
    field_order = ["old", "password"]

    def __init__(self, *args: Any, ask_old: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("New password")
        if not ask_old:
            del self.fields["old"]

    def clean_old(self) -> str:
        return self._their_password("old")


class ConfirmForm(_PersonForm):
    """Enter the password again, before what cannot be undone."""

    password = password_field(gettext_lazy("Password"))

    def clean_password(self) -> str:
        return self._their_password("password")


class RecoverForm(GuestForm):
    """A username and one of its recovery codes."""

    username = username_field()
    code = line_field(gettext_lazy("Recovery code"), 40, attrs={"autocapitalize": "characters"})
    field_order = ["username", "code", "take"]


class HeirRow(RowForm):
    """Who keeps a campaign after the person, who can also leave it to nobody."""

    NOBODY = "nobody"
    heir = forms.ChoiceField(
        error_messages=asking(gettext_lazy("Choose who keeps this campaign after you."))
    )

    def __init__(
        self, *args: Any, campaign: Campaign, others: Sequence[Membership], **kwargs: Any
    ) -> None:
        super().__init__(*args, number=campaign.pk, **kwargs)
        self.campaign = campaign
        keepers = [(str(member.pk), str(member.person)) for member in others]
        nobody = (self.NOBODY, _("nobody: delete it, with its games, for everybody"))
        offer(self, "heir", [*keepers, nobody])
        label = _("Keeper of “%(campaign)s” after you") % {"campaign": campaign.name}
        self.fields["heir"].label = label
        self.initial["heir"] = keepers[0][0]

    @property
    def chosen(self) -> int | None:
        """Return the membership of the next keeper, of a valid form; None for nobody."""
        heir = self.cleaned_data["heir"]
        return None if heir == self.NOBODY else int(heir)


class ForgetForm(NestedForm):
    """Delete an account, with a word that is typed to confirm."""

    word = line_field(None, 40, attrs={"autocapitalize": "off"})
    parts_before = "word"

    def __init__(
        self, *args: Any, heirs: Mapping[Campaign, Sequence[Membership]], **kwargs: Any
    ) -> None:
        """``heirs`` are the others in each campaign that the person keeps, the first to ask first.

        A campaign passes to one of them unless the person says otherwise.
        """
        super().__init__(*args, **kwargs)
        self.rows = tuple(
            HeirRow(self, campaign=campaign, others=others) for campaign, others in heirs.items()
        )
        self.parts = self.rows
        self.shown = {"word": pgettext("typed to delete an account", "delete")}
        self.fields["word"].label = _("Type “%(word)s” to confirm") % self.shown

    def heirs(self) -> dict[int, int]:
        """Return the membership of the next keeper by campaign; the form is valid."""
        chosen = ((row.campaign.pk, row.chosen) for row in self.rows)
        return {campaign: heir for campaign, heir in chosen if heir is not None}

    def clean_word(self) -> str:
        """Accept the word in any letter case."""
        word: str = self.cleaned_data["word"]
        if word.strip().casefold() != self.shown["word"].casefold():
            raise forms.ValidationError(_("Type the word “%(word)s” to confirm.") % self.shown)
        return word
