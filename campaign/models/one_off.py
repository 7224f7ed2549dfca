"""One-off games: what was asked for, the seed that drew the rest, and how the game ended.

What was drawn is kept whole with the game: a catalogue that changes later would draw another table
from the same seed. What the columns and rows below repeat of it is there to be counted.
"""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from campaign.models.campaigns import Campaign, Mage, new_code, new_stamp
from campaign.models.sessions import TablePhoto
from campaign.models.sizes import KEY, NOTE, PERSON_NAME, REASON, TOKEN
from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.outcome import Ending, Result

SEED = 40
DIFFICULTY = 20
RESULTS = [str(result) for result in Result]


class OneOffQuerySet(models.QuerySet["OneOffGame"]):
    """One-off games, asked for in sentences."""

    def of(self, person: models.Model) -> Self:
        """Keep those that are this person's own."""
        return self.filter(owner=person)

    def among(self, campaign: models.Model) -> Self:
        """Keep those that were played among the people of a campaign."""
        return self.filter(campaign=campaign)

    def played(self) -> Self:
        """Keep those whose result is written down."""
        return self.filter(result__in=RESULTS)

    def planned(self) -> Self:
        """Keep those that are still to be played."""
        return self.filter(result="")

    def latest_first(self) -> Self:
        """Order them by the evening they were played, the latest first."""
        return self.order_by(F("played_on").desc(nulls_last=True), "-pk")


class OneOffGame(models.Model):
    """One evening's game of a box that has no campaign; ``result`` is "" until it is played."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="one_off_games"
    )
    # Whose people may see it, if anybody's.
    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="one_off_games"
    )
    system = models.SlugField()
    pack_version = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=2, default="en")  # of the box
    seed = models.CharField(max_length=SEED)
    choices = models.JSONField()  # Choices, guests as they were
    # What choices and seed came to (campaign.rules.aeons_end.one_off.kept). None in games that
    # are older than this column: those are drawn again.
    setup = models.JSONField(null=True, blank=True, editable=False)
    revision = models.PositiveIntegerField(default=1)
    stamp = models.CharField(max_length=16, default=new_stamp)  # as a campaign's
    # Of the form that wrote last: the same form sent twice is one write.
    token = models.CharField(max_length=TOKEN, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    # Who wrote the latest revision, and when: said to whoever was writing meanwhile.
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="changed_one_off_games",
    )
    changed_at = models.DateTimeField(null=True, blank=True, editable=False)

    # What was drawn, for lists and for counting.
    mage_count = models.PositiveSmallIntegerField()
    nemesis = models.CharField(max_length=KEY)
    difficulty = models.CharField(max_length=DIFFICULTY)

    # How it ended; in one row with the rest, so that a hundred thousand games are counted at once.
    result = models.CharField(max_length=4, blank=True, default="")
    ending = models.CharField(max_length=20, blank=True, default="")
    gravehold_life = models.PositiveSmallIntegerField(null=True, blank=True)
    nemesis_life = models.PositiveSmallIntegerField(null=True, blank=True)
    played_on = models.DateField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.TextField(max_length=NOTE, blank=True, default="")
    reason = models.CharField(max_length=REASON, blank=True, default="")  # of the result
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="recorded_one_off_games",
    )
    recorded_at = models.DateTimeField(null=True, blank=True)

    objects = OneOffQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(mage_count__range=(1, 4)), name="one_off_mages_one_to_four"
            ),
            models.CheckConstraint(
                condition=Q(result__in=["", *RESULTS]), name="one_off_win_or_loss"
            ),
            models.CheckConstraint(
                condition=Q(ending__in=["", *map(str, Ending)]), name="one_off_ending"
            ),
            models.CheckConstraint(
                condition=~Q(result=str(Result.WIN), gravehold_life=0),
                name="one_off_no_win_without_gravehold",
            ),
            models.CheckConstraint(
                condition=~Q(result="")
                | Q(
                    ending="",
                    gravehold_life=None,
                    nemesis_life=None,
                    played_on=None,
                    minutes=None,
                    recorded_at=None,
                ),
                name="one_off_unplayed_has_no_result",
            ),
        )
        indexes = (
            # Whether a form was sent before, by somebody or by a guest nobody knows yet.
            models.Index(fields=("token", "owner"), name="one_off_by_token"),
            # The log, and the latest evening.
            models.Index(fields=("owner", "played_on", "id"), name="one_off_log"),
            # Most games are nobody else's; counted among the rest, they would make it look useless.
            models.Index(
                fields=("campaign", "played_on", "id"),
                name="one_off_log_of_group",
                condition=Q(campaign__isnull=False),
            ),
            # Everything that is counted, so that counting never reads the wide rows.
            models.Index(
                fields=(
                    "owner",
                    "result",
                    "nemesis",
                    "difficulty",
                    "mage_count",
                    "played_on",
                    "gravehold_life",
                    "nemesis_life",
                    "minutes",
                    "system",
                ),
                name="one_off_counted",
            ),
        )

    def __str__(self) -> str:
        return f"one-off game {self.code}"

    @property
    def is_played(self) -> bool:
        """Say whether its result is written down."""
        return bool(self.result)


class OneOffPhoto(TablePhoto):
    """A photo of a one-off game."""

    game = models.ForeignKey(OneOffGame, on_delete=models.CASCADE, related_name="photos")
    # Of the form that brought it: the same form sent twice brings it once.
    token = models.CharField(max_length=TOKEN, blank=True)


class PlayedRow(models.Model):
    """What lay on the table of a played game; owner and result are the game's, for counting."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    result = models.CharField(max_length=4)
    key = models.CharField(max_length=KEY)  # of the pack: a mat's, a card's

    class Meta:
        abstract = True


class OneOffMage(PlayedRow):
    """A mage of a played game, at its end."""

    game = models.ForeignKey(OneOffGame, on_delete=models.CASCADE, related_name="mages")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=PERSON_NAME, blank=True)  # only of who comes from a campaign
    colour = models.CharField(max_length=10, blank=True)
    player = models.CharField(max_length=PERSON_NAME, blank=True)
    # The mage of a campaign who was the guest, as long as that campaign is there.
    legacy = models.ForeignKey(
        Mage, null=True, blank=True, on_delete=models.SET_NULL, related_name="one_off_games"
    )
    life = models.PositiveSmallIntegerField(null=True, blank=True)
    exhausted = models.BooleanField(default=False)

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint("game", "seat", name="one_off_mage_one_per_seat"),
            models.CheckConstraint(
                condition=Q(seat__range=(1, 4)), name="one_off_mage_seat_one_to_four"
            ),
            models.CheckConstraint(
                condition=Q(result__in=RESULTS), name="one_off_mage_win_or_loss"
            ),
            models.CheckConstraint(
                condition=Q(life=None) | Q(life=0, exhausted=True) | Q(life__gt=0, exhausted=False),
                name="one_off_mage_exhausted_is_zero",
            ),
        )
        indexes = (
            models.Index(fields=("owner", "key", "name", "result", "game"), name="one_off_by_mage"),
            models.Index(fields=("owner", "player", "result"), name="one_off_by_player"),
        )

    def __str__(self) -> str:
        return self.name or self.key


class OneOffPile(PlayedRow):
    """A pile in the market of a played game."""

    game = models.ForeignKey(OneOffGame, on_delete=models.CASCADE, related_name="piles")
    kind = models.CharField(max_length=5)
    cost = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint("game", "key", name="one_off_pile_once"),
            models.CheckConstraint(
                condition=Q(result__in=RESULTS), name="one_off_pile_win_or_loss"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[str(kind) for kind in CardKind]), name="one_off_pile_kind"
            ),
        )
        indexes = (models.Index(fields=("owner", "key", "result", "game"), name="one_off_by_pile"),)

    def __str__(self) -> str:
        return self.key
