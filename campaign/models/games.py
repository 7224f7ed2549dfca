"""Games of every system, what was recorded in them, and by which change.

A game belongs to a campaign, or (a one-off game) to somebody. What is known of it are its facts:
the plan, the result, notes, and whatever else its system records. A fact is never edited: it is
withdrawn, and another takes its place.
"""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, new_code, new_stamp
from campaign.rules.core.sizes import PERSON_NAME, TOKEN

PLANNED, PLAYED, SETTLED, NOTE = "planned", "played", "settled", "note"
# Of any system; what else happens once a game is for the system's own rules to say.
ONCE_PER_GAME = (PLANNED, PLAYED, SETTLED)


class ChangeKind(models.TextChoices):
    """What a write did."""

    START = "start", _("started the campaign")
    FORK = "fork", _("forked the campaign")
    PLAN = "plan", _("planned a game")
    CHANGE = "change", _("changed the set-up")
    ROLL = "roll", _("drew the set-up again")
    RECORD = "record", _("made an entry")
    AMEND = "amend", _("corrected an entry")
    WITHDRAW = "withdraw", _("deleted an entry")
    UNDO = "undo", _("undid a game")
    REDO = "redo", _("brought back what was undone")
    SETTLE = "settle", _("settled a game")
    RENAME = "rename", _("changed a name")
    ARCHIVE = "archive", _("archived the campaign")
    REOPEN = "reopen", _("unarchived the campaign")
    PEOPLE = "people", _("changed the members")
    IMPORT = "import", _("imported the campaign from a file")


class Change(models.Model):
    """One write to a campaign or to a one-off game. ``revision`` is the record's after it.

    It is None for what does not touch the story (people, links, photos), so that nobody's
    half-written result becomes stale because somebody was invited.
    """

    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="changes"
    )
    game = models.ForeignKey(
        "Game", null=True, blank=True, on_delete=models.CASCADE, related_name="changes"
    )
    revision = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=ChangeKind)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    # Who wrote it before it was brought in from a file: a name, "" for a guest without one. None
    # for what was written here, and for what a former player wrote there.
    signed = models.CharField(max_length=PERSON_NAME, null=True, blank=True)  # noqa: DJ001 # "" is somebody
    at = models.DateTimeField(default=timezone.now, editable=False)  # an import keeps it
    detail = models.CharField(max_length=200, blank=True)
    # Made by the form: the same form sent twice is one write.
    token = models.CharField(max_length=TOKEN, null=True, blank=True)  # noqa: DJ001 # NULLs are no duplicates

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(campaign=None, game__isnull=False)
                | Q(campaign__isnull=False, game=None),
                name="change_of_a_campaign_or_a_game",
            ),
            # Two writers that saw the same revision: the database lets one of them through.
            models.UniqueConstraint("campaign", "revision", name="change_one_per_revision"),
            models.UniqueConstraint("campaign", "token", name="change_one_per_token"),
            models.UniqueConstraint("game", "revision", name="change_of_game_one_per_revision"),
            models.UniqueConstraint("game", "token", name="change_of_game_one_per_token"),
        )
        indexes = (
            # A form sent again brings its guest back, whatever it wrote to.
            models.Index(
                fields=("token",), condition=Q(token__isnull=False), name="change_by_token"
            ),
        )

    def __str__(self) -> str:
        of = f"campaign {self.campaign_id}" if self.campaign_id else f"game {self.game_id}"
        return f"{of}@{self.revision}: {self.kind}"


class GameQuerySet(models.QuerySet["Game"]):
    """Games, asked for in sentences."""

    def standing(self) -> Self:
        """Leave out what was undone."""
        return self.filter(withdrawn=None)

    def one_off(self) -> Self:
        """Keep those of no campaign."""
        return self.filter(campaign=None)

    def played(self) -> Self:
        """Keep those whose result is recorded."""
        return self.filter(Exists(_standing_result()))

    def planned(self) -> Self:
        """Keep those that are still to be played."""
        return self.filter(~Exists(_standing_result()))


class Game(models.Model):
    """One game of any system, in a campaign or by itself. Its facts say what became of it."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    system = models.SlugField()
    pack_version = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=2, default="en")  # of the box
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    # A campaign's game.
    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="games"
    )
    number = models.PositiveIntegerField(default=0)  # 0 for a one-off game

    # A one-off game: whose it is, and the campaign whose people may see it, if any.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="games",
    )
    shared_with = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="shared_games"
    )

    # What is laid out already, by sheet: on every phone, and no part of the record.
    ticks = models.JSONField(default=dict, blank=True)

    # A campaign's game is written to through its campaign: these count a one-off game's writes.
    revision = models.PositiveIntegerField(default=0)
    stamp = models.CharField(max_length=16, default=new_stamp)
    withdrawn = models.ForeignKey(
        Change, null=True, blank=True, on_delete=models.CASCADE, related_name="withdrawn_games"
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("number", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    campaign__isnull=False,
                    number__gte=1,
                    owner=None,
                    shared_with=None,
                )
                | Q(campaign=None, number=0, owner__isnull=False, withdrawn=None),
                name="game_of_a_campaign_or_a_person",
            ),
            models.UniqueConstraint(
                fields=("campaign", "number"),
                condition=Q(withdrawn=None),
                name="game_number_once",
            ),
        )

    def __str__(self) -> str:
        of = f"game {self.number} of {self.campaign_id}" if self.campaign_id else "one-off game"
        return f"{of} {self.code}"

    @classmethod
    def of_campaign(cls, campaign: Campaign, number: int, **more: Any) -> Self:
        """Return an unsaved game of a campaign, from its box; its plan is its first fact."""
        box = {name: getattr(campaign, name) for name in ("system", "pack_version", "language")}
        return cls(campaign=campaign, number=number, **box, **more)


class FactQuerySet(models.QuerySet["Fact"]):
    """Facts, asked for in sentences."""

    def standing(self) -> Self:
        """Leave out what was withdrawn."""
        return self.filter(withdrawn=None)


class Fact(models.Model):
    """What was recorded. ``place`` orders the facts of a game; a replacement keeps it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="facts")
    kind = models.CharField(max_length=20)
    place = models.PositiveIntegerField()
    payload = models.JSONField()  # the system's fact, as campaign.rules.core.serialize writes it
    recorded = models.ForeignKey(Change, on_delete=models.CASCADE, related_name="recorded_facts")
    withdrawn = models.ForeignKey(
        Change, null=True, blank=True, on_delete=models.CASCADE, related_name="withdrawn_facts"
    )
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_by"
    )

    objects = FactQuerySet.as_manager()

    class Meta:
        ordering = ("game__number", "place", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "place"), condition=Q(withdrawn=None), name="fact_one_per_place"
            ),
            models.UniqueConstraint(
                fields=("game", "kind"),
                condition=Q(withdrawn=None, kind__in=ONCE_PER_GAME),
                name="fact_once_per_game",
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="fact_has_a_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in game {self.game_id}"


class Photo(models.Model):
    """A picture of the table, re-encoded; stored under a name that cannot be guessed.

    If a campaign's game is undone, the one in its place inherits its photos.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    name = models.CharField(max_length=40, unique=True)
    caption = models.CharField(_("caption"), max_length=140, blank=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("added_at", "pk")

    def __str__(self) -> str:
        return self.caption or self.name


def _standing_result() -> models.QuerySet[Fact]:
    return Fact.objects.filter(game=OuterRef("pk"), kind=PLAYED, withdrawn=None)
