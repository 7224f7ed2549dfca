"""Notices: what people are told without asking, to which browsers, and what they switched off."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaign.models.campaigns import Campaign
from campaign.models.evenings import Evening
from campaign.models.games import Game

ADDRESS_LONGEST = 254
ENDPOINT_LONGEST = 500
SITE_LONGEST = 200
KEY_LONGEST = 100


class NoticeKind(models.TextChoices):
    """What somebody is told of."""

    PROPOSED = "proposed"  # dates for an evening
    SETTLED = "settled"  # the date of an evening
    TOMORROW = "tomorrow"  # an evening is tomorrow
    LIVE = "live"  # a live game began
    RESULT = "result"  # a result was entered
    DECISION = "decision"  # an answer to dates, or a decision of the campaign, is still asked


class PushSubscription(models.Model):
    """A browser that shows notices to a person, as its push service described it."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=ENDPOINT_LONGEST, unique=True)
    public_key = models.CharField(max_length=KEY_LONGEST)
    auth = models.CharField(max_length=KEY_LONGEST)
    language = models.CharField(max_length=2)
    name = models.CharField(max_length=60)  # "Firefox, Android"
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    refusals = models.PositiveSmallIntegerField(default=0)  # one after the other

    class Meta:
        ordering = ("-made_at", "-pk")

    def __str__(self) -> str:
        return self.name


class MailAddress(models.Model):
    """Where somebody reads notices as e-mail, once they have confirmed that it is theirs."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_address"
    )
    address = models.EmailField(max_length=ADDRESS_LONGEST)
    language = models.CharField(max_length=2)
    site = models.CharField(max_length=SITE_LONGEST)  # "https://games.example.org", for links
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"the address of {self.person_id}"


class Mute(models.Model):
    """Somebody wants no notices of a campaign, or of a kind; without either, none at all."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )
    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=NoticeKind, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint("person", "campaign", name="mute_once"),
            models.UniqueConstraint(
                fields=("person", "kind"), condition=Q(campaign=None), name="mute_kind_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person_id} mutes {self.campaign_id or self.kind or 'everything'}"


class Notice(models.Model):
    """A notice that is still to be shown to a person; it is deleted once it was sent."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=10, choices=NoticeKind)
    evening = models.ForeignKey(
        Evening, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=NoticeKind.values), name="notice_kind"),
            models.CheckConstraint(
                condition=Q(evening=None, game__isnull=False) | Q(evening__isnull=False, game=None),
                name="notice_of_an_evening_or_a_game",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.person_id}"
