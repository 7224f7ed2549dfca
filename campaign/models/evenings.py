"""Evenings: when a campaign, or the people of a one-off game, play next."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Count, Q
from django.utils import timezone

from campaign.models.campaigns import Campaign
from campaign.models.games import Game
from campaign.models.records import Record, new_invite_key
from campaign.rules.core.sizes import NAME, REASON
from campaign.rules.evenings.agreement import USUAL_MINUTES, Answer, Stage, stage

ZONE_LONGEST = 40


class EveningQuerySet(models.QuerySet["Evening"]):
    """Querysets of evenings."""

    def ahead(self) -> Self:
        """Keep those that are neither over nor called off: a record has one at most."""
        return self.filter(closes_at__gt=timezone.now(), called_off_at=None)

    def behind(self) -> Self:
        """Keep those that took place, the latest first."""
        over = self.filter(closes_at__lte=timezone.now(), called_off_at=None)
        return over.exclude(starts_at=None).order_by("-starts_at", "-pk")

    def of(self, record: Record) -> Self:
        """Keep those of a campaign, or of a one-off game."""
        if isinstance(record, Campaign):
            return self.filter(campaign=record)
        return self.filter(game=record.pk)

    def of_group(self, campaign: Campaign) -> Self:
        """Keep those of a campaign, and of one-off games that are shared with it."""
        return self.filter(Q(campaign=campaign) | Q(game__shared_with=campaign))

    def with_counts(self, person: models.Model | None) -> Self:
        """Add how many dates are proposed, and to how many of them somebody has answered."""
        mine = Q(dates__answers__person=person.pk if person else None)
        return self.annotate(
            proposed=Count("dates", distinct=True),
            answered=Count("dates__answers", filter=mine, distinct=True),
        )


class Evening(models.Model):
    """An evening to play: proposed dates, and the one that was settled, if any.

    Whoever has its link may see it and answer, without an account. It is over by itself at
    ``closes_at``; nothing has to be written for that.
    """

    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="evenings"
    )
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="evenings"
    )
    # The random part of its link. It is not hashed: everybody who plays is shown it again.
    key = models.CharField(max_length=16, unique=True, default=new_invite_key, editable=False)
    link_made_at = models.DateTimeField(default=timezone.now, editable=False)
    zone = models.CharField(max_length=ZONE_LONGEST)  # in which its times are shown
    minutes = models.PositiveSmallIntegerField(default=USUAL_MINUTES)
    place = models.CharField(max_length=NAME, blank=True)
    brings = models.CharField(max_length=REASON, blank=True)  # who brings what
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    starts_at = models.DateTimeField(null=True, blank=True)  # None until a date is settled
    # When it was settled before and is settled anew, so that everybody sees what changed.
    started_before = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField()
    called_off_at = models.DateTimeField(null=True, blank=True)
    # The date of which people were told that it is tomorrow.
    reminded_for = models.DateTimeField(null=True, blank=True, editable=False)
    # When those who had not answered were asked once more.
    asked_again_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Counts its changes: calendars replace what they have by what has a higher number.
    sequence = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)

    # Annotated by ``with_counts``.
    proposed: int
    answered: int

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(campaign=None, game__isnull=False)
                | Q(campaign__isnull=False, game=None),
                name="evening_of_a_campaign_or_a_game",
            ),
        )
        indexes = (models.Index(fields=("closes_at",), name="evening_closes"),)

    def __str__(self) -> str:
        return f"evening {self.pk} of {self.record}"

    @property
    def record(self) -> Record:
        """Return what it belongs to: a campaign, or a one-off game."""
        record = self.campaign or self.game
        if record is None:
            raise TypeError("An evening belongs to a record.")
        return record

    def belong_to(self, record: Record) -> None:
        """Make it an evening of a campaign, or of a one-off game."""
        if isinstance(record, Campaign):
            self.campaign = record
        elif isinstance(record, Game):
            self.game = record

    @property
    def stage(self) -> Stage:
        """Return how far it is now."""
        return stage(
            settled=self.starts_at,
            closes=self.closes_at,
            called_off=self.called_off_at is not None,
            now=timezone.now(),
        )


class EveningDate(models.Model):
    """A date that was proposed for an evening."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="dates")
    starts_at = models.DateTimeField()
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ("starts_at", "pk")
        constraints = (models.UniqueConstraint("evening", "starts_at", name="evening_date_once"),)

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d %H:%M} for evening {self.evening_id}"


class EveningAnswer(models.Model):
    """Somebody's answer to a proposed date."""

    date = models.ForeignKey(EveningDate, on_delete=models.CASCADE, related_name="answers")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="evening_answers"
    )
    answer = models.CharField(max_length=5, choices=[(each.value, each.value) for each in Answer])
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint("date", "person", name="evening_answer_once"),
            models.CheckConstraint(
                condition=Q(answer__in=[each.value for each in Answer]),
                name="evening_answer_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.answer} of {self.person_id} to {self.date_id}"
