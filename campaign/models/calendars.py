"""The private calendar of a person: an address that calendar programs read."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class CalendarFeed(models.Model):
    """The address at which somebody's evenings are read as a calendar. Only its hash is stored."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    used_on = models.DateField(null=True, editable=False)  # the last day

    def __str__(self) -> str:
        return f"the calendar of {self.person_id}"
