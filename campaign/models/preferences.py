"""What somebody keeps for a game beside its record: what they own, what they like to play."""

from django.db import models

from campaign.models.people import Person
from campaign.rules.core.sizes import NAME

KIND = 20


class Preference(models.Model):
    """A value that a game's pages keep with a person; the game's folders know what is in it."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="preferences")
    family = models.SlugField()  # whose folders know it
    kind = models.CharField(max_length=KIND)
    name = models.CharField(max_length=NAME, blank=True)  # "" where there is one of a kind
    payload = models.JSONField(default=dict)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(
                "person", "family", "kind", "name", name="preference_once_by_name"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.name} of {self.person}".replace("  ", " ")
