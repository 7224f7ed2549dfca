"""Access control: one helper per object, which every view calls first.

A stranger gets a 404; a reader who tries to write gets a 403.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Invite, Membership, Person, Record, Role
from campaign.models.records import CODE_LENGTH
from campaign.selectors.seats import is_barred, seats_held, was_freed
from tracker.people.admission import admission_of, kept_from_campaign

LOOKS = "looks"  # in the session: campaign code → the id of its view-only link
WATCHES = "watches"  # in the session: code of a one-off game → the key of its invitation
MAX_WATCHED = 20  # games that one session watches; the oldest goes first


class Need(IntEnum):
    """The permission that a page needs, the lowest first."""

    LOOK = 1
    RECORD = 2
    KEEP = 3


# By the role in a campaign; None for a visitor with a view-only link.
MAY = {None: Need.LOOK, Role.READER: Need.LOOK, Role.PLAYER: Need.RECORD, Role.KEEPER: Need.KEEP}


@dataclass(frozen=True, slots=True)
class Access:
    """A record, and what this visitor may do with it.

    A record is what has a revision: a campaign with all its games, or a one-off game. ``role`` is
    the visitor's role in the campaign; None with a view-only link, and for a one-off game.
    ``seats`` are the numbers of those that they hold in a one-off game.
    """

    record: Record
    person: Person | None
    may: Need
    role: Role | None = None
    seats: frozenset[int] = frozenset()

    @property
    def campaign(self) -> Campaign:
        """Return the campaign, for pages that only a campaign has."""
        if not isinstance(self.record, Campaign):
            raise TypeError("A one-off game has no campaign.")
        return self.record

    @property
    def member(self) -> Person:
        """Return the person, for pages that nobody else can open."""
        if self.person is None:
            raise TypeError("Nobody is signed in.")
        return self.person

    @property
    def may_record(self) -> bool:
        """Say whether this visitor may record games."""
        return self.may >= Need.RECORD

    @property
    def may_keep(self) -> bool:
        """Say whether this visitor is the campaign's keeper, or owns the game."""
        return self.may >= Need.KEEP


def person_of(request: HttpRequest) -> Person | None:
    """Return who is signed in, guests included."""
    user = request.user
    return user if isinstance(user, Person) else None


def record_of(request: HttpRequest) -> Record | None:
    """Return the campaign or one-off game that a request has asked for; None before it did."""
    return getattr(request, "record", None)


def remember_record(request: HttpRequest, record: Record) -> None:
    """Note what a request has asked for, in case that it is deleted meanwhile."""
    request.record = record  # type: ignore[attr-defined] # as middleware adds ``user`` to it


def campaign_access(
    request: HttpRequest, code: str, need: Need = Need.LOOK, *, shows_boxes: bool = True
) -> Access:
    """Return the access to a campaign, if this visitor has the permission that a page needs.

    A page that shows nothing out of its boxes (``shows_boxes``) is also for those from whom the
    campaign is kept because a box is still closed to them.
    """
    if len(code) != CODE_LENGTH:
        raise Http404
    person, code = person_of(request), code.upper()
    places = Membership.objects.filter(person=person, campaign__code=code)
    place = places.select_related("campaign").first() if person else None
    campaign = place.campaign if place else Campaign.objects.filter(code=code).first()
    role = Role(place.role) if place else None
    if campaign is None or not (role or campaign.demo or _looks_on(request, campaign, person)):
        raise Http404
    remember_record(request, campaign)
    access = Access(campaign, person, MAY[role], role)
    if access.may < need:
        raise PermissionDenied
    if shows_boxes and (why := kept_from_campaign(campaign, person, role)):
        raise PermissionDenied(why)
    return access


def game_access(
    request: HttpRequest, code: str, number: int | None = None, need: Need = Need.LOOK
) -> tuple[Access, Game]:
    """Return a game and the access to it: by its number in a campaign, or a one-off game."""
    if number is None:
        return one_off_access(request, code, need)
    access = campaign_access(request, code, need)
    return access, game_of(access, number)


def game_of(access: Access, number: int) -> Game:
    """Return a game of the campaign that was not withdrawn."""
    campaign, games = access.campaign, Game.objects.not_withdrawn().select_related("campaign")
    game = get_object_or_404(games, campaign=campaign, number=number)
    # It may have been planned since the campaign was read: its story is then read as of now.
    now = game.record
    campaign.revision, campaign.stamp = now.revision, now.stamp
    game.campaign = campaign  # the same object, whose revision a write updates
    return game


def one_off_access(
    request: HttpRequest,
    code: str,
    need: Need = Need.LOOK,
    *,
    systems: Collection[str] | None = None,
) -> tuple[Access, Game]:
    """Return a one-off game, if its owner, its players, a guest who watches or its campaign asks.

    A page that only some systems have passes their slugs; for games of others it does not exist.
    """
    if len(code) != CODE_LENGTH:
        raise Http404
    games = Game.objects.one_off().prefetch_related("seats")
    person, game = person_of(request), get_object_or_404(games, code=code.upper())
    remember_record(request, game)
    access = _one_off_access(request, game, person)
    if access is None and was_freed(game, person):
        raise PermissionDenied(_("Your seat in this game was freed. Ask its owner for the link."))
    if access is None or (systems is not None and game.system not in systems):
        raise Http404
    if access.may < need:
        raise PermissionDenied
    is_owner = person is not None and game.owner_id == person.pk
    if not is_owner and (why := admission_of(game).kept_from(game, [person])):
        raise PermissionDenied(why)
    return access, game


def _one_off_access(request: HttpRequest, game: Game, person: Person | None) -> Access | None:
    """Return somebody's access to a one-off game; None for strangers."""
    seats = seats_held(game, person)
    if person is not None and game.owner_id == person.pk:
        return Access(game, person, Need.KEEP, seats=seats)
    if seats:
        return Access(game, person, Need.RECORD, seats=seats)
    place = None
    if person is not None and game.shared_with_id is not None:
        place = Membership.objects.filter(campaign=game.shared_with_id, person=person).first()
    if place is not None:
        # Only its owner deletes it.
        return Access(game, person, min(MAY[Role(place.role)], Need.RECORD))
    return Access(game, person, Need.LOOK) if _watches(request, game, person) else None


def watch_game(request: HttpRequest, game: Game) -> None:
    """Let this browser watch a one-off game for as long as its invitation is valid."""
    watched: dict[str, str | None] = request.session.get(WATCHES, {})
    watched.pop(game.code, None)
    kept = list(watched.items())[-(MAX_WATCHED - 1) :]
    request.session[WATCHES] = {**dict(kept), game.code: game.invite_key}


def _watches(request: HttpRequest, game: Game, person: Person | None) -> bool:
    """Say whether this browser was let in to watch by the present invitation."""
    key = request.session.get(WATCHES, {}).get(game.code)
    return key is not None and key == game.invite_key and not is_barred(game, person)


def _looks_on(request: HttpRequest, campaign: Campaign, person: Person | None) -> bool:
    """Say whether this session has a view-only link to a campaign that is open to this visitor."""
    invite = request.session.get(LOOKS, {}).get(campaign.code)
    if invite is None:
        return False
    link = Invite.objects.open().filter(pk=invite, campaign=campaign, looks=True).first()
    return link is not None and not link.is_closed_to(person)


def looks_after_sign_in(request: HttpRequest) -> dict[str, int]:
    """Return the view-only links that a browser keeps when somebody else signs in there.

    It does not keep those of a campaign from which the last visitor was removed.
    """
    looks: dict[str, int] = request.session.get(LOOKS, {})
    person = person_of(request)
    links = Invite.objects.filter(pk__in=looks.values()) if looks and person else ()
    closed = {link.pk for link in links if link.is_closed_to(person)}
    return {code: pk for code, pk in looks.items() if pk not in closed}
