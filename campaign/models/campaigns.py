"""Campaigns, their members and their invites."""

import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, FilteredRelation, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.changes import Change
from campaign.models.records import Record
from campaign.models.records import new_code as new_code  # migrations name it here
from campaign.models.records import new_stamp as new_stamp
from campaign.models.roles import Role
from campaign.rules.core.sizes import CAMPAIGN_NAME, SELECTOR


class CampaignQuerySet(models.QuerySet["Campaign"]):
    """Querysets of campaigns."""

    def of(self, person: models.Model) -> Self:
        """Keep those that a person is a member of."""
        return self.filter(memberships__person=person)

    def with_role_of(self, person: models.Model | None) -> Self:
        """Add the role that somebody has in each, and the day they last saw it."""
        mine = FilteredRelation("memberships", condition=Q(memberships__person=person))
        return self.annotate(
            mine=mine, role_of_asker=F("mine__role"), seen_by_asker=F("mine__seen_on")
        )


class Campaign(Record):
    """A legacy campaign. Its state is replayed from its facts; ``revision`` counts its writes."""

    name = models.CharField(_("name"), max_length=CAMPAIGN_NAME)
    language = models.CharField(_("language of the box"), max_length=2, default="en")
    forked_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="forks"
    )
    forked_after = models.PositiveIntegerField(null=True, blank=True)
    demo = models.BooleanField(default=False)
    # Hash of the one-time code that makes a member the keeper; "" if there is none.
    keeper_code_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    # What was chosen and drawn for its start, as its system writes it; None if it has only a party.
    opening = models.JSONField(null=True, blank=True, editable=False)

    # Annotated by ``with_role_of``.
    role_of_asker: str | None
    seen_by_asker: datetime.date | None

    objects = CampaignQuerySet.as_manager()

    has_one_note = False

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (models.CheckConstraint(condition=~Q(name=""), name="campaign_has_a_name"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_archived(self) -> bool:
        """Say whether it is archived: then nothing but photos can be added to it."""
        return self.archived_at is not None

    def own_games(self) -> models.QuerySet[Any]:
        """Return all games of this campaign."""
        return self.games.all()

    def new_change(self, **columns: Any) -> Change:
        """Return an unsaved change of this campaign."""
        return Change(campaign=self, **columns)


class Membership(models.Model):
    """Somebody's place in a campaign."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role)
    joined_at = models.DateTimeField(auto_now_add=True)
    # When they were let in with this role: when their link was made, however late they used it, or
    # when the keeper chose them. A removal since then outweighs the membership in a merge.
    admitted_at = models.DateTimeField(default=timezone.now)
    seen_on = models.DateField(null=True, editable=False)  # the day they last opened its front page

    class Meta:
        ordering = ("joined_at", "pk")
        constraints = (
            models.UniqueConstraint("campaign", "person", name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role"),
            models.UniqueConstraint(
                fields=("campaign",), condition=Q(role=Role.KEEPER), name="membership_one_keeper"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person_id} in {self.campaign_id}: {self.role}"


class InviteQuerySet(models.QuerySet["Invite"]):
    """Querysets of invites."""

    def open(self) -> Self:
        """Keep those that are neither revoked nor expired."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class Invite(models.Model):
    """A link to join a campaign with a role, or (``looks``) only to view it.

    Its token is a selector, by which the row is found, and a secret. Only the hash of the token is
    stored, and compared in constant time: neither the database nor timing reveals it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invites")
    role = models.CharField(max_length=10, choices=Role)
    looks = models.BooleanField(default=False)
    selector = models.CharField(max_length=SELECTOR, unique=True, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)

    objects = InviteQuerySet.as_manager()

    class Meta:
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invite_role"),
            # Only handing over, or the one-time code, makes somebody the keeper.
            models.CheckConstraint(condition=~Q(role=Role.KEEPER), name="invite_never_keeper"),
        )

    def __str__(self) -> str:
        return f"invite {self.pk} to {self.campaign_id}"


class Removal(models.Model):
    """Somebody was removed from a campaign, or made a viewer: earlier invites no longer work."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="removals")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint("campaign", "person", name="removal_once"),)

    def __str__(self) -> str:
        return f"{self.person_id} from {self.campaign_id}"
