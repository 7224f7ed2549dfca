"""Seats of a one-off game: who plays where, in every system."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaign.models.games import Game
from campaign.models.members import Member


class SeatManager(models.Manager["Seat"]):
    """Seats, each with who plays there."""

    def get_queryset(self) -> models.QuerySet["Seat"]:
        """Join the members, of whom every reader wants the name."""
        return super().get_queryset().select_related("member")


class Seat(models.Model):
    """A seat that somebody took, or has left again. A seat without a row was never taken.

    One person may hold several seats of a game, and then passes their phone around.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Whose phone it is. None: it is free; it was freed, or left, or the account was deleted.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
    )
    member = models.ForeignKey(Member, on_delete=models.RESTRICT, related_name="seats")  # who plays

    objects = SeatManager()

    class Meta:
        ordering = ("number",)
        constraints = (
            # Of two phones that take a seat at the same moment, one gets it.
            models.UniqueConstraint("game", "number", name="seat_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seat_from_one"),
        )

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"

    @property
    def name(self) -> str:
        """Return the name of who plays there."""
        return str(self.member)


class FreedSeat(models.Model):
    """Somebody whose seat was freed by the owner of the game, so that they can be told.

    If ``barred``, they cannot take a seat by the invitation that is valid now. ``barred_at`` stays
    when a new invitation replaces it: links of evenings from before it stay closed to them.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="freed_seats")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    barred = models.BooleanField(default=False)
    barred_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint("game", "person", name="freed_seat_once"),)

    def __str__(self) -> str:
        return f"{self.person_id} had a seat in game {self.game_id}"


class Barring(models.Model):
    """An owner who has barred somebody from a game, and whom that person asks to play no more.

    It outlasts the game, and another owner of it; the owner lifts it by asking that person to play.
    """

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint("by", "person", name="barring_once"),)

    def __str__(self) -> str:
        return f"{self.by_id} has barred {self.person_id}"


class SeatOffer(models.Model):
    """A seat kept for somebody in a game that was started to play again.

    They are asked, on their home page and on the page of the game before; nobody is seated unasked.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_offers")
    number = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.RESTRICT, related_name="offers")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_offers"
    )
    again_of = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="offers_again")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint("game", "number", name="seat_offer_once"),)

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id} for {self.person_id}"

    @property
    def name(self) -> str:
        """Return the name of who plays there."""
        return str(self.member)
