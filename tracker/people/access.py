"""Access control: one helper per object, which every view calls first.

It turns a request into a person and passes, asks ``campaign.selectors.standing``, and turns the
answer into a status: a stranger gets a 404; a reader who tries to write gets a 403.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaign.models import Campaign, Game, Invite, Person, Record, Role
from campaign.selectors.standing import Need as Need  # views name it with the access they ask for
from campaign.selectors.standing import (
    Passes,
    Standing,
    find_campaign,
    find_one_off,
    is_closed_to,
)
from tracker.words.records import closed_boxes

LOOKS = "looks"  # in the session: campaign code → the id of its view-only link
WATCHES = "watches"  # in the session: code of a one-off game → the key of its invitation
MAX_PASSES = 20  # of each kind that one session holds; the oldest goes first


@dataclass(frozen=True, slots=True)
class Access:
    """A record, and what this visitor may do with it.

    A record is what has a revision: a campaign with all its games, or a one-off game.
    """

    record: Record
    person: Person | None
    standing: Standing

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
    def role(self) -> Role | None:
        """Return the role in the campaign; None with a view-only link, and for a one-off game."""
        return self.standing.role

    @property
    def seats(self) -> frozenset[int]:
        """Return the numbers of the seats that this visitor holds in a one-off game."""
        return self.standing.seats

    @property
    def may_record(self) -> bool:
        """Say whether this visitor may record games."""
        return (self.standing.need or 0) >= Need.RECORD

    @property
    def may_keep(self) -> bool:
        """Say whether this visitor is the campaign's keeper, or owns the game."""
        return (self.standing.need or 0) >= Need.KEEP


def person_of(request: HttpRequest) -> Person | None:
    """Return who is signed in, guests included."""
    user = request.user
    return user if isinstance(user, Person) else None


def passes_of(request: HttpRequest) -> Passes:
    """Return what this browser was let in by, whoever is signed in."""
    return Passes(request.session.get(LOOKS, {}), request.session.get(WATCHES, {}))


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
    person = person_of(request)
    found = find_campaign(code, person, passes_of(request))
    if found is None or found[1].need is None:
        raise Http404
    access = Access(found[0], person, found[1])
    remember_record(request, access.record)
    _refuse(access.standing, need, shows_boxes=shows_boxes)
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
    person = person_of(request)
    found = find_one_off(code, person, passes_of(request))
    if found is None:
        raise Http404
    game, standing = found
    remember_record(request, game)
    if standing.need is None and standing.freed:
        raise PermissionDenied(_("Your seat in this game was freed. Ask its owner for the link."))
    if standing.need is None or (systems is not None and game.system not in systems):
        raise Http404
    _refuse(standing, need)
    return Access(game, person, standing), game


def _refuse(standing: Standing, need: Need, *, shows_boxes: bool = True) -> None:
    """Refuse a visitor whose standing is too low, or to whom a box is still closed."""
    if standing.need is None or standing.need < need:
        raise PermissionDenied
    if shows_boxes and standing.closed:
        raise PermissionDenied(closed_boxes(standing.closed))


# --- passes ---


def let_look(request: HttpRequest, invite: Invite) -> None:
    """Let this browser view a campaign for as long as its view-only link is valid."""
    _let(request, LOOKS, invite.campaign.code, invite.pk)


def let_watch(request: HttpRequest, game: Game) -> None:
    """Let this browser watch a one-off game for as long as its invitation is valid."""
    _let(request, WATCHES, game.code, game.invite_key)


def _let(request: HttpRequest, kind: str, code: str, key: int | str | None) -> None:
    passes: dict[str, int | str | None] = request.session.get(kind, {})
    passes.pop(code, None)
    kept = list(passes.items())[-(MAX_PASSES - 1) :]
    request.session[kind] = {**dict(kept), code: key}


def looks_after_sign_in(request: HttpRequest) -> dict[str, int]:
    """Return the view-only links that a browser keeps when somebody else signs in there.

    It does not keep those of a campaign from which the last visitor was removed.
    """
    looks: dict[str, int] = request.session.get(LOOKS, {})
    person = person_of(request)
    links = Invite.objects.filter(pk__in=looks.values()) if looks and person else ()
    closed = {link.pk for link in links if is_closed_to(link, person)}
    return {code: pk for code, pk in looks.items() if pk not in closed}
