"""The seats of a one-off game as its pages show them, and the invitation to take one."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaign.models import Game, Person
from campaign.selectors.games import result_of
from campaign.selectors.seats import offers_to, seats_of
from tracker.faces.games import Action
from tracker.faces.registry import face_of, one_off_face
from tracker.people.access import Access
from tracker.pictures.qr import qr_image
from tracker.web.phones import link_for_phones
from tracker.web.records import game_url


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat, and what this visitor may do with it."""

    number: int
    title: str  # who sits there, or its number
    plays: str  # a character, a role; "" if that is not known
    is_mine: bool
    is_free: bool
    free_url: str = ""  # of the page on which the owner frees it
    own_links: tuple[Action, ...] = ()  # what belongs to the seat, for who holds it


@dataclass(frozen=True, slots=True)
class Invitation:
    """The link to a game, and its QR code."""

    link: str
    image_url: str


@dataclass(frozen=True, slots=True)
class SeatsView:
    """All seats of a game for one visitor."""

    rows: tuple[SeatRow, ...]
    may_sit: bool  # and invite others; not for who only watches
    own_name: str  # that a seat gets at once; "" if it has to be asked for

    @property
    def has_mine(self) -> bool:
        """Say whether this visitor holds a seat."""
        return any(row.is_mine for row in self.rows)

    @property
    def has_free(self) -> bool:
        """Say whether a seat is free."""
        return any(row.is_free for row in self.rows)

    @property
    def offers_seats(self) -> bool:
        """Say whether this visitor may sit down and has not done so yet."""
        return self.may_sit and not self.has_mine

    @property
    def asks_for_seat(self) -> bool:
        """Say whether this visitor is asked which seat is theirs."""
        return self.offers_seats and self.has_free

    @property
    def sits_at_once(self) -> bool:
        """Say whether this visitor sits down by one button, for their name is known."""
        return self.offers_seats and bool(self.own_name)


def seat_rows(game: Game, person: Person | None, *, is_owner: bool = False) -> tuple[SeatRow, ...]:
    """Return all seats of a game as somebody sees them."""
    rows = []
    face = one_off_face(game.system)
    is_open = result_of(game) is None
    for seat, plays in zip(seats_of(game), face.seat_titles(game), strict=True):
        is_mine = person is not None and seat.person_id == person.pk
        may_free = is_owner and not seat.is_free and not is_mine
        rows.append(
            SeatRow(
                number=seat.number,
                title=seat.name or _("Player %(number)s") % {"number": seat.number},
                plays=plays,
                is_mine=is_mine,
                is_free=seat.is_free,
                free_url=game_url(game, "seat_free", seat.number) if may_free else "",
                own_links=tuple(face.seat_links(game, seat.number)) if is_mine and is_open else (),
            )
        )
    return tuple(rows)


def seats_view(access: Access, game: Game) -> SeatsView:
    """Return the seats of a game for somebody who may see it."""
    return SeatsView(
        rows=seat_rows(game, access.person, is_owner=access.may_keep),
        may_sit=access.may_record,
        own_name=own_name(access.person),
    )


@dataclass(frozen=True, slots=True)
class OfferView:
    """A seat that is kept for somebody in a game to be played again."""

    system: str
    box: str
    asked_by: str
    number: int
    name: str  # that the seat has
    accept_url: str
    decline_url: str


def offers_again(game: Game, person: Person) -> tuple[OfferView, ...]:
    """Return the seats that are kept for somebody in games that were started to play one again."""
    offers = offers_to(person).filter(again_of=game)
    return tuple(offer_view(offer.game, offer.number, offer.name) for offer in offers)


def offer_view(game: Game, number: int, name: str) -> OfferView:
    """Return a seat of a game that is kept for somebody under a name."""
    return OfferView(
        system=game.system,
        box=face_of(game.system).name,
        asked_by=own_name(game.owner) or capfirst(str(game.owner)),  # it begins a sentence
        number=number,
        name=name,
        accept_url=reverse("invitation", args=[game.invite_key]),
        decline_url=reverse("invitation_decline", args=[game.invite_key]),
    )


def own_name(person: Person | None) -> str:
    """Return the name that somebody goes by; "" for a guest without one."""
    return person.own_name if person else ""


def invitation_to(request: HttpRequest, game: Game) -> Invitation:
    """Return the invitation of a game."""
    link = link_for_phones(request, reverse("invitation", args=[game.invite_key]))
    return Invitation(link, qr_image(link))
