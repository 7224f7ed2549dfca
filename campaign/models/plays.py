"""The ledger of plays: a read model of every finished game, of any system.

Its rows are derived from the facts of a game (``campaign.services.plays`` writes them, and nothing
else does), so that lists and counts are plain queries. ``manage.py plays`` compares them with the
facts and writes them anew.
"""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Prefetch, Q
from django.db.models.lookups import IsNull

from campaign.models.campaigns import Campaign
from campaign.models.games import Game
from campaign.rules.core.sizes import KEY, NAME, PERSON_NAME

CODE = 40  # a system's word for a result, an ending, a difficulty, a kind of tag


class PlayQuerySet(models.QuerySet["Play"]):
    """Plays, asked for in sentences."""

    def visible_to(self, person: models.Model) -> Self:
        """Keep those of somebody's campaigns, their own, and those shared with their campaigns."""
        mine = Campaign.objects.of(person).values("pk")
        games = Game.objects.order_by()
        # Each by its own index: with one condition of all three, every game would be read.
        found = games.of(person).values("pk")
        found = found.union(
            games.filter(campaign__in=mine).values("pk"),
            games.filter(shared_with__in=mine).values("pk"),
        )
        return self.filter(game__in=found)

    def in_group(self, code: str) -> Self:
        """Keep those of a campaign, and the one-off games shared with it."""
        return self.filter(Q(game__campaign__code=code) | Q(game__shared_with__code=code))

    def of_campaign(self, campaign: models.Model) -> Self:
        """Keep those of a campaign's own games."""
        return self.filter(game__campaign=campaign)

    def once(self, person: models.Model) -> Self:
        """Leave out what a fork repeats of a campaign that somebody belongs to as well."""
        twins = Play.objects.filter(
            game__campaign=OuterRef("game__campaign__forked_from"),
            game__campaign__in=Campaign.objects.of(person).values("pk"),
            number=OuterRef("number"),
            number__lte=OuterRef("game__campaign__forked_after"),
        )
        return self.filter(Q(game__campaign__forked_from=None) | ~Exists(twins))

    def latest_first(self) -> Self:
        """Order them by day, those without one last."""
        # On one day a campaign's games come first.
        alone = IsNull(F("number"), True)
        return self.order_by(F("played_on").desc(nulls_last=True), alone, "-game_id")

    def with_rows(self) -> Self:
        """Fetch what a list shows of each play: its game, its seats and the tags with a number."""
        numbers = PlayTag.objects.filter(number__isnull=False)
        return self.select_related("game__campaign", "game__shared_with").prefetch_related(
            "seats", Prefetch("tags", queryset=numbers, to_attr="numbered")
        )


class Play(models.Model):
    """A finished game. ``result`` is "" where every seat has its own."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="play")
    system = models.SlugField()
    number = models.PositiveIntegerField(null=True)  # of the game in its campaign
    played_on = models.DateField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    result = models.CharField(max_length=CODE, blank=True)
    ending = models.CharField(max_length=CODE, blank=True)
    against = models.CharField(max_length=KEY, blank=True)
    against_name = models.CharField(max_length=NAME, blank=True)  # only where players typed it
    difficulty = models.CharField(max_length=CODE, blank=True)

    objects = PlayQuerySet.as_manager()

    def __str__(self) -> str:
        return f"play of {self.game}"

    @property
    def code(self) -> str:
        """Return the code in its address: its campaign's, or its own."""
        return self.game.campaign.code if self.game.campaign else self.game.code

    @property
    def language(self) -> str:
        """Return the language of its box."""
        return self.game.language

    @property
    def group(self) -> str:
        """Return what its campaign is called, or the one it is shared with."""
        campaign = self.game.campaign or self.game.shared_with
        return campaign.name if campaign else ""

    def numbers(self) -> dict[tuple[str, str], int]:
        """Return the numbers of its tags by kind and key."""
        found: list[PlayTag] = self.numbered  # type: ignore[attr-defined] # of with_rows()
        return {(tag.kind, tag.key): tag.number for tag in found if tag.number is not None}


class PlaySeat(models.Model):
    """Somebody at the table of a play, and what they played."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=PERSON_NAME, blank=True)
    key = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=PERSON_NAME, blank=True)  # only where players typed it
    colour = models.CharField(max_length=CODE, blank=True)
    side = models.CharField(max_length=CODE, blank=True)
    result = models.CharField(max_length=CODE, blank=True)  # the play's, unless seats differ
    place = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)

    class Meta:
        ordering = ("seat",)
        constraints = (models.UniqueConstraint("play", "seat", name="play_seat_once"),)

    def __str__(self) -> str:
        return f"seat {self.seat} of play {self.play_id}"


class PlayTag(models.Model):
    """Something that is counted of a play: a card that was in it, what a dial showed at the end."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="tags")
    kind = models.CharField(max_length=CODE)
    key = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=NAME, blank=True)  # only where players typed it
    number = models.IntegerField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint("play", "kind", "key", name="play_tag_once"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key} of play {self.play_id}"
