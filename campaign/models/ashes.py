"""Tables that only Ashes has: saved decks, public games, the card sets people own."""

from datetime import timedelta
from typing import Final, Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaign.models.games import Game
from campaign.models.records import new_code
from campaign.rules.core.sizes import NAME, PERSON_NAME, REASON, TEXT, TOKEN

DELETED_KEPT: Final = timedelta(days=30)  # for this long a deleted deck can be restored


class SavedDeckQuerySet(models.QuerySet["SavedDeck"]):
    """Saved decks, deleted or not."""

    def not_deleted(self) -> Self:
        """Exclude deleted decks."""
        return self.filter(deleted_at=None)

    def deleted(self) -> Self:
        """Return deleted decks that can still be restored."""
        return self.filter(deleted_at__gt=timezone.now() - DELETED_KEPT)


class SavedDeck(models.Model):
    """A person's deck, finished or not; ``deck`` is the engine's ``Deck``, serialized."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks"
    )
    deck = models.JSONField()
    reason = models.CharField(max_length=REASON, blank=True)  # overrules what is wrong with it
    revision = models.PositiveIntegerField(default=1)  # counts its writes, undoing included
    version = models.PositiveIntegerField(default=1)  # that it has now; older ones after undoing
    note = models.TextField(max_length=TEXT, blank=True)  # for the owner alone
    tags = models.JSONField(default=list, blank=True)  # by which the owner finds it
    # The random part of the public link. It is not hashed: the owner is shown it again, and all
    # that it opens is a list of cards.
    share_key = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 # NULLs are no duplicates
    # Of the form that wrote it last, so that a form sent twice writes once.
    token = models.CharField(max_length=TOKEN, null=True, blank=True)  # noqa: DJ001 # NULLs are no duplicates
    # What it was copied from: a public deck, as long as there is one, or a ready-made one.
    copied_public = models.ForeignKey(
        "campaign.PublicDeck", null=True, on_delete=models.SET_NULL, related_name="copies"
    )
    copied_ready = models.CharField(max_length=NAME, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = SavedDeckQuerySet.as_manager()

    class Meta:
        ordering = ("-changed_at", "-pk")
        constraints = (models.UniqueConstraint("owner", "token", name="saved_deck_one_per_token"),)

    def __str__(self) -> str:
        return f"deck {self.code}"


class DeckVersion(models.Model):
    """A deck after a step of building it; those after the deck's own version are undone."""

    saved = models.ForeignKey(SavedDeck, on_delete=models.CASCADE, related_name="versions")
    revision = models.PositiveIntegerField()
    # Steps shortly after each other have the same one; of older sessions only the last step stays.
    session = models.PositiveIntegerField(default=1)
    deck = models.JSONField()
    saved_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-revision",)
        constraints = (
            models.UniqueConstraint("saved", "revision", name="deck_version_once_a_revision"),
        )

    def __str__(self) -> str:
        return f"version {self.revision} of deck {self.saved_id}"


class PublicDeckQuerySet(models.QuerySet["PublicDeck"]):
    """Published decks, taken down or not."""

    def visible(self) -> Self:
        """Exclude those that support took down, and whose deck is deleted."""
        return self.filter(is_taken_down=False, saved__deleted_at=None)


class PublicDeck(models.Model):
    """A deck as its owner published it; later changes are published again, or stay private."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    saved = models.OneToOneField(SavedDeck, on_delete=models.CASCADE, related_name="published")
    deck = models.JSONField()
    author = models.CharField(max_length=PERSON_NAME, blank=True)  # the name that they chose
    description = models.TextField(max_length=TEXT, blank=True)
    published_at = models.DateTimeField(default=timezone.now)
    is_taken_down = models.BooleanField(default=False)  # by support; stays when published again

    objects = PublicDeckQuerySet.as_manager()

    class Meta:
        ordering = ("-published_at", "-pk")
        indexes = (models.Index("published_at", name="public_deck_by_time"),)

    def __str__(self) -> str:
        return f"public deck {self.code}"


class DeckReport(models.Model):
    """What somebody reported about a public deck; it is not kept who."""

    public = models.ForeignKey(PublicDeck, on_delete=models.CASCADE, related_name="reports")
    text = models.CharField(max_length=REASON)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"report of {self.public}"


class CountedGame(models.Model):
    """A game that its owner lets everybody's win rates count; nothing else of it is public."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="counted")
    since = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"counted: {self.game_id}"


class CardCollection(models.Model):
    """The card sets that a person owns; without a row, the core set."""

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="card_collection"
    )
    sets = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"sets of {self.owner_id}"


class DraftLink(models.Model):
    """The old addresses of a draft that was opened before drafts were games."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draft_links")
    code = models.CharField(max_length=16, unique=True)  # of its page
    join_key = models.CharField(max_length=32, unique=True)  # of its invitation
    # The invitation that took its place, and which the old one leads to until it is replaced;
    # "" where the game has seats of its own already.
    invite_key = models.CharField(max_length=16, blank=True)

    def __str__(self) -> str:
        return f"draft {self.code}"
