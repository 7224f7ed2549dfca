"""The roles of the members of a campaign."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What somebody may do in a campaign."""

    KEEPER = "keeper", _("keeper")
    PLAYER = "player", _("player")
    READER = "reader", _("viewer")
