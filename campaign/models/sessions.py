"""Games and writes: a :class:`Session` is one game; a :class:`Deed` is one write by somebody."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign
from campaign.models.sizes import KEY, NAME, PERSON_NAME, REASON, TOKEN


class DeedKind(models.TextChoices):
    """What a write did."""

    START = "start", _("started the campaign")
    FORK = "fork", _("forked the campaign")
    PLAN = "plan", _("planned a game")
    RECORD = "record", _("wrote something down")
    AMEND = "amend", _("corrected an entry")
    WITHDRAW = "withdraw", _("withdrew an entry")
    UNDO = "undo", _("undid a game")
    SETTLE = "settle", _("settled a game")
    RENAME = "rename", _("changed a name")
    ARCHIVE = "archive", _("archived the campaign")
    REOPEN = "reopen", _("reopened the campaign")
    PEOPLE = "people", _("changed who belongs")
    IMPORT = "import", _("brought the campaign in from a file")


class Deed(models.Model):
    """One write: who, when, what. ``revision`` is the campaign's after it.

    It is None for what does not touch the story (people, links), so that nobody's half-written
    result becomes stale because somebody was invited.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="deeds")
    revision = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=DeedKind)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    # Who wrote it before it was brought in from a file: a name, "" for a guest without one. None
    # for what was written here, and for what a former player wrote there.
    signed = models.CharField(max_length=PERSON_NAME, null=True, blank=True)  # noqa: DJ001 # "" is somebody
    at = models.DateTimeField(default=timezone.now, editable=False)  # kept when brought in
    detail = models.CharField(max_length=200, blank=True)
    # Made by the form: the same form sent twice is one write.
    token = models.CharField(max_length=TOKEN, null=True, blank=True)  # noqa: DJ001 # NULLs are no duplicates

    class Meta:
        ordering = ("pk",)
        constraints = (
            # Two writers that saw the same revision: the database lets one of them through.
            models.UniqueConstraint("campaign", "revision", name="deed_one_per_revision"),
            models.UniqueConstraint("campaign", "token", name="deed_one_per_token"),
        )

    def __str__(self) -> str:
        return f"{self.campaign_id}@{self.revision}: {self.kind}"


class SessionQuerySet(models.QuerySet["Session"]):
    """Games, asked for in sentences."""

    def standing(self) -> Self:
        """Leave out what was undone."""
        return self.filter(withdrawn=None)


class Session(models.Model):
    """One game of a campaign, as it was planned. What became of it is told by its facts."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveIntegerField()
    chapter = models.PositiveSmallIntegerField()
    nemesis_key = models.CharField(max_length=KEY)
    nemesis_name = models.CharField(max_length=NAME, blank=True)  # only where players typed it
    nemesis_life = models.PositiveSmallIntegerField(null=True, blank=True)
    # With four mages: who shares cards with seat 1. The other two are the second pair.
    paired_with_first = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=REASON, blank=True)
    recorded = models.ForeignKey(Deed, on_delete=models.CASCADE, related_name="planned_sessions")
    withdrawn = models.ForeignKey(
        Deed, null=True, blank=True, on_delete=models.CASCADE, related_name="withdrawn_sessions"
    )

    objects = SessionQuerySet.as_manager()

    class Meta:
        ordering = ("number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "number"),
                condition=Q(withdrawn=None),
                name="session_number_once",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="session_number_from_one"),
            models.CheckConstraint(condition=Q(chapter__gte=1), name="session_chapter_from_one"),
            models.CheckConstraint(
                condition=Q(nemesis_life=None) | Q(nemesis_life__range=(1, 99)),
                name="session_nemesis_life_on_the_dial",
            ),
            models.CheckConstraint(
                condition=Q(paired_with_first=None) | Q(paired_with_first__range=(2, 4)),
                name="session_pair_of_seats",
            ),
        )

    def __str__(self) -> str:
        return f"game {self.number} of {self.campaign_id}"


class TablePhoto(models.Model):
    """A picture of the table, re-encoded; stored under a name that cannot be guessed.

    A campaign's game and a one-off game each have a table of photos of their own, on this one
    base: so a photo always has its game and goes with it, and nobody who reads a campaign's
    photos has to think of those that belong to none.
    """

    name = models.CharField(max_length=40, unique=True)
    caption = models.CharField(_("caption"), max_length=140, blank=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True
        ordering = ("added_at", "pk")

    def __str__(self) -> str:
        return self.caption or self.name


class Photo(TablePhoto):
    """A photo of a campaign's game. If the game is undone, the one in its place inherits it."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="photos")
