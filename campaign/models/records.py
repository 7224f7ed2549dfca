"""What a campaign and a one-off game have in common: each is a record, written as a whole."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.utils import timezone

from campaign.models.changes import Change

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager

# Without 0/O, 1/I/L: a code is read aloud across a table.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 8
INVITE_LENGTH = 12  # of the key in a game's invitation: it is typed, and nobody may guess it


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a random public code; 31^8 of them are too many to guess."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


def new_invite_key() -> str:
    """Return the random part of the link that invites people to a game."""
    return new_code(INVITE_LENGTH)


def new_stamp() -> str:
    """Return a random value that no other state of any campaign or game has."""
    return secrets.token_hex(8)


class Record(models.Model):
    """What counts its writes: a campaign with all its games, or a one-off game.

    A game of a campaign has these columns too, but is part of the campaign's record: see
    ``Game.record``.
    """

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    system = models.SlugField()
    pack_version = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revision = models.PositiveIntegerField(default=0)  # how many writes there were
    # New with every write and never the same twice: cached values are keyed by it.
    stamp = models.CharField(max_length=16, default=new_stamp)

    if TYPE_CHECKING:
        language: str  # of the box
        changes: RelatedManager[Change]

    # Whether a game of this record has one note, which a correction replaces, or any number.
    has_one_note: ClassVar[bool]

    class Meta:
        abstract = True

    @property
    def is_archived(self) -> bool:
        """Say whether nothing but photos can be added to it until it is unarchived."""
        return False

    def own_games(self) -> models.QuerySet[Any]:
        """Return the games of this record, those that were withdrawn too."""
        raise NotImplementedError

    def new_change(self, **columns: Any) -> Change:
        """Return an unsaved change of this record."""
        raise NotImplementedError
