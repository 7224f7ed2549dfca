"""The ledger of plays: a read model of every finished game, of any system.

Its rows are derived from the facts of games, and written only by ``campaign.services.plays``, so
that lists and counts are plain queries. ``manage.py plays`` compares them with the facts, or
rebuilds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef, Prefetch, Q, Value
from django.db.models.functions import Coalesce
from django.db.models.lookups import IsNull

from campaign.models.campaigns import Campaign, Membership
from campaign.models.games import Game
from campaign.models.roles import Role
from campaign.models.seats import Seat
from campaign.rules.core.play import BOX
from campaign.rules.core.sizes import KEY, NAME, PERSON_NAME

CODE = 40  # a system's word for a result, an ending, a difficulty, a kind of tag


class PlayQuerySet(models.QuerySet["Play"]):
    """Querysets of plays."""

    def visible_to(
        self,
        person: models.Model,
        campaigns: Iterable[Campaign] | None = None,
        *,
        once: bool = False,
    ) -> Self:
        """Keep those of a person's campaigns, their own, and those shared with their campaigns.

        Their own are those that they own, and those in which they hold a seat.

        ``campaigns``: the person's, if they were read already. ``once``: without the plays that a
        fork has in common with its original, if the person is a member of both.
        """
        # With constants each condition uses its own index; subqueries would scan every game.
        if campaigns is None:
            campaigns = Campaign.objects.of(person).only("pk", "forked_from")
        mine = {campaign.pk: campaign.forked_from_id for campaign in campaigns}
        joined = Q(game__campaign__in=mine) | Q(game__shared_with__in=mine)
        seated = Seat.objects.filter(person=person.pk).values("game")
        # Apart from the rest, so that each uses its index.
        known = self.filter(Q(game__owner=person) | joined).order_by().values("pk")
        found = self.filter(
            pk__in=known.union(self.filter(game__in=seated).order_by().values("pk"))
        )
        forks = [fork for fork, origin in mine.items() if origin in mine]
        if not once or not forks:
            return found
        twins = Play.objects.filter(
            game__campaign=OuterRef("game__campaign__forked_from"),
            number=OuterRef("number"),
            number__lte=OuterRef("game__campaign__forked_after"),
        )
        return found.exclude(Exists(twins), game__campaign__in=forks)

    def opened_to(self, person: models.Model, closed: Collection[str]) -> Self:
        """Exclude the games and campaigns of others that were played with a closed box."""
        if not closed:
            return self
        tags = PlayTag.objects.filter(play=OuterRef("pk"), kind=BOX, key__in=closed)
        keeps = Membership.objects.filter(
            campaign=OuterRef("game__campaign"), person=person.pk, role=Role.KEEPER
        )
        alone = Q(game__campaign=None) & ~Q(game__owner=person)
        # A campaign with an opening is drawn from boxes; any other is a box that is being opened.
        drawn = Q(game__campaign__opening__isnull=False) & ~Exists(keeps)
        return self.exclude((alone | drawn) & Exists(tags))

    def latest_first(self) -> Self:
        """Order by date descending, undated ones last."""
        # Within a day, games of campaigns come first.
        alone = IsNull(F("number"), True)
        return self.order_by(F("played_on").desc(nulls_last=True), alone, "-game_id")

    def with_rows(self) -> Self:
        """Fetch what a list shows of each play: code, campaign, language, seats, numbers, boxes."""
        shown = PlayTag.objects.filter(Q(number__isnull=False) | Q(kind=BOX))
        group = Coalesce("game__campaign__name", "game__shared_with__name", Value(""))
        return self.annotate(
            code=Coalesce("game__campaign__code", "game__code"),
            game_code=F("game__code"),
            group=group,
            language=F("game__language"),
        ).prefetch_related("seats", Prefetch("tags", queryset=shown, to_attr="shown_tags"))


class Play(models.Model):
    """A finished game. ``result`` is "" if every seat has its own."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="play")
    system = models.SlugField()
    number = models.PositiveIntegerField(null=True)  # of the game in its campaign
    played_on = models.DateField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    result = models.CharField(max_length=CODE, blank=True)
    ending = models.CharField(max_length=CODE, blank=True)
    against = models.CharField(max_length=KEY, blank=True)
    against_name = models.CharField(max_length=NAME, blank=True)  # only if players typed it
    difficulty = models.CharField(max_length=CODE, blank=True)
    game_name = models.CharField(max_length=NAME, blank=True)  # only if players described the game

    # Annotated or prefetched by ``with_rows``.
    code: str  # of its campaign, or its own
    game_code: str
    group: str  # name of its campaign, or of the one it is shared with
    language: str  # of its box
    shown_tags: list[PlayTag]

    objects = PlayQuerySet.as_manager()

    def __str__(self) -> str:
        return f"play of {self.game}"

    def numbers(self, kind: str) -> dict[str, int]:
        """Return the numbers of its tags of a kind, by key."""
        tags = (tag for tag in self.shown_tags if tag.kind == kind)
        return {tag.key: tag.number for tag in tags if tag.number is not None}


class PlaySeat(models.Model):
    """A player of a play, and what they played."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=PERSON_NAME, blank=True)
    key = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=PERSON_NAME, blank=True)  # only if players typed it
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
    """Something to count in a play: a card that was in it, the final value of a dial."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="tags")
    kind = models.CharField(max_length=CODE)
    key = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=NAME, blank=True)  # only if players typed it
    number = models.IntegerField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint("play", "kind", "key", name="play_tag_once"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key} of play {self.play_id}"
