"""Who may be here, and as what: the one place that decides it.

:func:`may` asks the database alone, so that pages, streams, the API, messages to other programs,
exports, joining and merging all get the same answer. What a browser was let in by without a name
(a view-only link, watching a game) is a *pass*, which the caller hands over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from django.db.models import Prefetch, prefetch_related_objects

from campaign.models import (
    Campaign,
    FreedSeat,
    Game,
    Invite,
    Membership,
    Person,
    Record,
    Removal,
    Role,
)
from campaign.models.records import CODE_LENGTH
from campaign.selectors.admission import NO_BOX, closed_in
from campaign.selectors.seats import seats_held

NO_SEATS: frozenset[int] = frozenset()


class Need(IntEnum):
    """The permission that a page needs, the lowest first."""

    LOOK = 1
    WRITE = 2
    KEEP = 3


# By the role in a campaign; None for a visitor with a view-only link.
MAY = {None: Need.LOOK, Role.READER: Need.LOOK, Role.PLAYER: Need.WRITE, Role.KEEPER: Need.KEEP}


@dataclass(frozen=True, slots=True)
class Passes:
    """What a browser was let in by, whoever is signed in there."""

    looks: Mapping[str, int] = field(default_factory=dict)  # view-only links by campaign code
    watches: Mapping[str, str | None] = field(default_factory=dict)  # invitations by game code


NO_PASSES = Passes()


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody may do with a record.

    ``need`` is the most that they may; None if they have no business here. ``belongs`` says that
    they have a place of their own in it, and see it in their lists: a role, a seat, the ownership,
    or a role in the campaign that a one-off game is shared with.
    """

    need: Need | None
    belongs: bool = False
    role: Role | None = None  # in the campaign
    seats: frozenset[int] = NO_SEATS  # that they hold in a one-off game
    freed: bool = False  # the owner freed a seat of theirs, and they hold none
    barred: bool = False  # and the present invitation is closed to them
    closed: frozenset[str] = NO_BOX  # boxes in it that they must not see yet

    @property
    def sees(self) -> bool:
        """Say whether they may see it, with all that is in it."""
        return self.need is not None and not self.closed


STRANGER = Standing(None)


def may(person: Person | None, record: Record, passes: Passes = NO_PASSES) -> Standing:
    """Return what somebody may do with a campaign, or with a game of either kind."""
    match record:
        case Campaign():
            return with_role(person, record, role_in(record.pk, person), passes)
        case Game(campaign=Campaign() as campaign):
            return may(person, campaign, passes)
        case Game():
            return _closing(_in_one_off(person, record, passes), person, record)
    raise TypeError(f"{record!r} is no record")


def with_role(
    person: Person | None, campaign: Campaign, role: Role | None, passes: Passes = NO_PASSES
) -> Standing:
    """Return what somebody may do with a campaign; their role in it was read already."""
    return _closing(_in_campaign(person, campaign, role, passes), person, campaign)


def find_campaign(
    code: str, person: Person | None, passes: Passes = NO_PASSES
) -> tuple[Campaign, Standing] | None:
    """Return a campaign by its code, and what somebody may do with it, with one join."""
    if len(code) != CODE_LENGTH:
        return None
    campaign = Campaign.objects.with_role_of(_active(person)).filter(code=code.upper()).first()
    if campaign is None:
        return None
    role = Role(campaign.role_of_asker) if campaign.role_of_asker else None
    return campaign, with_role(person, campaign, role, passes)


def find_game(
    code: str, person: Person | None, passes: Passes = NO_PASSES
) -> tuple[Game, Standing] | None:
    """Return a game by its code, and what somebody may do with it.

    Its campaign, and the role in that, are read with one join.
    """
    if len(code) != CODE_LENGTH:
        return None
    games = Game.objects.select_related("campaign").with_role_of(_active(person))
    game = games.filter(code=code.upper()).first()
    if game is None:
        return None
    if game.campaign is None:
        prefetch_related_objects([game], "seats")
        standing = _in_one_off(person, game, passes)
    else:
        role = Role(game.role_of_asker) if game.role_of_asker else None
        standing = _in_campaign(person, game.campaign, role, passes)
    return game, _closing(standing, person, game.record)


def game_instead(game: Game) -> Game | None:
    """Return the game that has the number of one that was undone; None if there is none now."""
    return Game.objects.not_withdrawn().filter(campaign=game.campaign, number=game.number).first()


def _active(person: Person | None) -> Person | None:
    return person if person is not None and person.is_active else None


def role_in(campaign: int | None, person: Person | None) -> Role | None:
    """Return somebody's role in a campaign; None if they have none, or are locked out of here."""
    if campaign is None or person is None or not person.is_active:
        return None
    places = Membership.objects.filter(campaign=campaign, person=person)
    role = places.values_list("role", flat=True).first()
    return Role(role) if role else None


def is_closed_to(invite: Invite, person: Person | None) -> bool:
    """Say whether somebody was removed from a campaign, or demoted, since a link was made."""
    return person is not None and was_removed_since(invite.campaign_id, person, invite.made_at)


def was_removed_since(campaign: int, person: Person, moment: object) -> bool:
    """Say whether somebody was removed from a campaign, or demoted, at a moment or later."""
    removals = Removal.objects.filter(campaign=campaign, person=person)
    return removals.filter(at__gte=moment).exists()


def _closing(standing: Standing, person: Person | None, record: Record) -> Standing:
    """Return a standing with the boxes that are closed to somebody; none is to who keeps it all."""
    if standing.need in (None, Need.KEEP):
        return standing
    return replace(standing, closed=closed_in(record, [_active(person)]))


def _in_campaign(
    person: Person | None, campaign: Campaign, role: Role | None, passes: Passes
) -> Standing:
    if role is None and not campaign.demo and not _looks_on(person, campaign, passes):
        return STRANGER
    return Standing(MAY[role], belongs=role is not None, role=role)


def _looks_on(person: Person | None, campaign: Campaign, passes: Passes) -> bool:
    """Say whether a pass is an open view-only link to a campaign that is open to somebody."""
    pk = passes.looks.get(campaign.code)
    if pk is None:
        return False
    link = Invite.objects.open().filter(pk=pk, campaign=campaign, looks=True).first()
    return link is not None and not is_closed_to(link, person)


def _in_one_off(person: Person | None, game: Game, passes: Passes) -> Standing:
    if person is None or not person.is_active:
        return Standing(Need.LOOK) if _watches(game, passes) else STRANGER
    seats = seats_held(game, person)
    if game.owner_id == person.pk:
        return Standing(Need.KEEP, belongs=True, seats=seats)
    if seats:
        return Standing(Need.WRITE, belongs=True, seats=seats)
    freed = FreedSeat.objects.filter(game=game, person=person).first()
    barred = freed is not None and freed.barred
    role = role_in(game.shared_with_id, person)
    need = None
    if role is not None:
        need = min(MAY[role], Need.WRITE)  # only its owner deletes it
    elif not barred and _watches(game, passes):
        need = Need.LOOK
    return Standing(
        need,
        belongs=role is not None,
        freed=freed is not None,
        barred=barred,
    )


def _watches(game: Game, passes: Passes) -> bool:
    """Say whether a pass is the present invitation of a game."""
    key = passes.watches.get(game.code)
    return key is not None and key == game.invite_key


def heirs_of(person: Person) -> dict[Campaign, list[Membership]]:
    """Return the campaigns that a person keeps, each with the others in it: players first."""
    kept = Campaign.objects.filter(memberships__person=person, memberships__role=Role.KEEPER)
    # By the alphabetical order of the stored values.
    others = Membership.objects.select_related("person").order_by("role", "joined_at", "pk")
    found = kept.prefetch_related(Prefetch("memberships", others.exclude(person=person)))
    return {campaign: list(campaign.memberships.all()) for campaign in found}
