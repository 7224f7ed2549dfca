"""The live table of a game, and the moves made at it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaign.models.campaigns import new_stamp
from campaign.models.games import Game
from campaign.rules.core.sizes import PERSON_NAME, TOKEN


class LiveTable(models.Model):
    """A game while it is played. It is closed as long as the game has a result."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="live_table")
    start = models.JSONField()  # what it began with, as campaign.rules.core.serialize writes it
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    sequence = models.PositiveIntegerField(default=0)  # of its latest move
    stamp = models.CharField(max_length=16, default=new_stamp)  # what is remembered goes by it

    def __str__(self) -> str:
        return f"live table of game {self.game_id} at move {self.sequence}"


class LiveMove(models.Model):
    """A move: never changed, never deleted; an undo is a move of its own."""

    table = models.ForeignKey(LiveTable, on_delete=models.CASCADE, related_name="moves")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)  # the system's word for it
    payload = models.JSONField()  # the system's move, as plain values
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    # Who made it elsewhere, as an imported file names them; None: ``person`` made it here.
    signed = models.CharField(max_length=PERSON_NAME, null=True, blank=True)  # noqa: DJ001 # "" is somebody
    at = models.DateTimeField(default=timezone.now, editable=False)
    # Made by the phone: the same move sent twice is one.
    token = models.CharField(max_length=TOKEN, null=True, blank=True)  # noqa: DJ001 # NULLs are no duplicates

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint("table", "sequence", name="live_move_one_per_sequence"),
            models.UniqueConstraint("table", "token", name="live_move_one_per_token"),
        )

    def __str__(self) -> str:
        return f"{self.kind} ({self.sequence}) at {self.table_id}"

    @property
    def made_by(self) -> str:
        """Return the name of whoever made it; "" for a guest without one."""
        if self.signed is not None:
            return self.signed
        return self.person.display_name or self.person.username or "" if self.person else ""
