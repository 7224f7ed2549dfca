"""Tables that only Aeon's End has: the mages of a Legacy campaign."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign
from campaign.models.members import Member
from campaign.rules.core.sizes import PERSON_NAME


class MageManager(models.Manager["Mage"]):
    """Mages, each with who plays it."""

    def get_queryset(self) -> models.QuerySet["Mage"]:
        """Join the members, of whom every reader wants the name."""
        return super().get_queryset().select_related("member")


class Mage(models.Model):
    """A mage of a campaign, the same in all of its games."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="mages")
    seat = models.PositiveSmallIntegerField()
    colour = models.CharField(_("colour"), max_length=10)
    side = models.CharField(_("side"), max_length=1)
    name = models.CharField(_("name"), max_length=PERSON_NAME)
    # None: nobody is named.
    member = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.RESTRICT, related_name="mages"
    )
    portrait = models.CharField(max_length=40, blank=True)  # the stored picture's random name

    objects = MageManager()

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint("campaign", "seat", name="mage_one_per_seat"),
            # Four mats, one of each colour, in the box.
            models.UniqueConstraint("campaign", "colour", name="mage_one_per_colour"),
            models.CheckConstraint(condition=Q(seat__range=(1, 4)), name="mage_seat_one_to_four"),
            models.CheckConstraint(
                condition=Q(colour__in=("green", "yellow", "orange", "blue")), name="mage_colour"
            ),
            models.CheckConstraint(condition=Q(side__in=("a", "b")), name="mage_side"),
            models.CheckConstraint(condition=~Q(name=""), name="mage_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def player(self) -> str:
        """Return the name of who plays it; "" if nobody is named."""
        return str(self.member) if self.member else ""
