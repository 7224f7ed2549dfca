"""The form of a webhook."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import WebhookStyle
from campaign.models.webhooks import URL_LONGEST
from tracker.forms.entry import RulesForm
from tracker.forms.fields import line_field
from tracker.outgoing.sending import can_be_public, is_valid


class WebhookForm(RulesForm):
    """An address that is told of games."""

    url = line_field(
        gettext_lazy("Address"),
        URL_LONGEST,
        help_text=gettext_lazy("It begins with https:// and is on the internet."),
        attrs={"inputmode": "url", "spellcheck": "false", "autocapitalize": "off"},
    )

    style = forms.ChoiceField(
        label=gettext_lazy("Who reads it"),
        choices=[
            (WebhookStyle.PROGRAM, gettext_lazy("A program of yours: JSON, signed")),
            (WebhookStyle.DISCORD, "Discord"),
            (WebhookStyle.SLACK, "Slack, Mattermost, Google Chat, Telegram"),
        ],
        initial=WebhookStyle.PROGRAM,
        required=False,
        help_text=gettext_lazy("Chats get a sentence for each result."),
    )

    def clean_style(self) -> WebhookStyle:
        """Return the style; a form without one is of a program."""
        return WebhookStyle(self.cleaned_data["style"] or WebhookStyle.PROGRAM)

    def clean_url(self) -> str:
        """Accept addresses that can be reached safely; where they lead is checked when sending."""
        url: str = self.cleaned_data["url"]
        if not is_valid(url):
            raise forms.ValidationError(_("Enter an address that begins with https://."))
        if not can_be_public(url):
            raise forms.ValidationError(_("This address is not on the internet."))
        return url
