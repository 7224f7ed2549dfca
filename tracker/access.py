"""Who may do what: one helper per object, and the first thing every view calls.

A stranger is told there is nothing here (404); a reader who writes is told no (403).
"""

from dataclasses import dataclass
from enum import IntEnum

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from campaign.models import Campaign, Game, Invite, Membership, Person, Role
from campaign.models.campaigns import CODE_LENGTH
from tracker.systems.registry import face_of

LOOKS = "looks"  # in the browser's session: campaign code → the invite it looks on by


class Need(IntEnum):
    """What a page asks of somebody, the least first."""

    LOOK = 1
    RECORD = 2
    KEEP = 3


# By somebody's role in a campaign; None for who only looks on.
MAY = {None: Need.LOOK, Role.READER: Need.LOOK, Role.PLAYER: Need.RECORD, Role.KEEPER: Need.KEEP}


@dataclass(frozen=True, slots=True)
class Access:
    """A record, and what this visitor may do with it.

    A record is what counts its writes: a campaign with all its games, or a one-off game. ``role``
    is the visitor's in the campaign; None for who only looks on, and for a one-off game.
    """

    record: Campaign | Game
    person: Person | None
    may: Need
    role: Role | None = None

    @property
    def campaign(self) -> Campaign:
        """Return the campaign; only its own pages ask."""
        if not isinstance(self.record, Campaign):
            raise TypeError("A one-off game has no campaign.")
        return self.record

    @property
    def member(self) -> Person:
        """Return who has a role, or owns the game; only pages for them ask."""
        if self.person is None:
            raise TypeError("Nobody is signed in.")
        return self.person

    @property
    def may_record(self) -> bool:
        """Say whether this visitor records games."""
        return self.may >= Need.RECORD

    @property
    def may_keep(self) -> bool:
        """Say whether this visitor keeps the campaign, or owns the game."""
        return self.may >= Need.KEEP


def person_of(request: HttpRequest) -> Person | None:
    """Return who is signed in, guests included."""
    user = request.user
    return user if isinstance(user, Person) else None


def campaign_access(request: HttpRequest, code: str, need: Need = Need.LOOK) -> Access:
    """Return the campaign of a code, if this visitor may do what the page needs."""
    if len(code) != CODE_LENGTH:
        raise Http404
    person, code = person_of(request), code.upper()
    places = Membership.objects.filter(person=person, campaign__code=code)
    place = places.select_related("campaign").first() if person else None
    campaign = place.campaign if place else Campaign.objects.filter(code=code).first()
    role = Role(place.role) if place else None
    if campaign is None or not (role or campaign.demo or _looks_on(request, campaign)):
        raise Http404
    access = Access(campaign, person, MAY[role], role)
    if access.may < need:
        raise PermissionDenied
    return access


def game_access(
    request: HttpRequest, code: str, number: int | None = None, need: Need = Need.LOOK
) -> tuple[Access, Game]:
    """Return a game along with the access to it: a campaign's by its number, or a one-off game."""
    if number is None:
        return _one_off_access(request, code, need)
    access = campaign_access(request, code, need)
    return access, game_of(access, number)


def game_of(access: Access, number: int) -> Game:
    """Return a standing game of a campaign that somebody has access to."""
    game = get_object_or_404(Game.objects.standing(), campaign=access.campaign, number=number)
    game.campaign = access.campaign  # the same object: a write brings its revision up to date
    return game


def _one_off_access(request: HttpRequest, code: str, need: Need) -> tuple[Access, Game]:
    """Return a one-off game: its owner's, and by their roles those who play in it."""
    person = person_of(request)
    if person is None or len(code) != CODE_LENGTH:
        raise Http404
    game = Game.objects.one_off().filter(code=code.upper()).first()
    may = _may_in(game, person) if game else None
    if game is None or may is None:
        raise Http404
    if may < need:
        raise PermissionDenied
    if game.owner_id != person.pk and (why := face_of(game.system).kept_from(game, [person])):
        raise PermissionDenied(why)
    return Access(game, person, may), game


def _may_in(game: Game, person: Person) -> Need | None:
    """Return what somebody may do with a one-off game; None for strangers."""
    if game.owner_id == person.pk:
        return Need.KEEP
    if face_of(game.system).plays_in(game, person):
        return Need.RECORD
    if game.shared_with_id is None:
        return None
    place = Membership.objects.filter(campaign=game.shared_with_id, person=person).first()
    return min(MAY[Role(place.role)], Need.RECORD) if place else None  # its owner alone deletes it


def _looks_on(request: HttpRequest, campaign: Campaign) -> bool:
    """Say whether this browser came by a link to look on, and the link still holds."""
    invite = request.session.get(LOOKS, {}).get(campaign.code)
    links = Invite.objects.open().filter(pk=invite, campaign=campaign, looks=True)
    return invite is not None and links.exists()
