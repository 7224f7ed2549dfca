"""Games of every system, the facts recorded in them, and their photos.

A game belongs to a campaign, or (a one-off game) to a person. Everything about it is in its facts:
the plan, the result, notes, and whatever else its system records. A fact is never edited: it is
withdrawn and replaced.
"""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, Membership
from campaign.models.changes import Change
from campaign.models.records import Record

PLANNED, PLAYED, SETTLED, NOTE = "planned", "played", "settled", "note"
# In every system; a system's rules may add further kinds.
ONCE_PER_GAME = (PLANNED, PLAYED, SETTLED)


class GameQuerySet(models.QuerySet["Game"]):
    """Querysets of games."""

    def not_withdrawn(self) -> Self:
        """Exclude those that were undone."""
        return self.filter(withdrawn=None)

    def one_off(self) -> Self:
        """Keep those without a campaign."""
        return self.filter(campaign=None)

    def known_to(self, person: models.Model) -> Self:
        """Keep those in somebody's lists: of their campaigns, their own, shared with them.

        Their own are those that they own, and those in which they hold a seat. The same as
        ``Standing.belongs`` of each.
        """
        mine = Membership.objects.filter(person=person.pk).values("campaign")
        return self.filter(
            Q(owner=person.pk)
            | Q(pk__in=self.model.objects.filter(seats__person=person.pk).values("pk"))
            | Q(campaign__in=mine)
            | Q(shared_with__in=mine)
        )

    def with_role_of(self, person: models.Model | None) -> Self:
        """Add the role that somebody has in the campaign of each, as ``role_of_asker``."""
        place = Q(campaign__memberships__person=person)
        mine = FilteredRelation("campaign__memberships", condition=place)
        return self.annotate(mine=mine, role_of_asker=F("mine__role"))

    def with_offer(self, offers: models.QuerySet[Any]) -> Self:
        """Add the number and the name of the first of some offered seats of each."""
        return self.annotate(
            offered_seat=Subquery(offers.values("number")[:1]),
            offered_name=Subquery(offers.values("member__name")[:1]),
        )

    def played(self) -> Self:
        """Keep those with a result."""
        return self.filter(Exists(_result_not_withdrawn()))

    def planned(self) -> Self:
        """Keep those without a result."""
        return self.filter(~Exists(_result_not_withdrawn()))


class Game(Record):
    """One game of any system, in a campaign or one-off. Its facts say what happened in it.

    Writes to a campaign's game are counted by its campaign: its own revision stays 0.
    """

    language = models.CharField(max_length=2, default="en")  # of the box

    # A campaign's game.
    campaign = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.CASCADE, related_name="games"
    )
    number = models.PositiveIntegerField(default=0)  # 0 for a one-off game

    # A one-off game: its owner, and the campaign whose members may see it, if any.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="games",
    )
    shared_with = models.ForeignKey(
        Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="shared_games"
    )

    # The random part of the link by which others take a seat, or watch. It is not hashed: everybody
    # who plays is shown it again, and a new one replaces it. None for a campaign's game.
    invite_key = models.CharField(  # noqa: DJ001 # NULLs are no duplicates
        max_length=16, null=True, unique=True, editable=False
    )

    # Steps that are done, by sheet; shown on every phone, no part of the record.
    ticks = models.JSONField(default=dict, blank=True)

    withdrawn = models.ForeignKey(
        Change, null=True, blank=True, on_delete=models.CASCADE, related_name="withdrawn_games"
    )

    # Annotated by ``with_role_of``; None without a role, and of a one-off game.
    role_of_asker: str | None

    # Annotated by ``with_offer``; None if there is none.
    offered_seat: int | None
    offered_name: str | None

    objects = GameQuerySet.as_manager()

    has_one_note = True

    class Meta:
        ordering = ("number", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    campaign__isnull=False,
                    number__gte=1,
                    owner=None,
                    shared_with=None,
                )
                | Q(campaign=None, number=0, owner__isnull=False, withdrawn=None),
                name="game_of_a_campaign_or_a_person",
            ),
            models.UniqueConstraint(
                fields=("campaign", "number"),
                condition=Q(withdrawn=None),
                name="game_number_once",
            ),
        )

    def __str__(self) -> str:
        of = f"game {self.number} of {self.campaign_id}" if self.campaign_id else "one-off game"
        return f"{of} {self.code}"

    @classmethod
    def of_campaign(cls, campaign: Campaign, number: int, **more: Any) -> Self:
        """Return an unsaved game of a campaign, with the system and language of its box."""
        box = {name: getattr(campaign, name) for name in ("system", "pack_version", "language")}
        return cls(campaign=campaign, number=number, **box, **more)

    @property
    def record(self) -> Record:
        """Return what is written to with this game: its campaign, or the one-off game itself."""
        return self.campaign or self

    @property
    def audience_id(self) -> int | None:
        """Return the id of the campaign whose members see it: its own, or one it is shared with."""
        return self.campaign_id or self.shared_with_id

    def own_games(self) -> models.QuerySet[Any]:
        """Return this one-off game, the only one of its record."""
        return Game.objects.filter(pk=self.pk)

    def new_change(self, **columns: Any) -> Change:
        """Return an unsaved change of this one-off game."""
        return Change(game=self, **columns)


class FactQuerySet(models.QuerySet["Fact"]):
    """Querysets of facts."""

    def not_withdrawn(self) -> Self:
        """Exclude those that were withdrawn."""
        return self.filter(withdrawn=None)


class Fact(models.Model):
    """One recorded fact. ``place`` orders the facts of a game; a replacement keeps it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="facts")
    kind = models.CharField(max_length=20)
    place = models.PositiveIntegerField()
    payload = models.JSONField()  # the system's fact, as campaign.rules.core.serialize writes it
    recorded = models.ForeignKey(Change, on_delete=models.CASCADE, related_name="recorded_facts")
    withdrawn = models.ForeignKey(
        Change, null=True, blank=True, on_delete=models.CASCADE, related_name="withdrawn_facts"
    )
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_by"
    )

    objects = FactQuerySet.as_manager()

    class Meta:
        ordering = ("game__number", "place", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "place"), condition=Q(withdrawn=None), name="fact_one_per_place"
            ),
            models.UniqueConstraint(
                fields=("game", "kind"),
                condition=Q(withdrawn=None, kind__in=ONCE_PER_GAME),
                name="fact_once_per_game",
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="fact_has_a_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in game {self.game_id}"


class Photo(models.Model):
    """A photo of a game, re-encoded; stored under a random name.

    If a campaign's game is undone, the one in its place inherits its photos.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    name = models.CharField(max_length=40, unique=True)
    caption = models.CharField(_("caption"), max_length=140, blank=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("added_at", "pk")

    def __str__(self) -> str:
        return self.caption or self.name


def _result_not_withdrawn() -> models.QuerySet[Fact]:
    return Fact.objects.filter(game=OuterRef("pk"), kind=PLAYED, withdrawn=None)
