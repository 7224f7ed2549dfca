"""Members of a record: who plays, or played, in it, under one name."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaign.models.campaigns import Campaign
from campaign.models.games import Game
from campaign.rules.core.sizes import PERSON_NAME


class Member(models.Model):
    """Somebody in a campaign or in a one-off game: an account, a guest, or a name without a phone.

    Facts and seats hold members; their name stands here alone. That of a former player, whose
    account was deleted, is a number (``campaign.rules.core.players.former``). What somebody may do
    is no matter of this.
    """

    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="members"
    )
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="members"
    )
    number = models.PositiveIntegerField()  # in the record, from 1; facts hold it
    # Several members of a record are one person where guests were merged.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="members",
    )
    name = models.CharField(max_length=PERSON_NAME, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.CheckConstraint(
                condition=Q(campaign=None, game__isnull=False)
                | Q(campaign__isnull=False, game=None),
                name="member_of_a_campaign_or_a_game",
            ),
            models.UniqueConstraint("campaign", "number", name="member_of_campaign_once"),
            models.UniqueConstraint("game", "number", name="member_of_game_once"),
        )

    def __str__(self) -> str:
        return self.name
