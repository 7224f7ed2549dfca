"""Webhooks: addresses that are told what happened, and what is still to be sent to them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaign.models.games import Game

URL_LONGEST = 500


class WebhookEvent(models.TextChoices):
    """What an address is told of."""

    GAME_FINISHED = "game.finished"  # a result was entered
    CAMPAIGN_NEXT = "campaign.next"  # a game was settled, and the campaign goes on


class WebhookStyle(models.TextChoices):
    """In which form an address takes a message."""

    PROGRAM = "program"  # all of it as JSON, signed
    DISCORD = "discord"  # a sentence, as each chat wants it
    SLACK = "slack"  # Mattermost, Google Chat and Telegram take the same


class Webhook(models.Model):
    """An address of a person that is told of their games.

    The secret signs what is sent. It is stored as it is, for signing needs it; it opens nothing.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(max_length=URL_LONGEST)
    style = models.CharField(max_length=10, choices=WebhookStyle, default=WebhookStyle.PROGRAM)
    secret = models.CharField(max_length=64, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    arrived_at = models.DateTimeField(null=True, editable=False)  # the latest message

    class Meta:
        ordering = ("made_at", "pk")
        constraints = (
            models.UniqueConstraint("person", "url", name="webhook_once"),
            models.CheckConstraint(
                condition=Q(style__in=WebhookStyle.values), name="webhook_style"
            ),
        )

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """An event in the outbox; it is deleted once it has arrived."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20, choices=WebhookEvent)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(default=timezone.now)  # of the next attempt
    attempts = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=20, blank=True)  # why the last attempt failed
    gave_up = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(event__in=WebhookEvent.values), name="webhook_delivery_event"
            ),
        )
        indexes = (models.Index("due_at", condition=Q(gave_up=False), name="webhook_delivery_due"),)

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"
