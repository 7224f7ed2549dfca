"""What only Ashes keeps in tables: people's decks, the sets they own, and drafts."""

from datetime import timedelta
from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaign.models.campaigns import new_code
from campaign.rules.core.sizes import PERSON_NAME, REASON, TOKEN

DELETED_KEPT: Final = timedelta(days=30)  # as long, deleting a deck can be undone


class SavedDeckQuerySet(models.QuerySet["SavedDeck"]):
    """Decks, asked for in sentences."""

    def standing(self) -> Self:
        """Leave out what was deleted."""
        return self.filter(deleted_at=None)

    def deleted(self) -> Self:
        """Keep what was deleted and can still be brought back."""
        return self.filter(deleted_at__gt=timezone.now() - DELETED_KEPT)


class SavedDeck(models.Model):
    """Somebody's deck, finished or not; ``deck`` is the plain form of the engine's value."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks"
    )
    deck = models.JSONField()
    reason = models.CharField(max_length=REASON, blank=True)  # why it is played as it is
    revision = models.PositiveIntegerField(default=1)
    # The end of the link that shows it to anybody: random, and kept as it is, for its owner is
    # shown it again. It opens a list of cards.
    share_key = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 # NULLs are no duplicates
    # Made by the form that wrote it last: the same form sent twice is one write.
    token = models.CharField(max_length=TOKEN, null=True, blank=True)  # noqa: DJ001 # NULLs are no duplicates
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = SavedDeckQuerySet.as_manager()

    class Meta:
        ordering = ("-changed_at", "-pk")
        constraints = (models.UniqueConstraint("owner", "token", name="saved_deck_one_per_token"),)

    def __str__(self) -> str:
        return f"deck {self.code}"


class CardCollection(models.Model):
    """The card sets that somebody owns; who has none of these has the core set."""

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="card_collection"
    )
    sets = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"sets of {self.owner_id}"


class Draft(models.Model):
    """A draft. Until it begins players join; from then on its facts say how far it is."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts"
    )
    edition = models.CharField(max_length=10)
    sets = models.JSONField(default=list)
    join_key = models.CharField(max_length=32, unique=True)
    # What its decks were set up for: everybody who drafted plays in it.
    game = models.ForeignKey(
        "campaign.Game", null=True, on_delete=models.SET_NULL, related_name="drafts"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"draft {self.code}"


class DraftSeat(models.Model):
    """A player of a draft. One person may have several: then their phone goes round."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=PERSON_NAME)
    # None: an account that was deleted; the host plays on for it.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="draft_seats",
    )
    token = models.CharField(max_length=TOKEN, null=True, blank=True)  # noqa: DJ001 # NULLs are no duplicates

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint("draft", "seat", name="draft_seat_once"),
            models.UniqueConstraint("draft", "token", name="draft_seat_one_per_token"),
            models.CheckConstraint(condition=Q(seat__range=(1, 4)), name="draft_seat_one_to_four"),
        )

    def __str__(self) -> str:
        return self.name


class DraftFact(models.Model):
    """One fact of a draft: its beginning, then what players took, in the order of ``place``."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="facts")
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=30)
    payload = models.JSONField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("place",)
        # Two picks at the same moment: the database lets them in one after the other.
        constraints = (models.UniqueConstraint("draft", "place", name="draft_fact_in_order"),)

    def __str__(self) -> str:
        return f"{self.draft_id}.{self.place}: {self.kind}"
