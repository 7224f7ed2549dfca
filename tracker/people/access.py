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
    find_game,
    game_instead,
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
    def only_looks_on(self) -> bool:
        """Say whether a view-only link to a campaign lets them in; a demo is open to everybody."""
        return self.role is None and not self.campaign.demo

    @property
    def seats(self) -> frozenset[int]:
        """Return the numbers of the seats that this visitor holds in a one-off game."""
        return self.standing.seats

    @property
    def may_record(self) -> bool:
        """Say whether this visitor may record games."""
        return (self.standing.need or 0) >= Need.WRITE

    @property
    def may_keep(self) -> bool:
        """Say whether this visitor is the campaign's keeper, or owns the game."""
        return (self.standing.need or 0) >= Need.KEEP


class GameUndone(Http404):
    """Somebody asks for a game that was undone; ``instead`` is the one that has its number now."""

    def __init__(self, code: str, instead: Game | None) -> None:
        self.code = code
        self.instead = instead
        super().__init__()


def person_of(request: HttpRequest) -> Person | None:
    """Return who is signed in, guests included."""
    user = request.user
    return user if isinstance(user, Person) else None


def passes_of(request: HttpRequest) -> Passes:
    """Return what this browser was let in by, whoever is signed in."""
    return Passes(request.session.get(LOOKS, {}), request.session.get(WATCHES, {}))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request has asked for: a record, and a game of it if its page is one of a game."""

    record: Record
    game: Game | None = None


def asked_for(request: HttpRequest) -> Asked | None:
    """Return what a request has asked for; None before it did."""
    return getattr(request, "asked", None)


def remember(request: HttpRequest, record: Record, game: Game | None = None) -> None:
    """Note what a request has asked for, in case that it is deleted or undone meanwhile."""
    request.asked = Asked(record, game)  # type: ignore[attr-defined] # as middleware adds ``user``


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
    remember(request, access.record)
    _refuse(access.standing, need, shows_boxes=shows_boxes)
    return access


def game_access(
    request: HttpRequest,
    code: str,
    need: Need = Need.LOOK,
    *,
    systems: Collection[str] | None = None,
) -> tuple[Access, Game]:
    """Return a game by its code and the access to it, whether it is of a campaign or one-off.

    A page that only some systems have passes their slugs; for games of others it does not exist.
    """
    person = person_of(request)
    found = find_game(code, person, passes_of(request))
    if found is None:
        raise Http404
    game, standing = found
    access = Access(game.record, person, standing)
    remember(request, access.record, game)
    if standing.need is None and standing.freed:
        raise PermissionDenied(_("Your seat in this game was freed. Ask its owner for the link."))
    if standing.need is None and game.code in passes_of(request).watches:
        raise PermissionDenied(
            _("The link to this game was replaced. Ask its owner for the new one.")
        )
    if standing.need is None or (systems is not None and game.system not in systems):
        raise Http404
    _refuse(standing, need)
    if game.withdrawn_id is not None:
        raise GameUndone(code, game_instead(game))
    return access, game


def one_off_access(
    request: HttpRequest,
    code: str,
    need: Need = Need.LOOK,
    *,
    systems: Collection[str] | None = None,
) -> tuple[Access, Game]:
    """Return a one-off game and the access to it, for pages that only such a game has."""
    access, game = game_access(request, code, need, systems=systems)
    if game.campaign is not None:
        raise Http404
    return access, game


def campaign_game_access(
    request: HttpRequest,
    code: str,
    need: Need = Need.LOOK,
    *,
    systems: Collection[str] | None = None,
) -> tuple[Access, Game]:
    """Return a campaign's game and the access to it, for pages that only such a game has."""
    access, game = game_access(request, code, need, systems=systems)
    if game.campaign is None:
        raise Http404
    return access, game


def numbered_access(
    request: HttpRequest, code: str, number: int, need: Need = Need.LOOK
) -> tuple[Access, Game]:
    """Return the game that has a number in a campaign, and the access to it."""
    access = campaign_access(request, code, need)
    game = numbered_game(access, number)
    remember(request, access.record, game)
    return access, game


def numbered_game(access: Access, number: int) -> Game:
    """Return the game of the campaign that has a number, and was not withdrawn."""
    game = get_object_or_404(access.campaign.games.not_withdrawn(), number=number)
    game.campaign = access.campaign  # the same object, whose revision a write updates
    return game


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
