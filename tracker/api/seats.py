"""Seats of a one-off game: who sits where, take one, free one, and what belongs to a seat."""

from collections.abc import Callable
from typing import Annotated

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Path, Router, Schema, Status
from pydantic import ConfigDict, Field, StringConstraints

from campaign.models import Game
from campaign.rules.core import sizes
from campaign.rules.core.problems import Problem, RulesError
from campaign.selectors.games import result_of
from campaign.selectors.seats import invited_game, seat_of
from campaign.selectors.standing import Passes, may
from campaign.services import seats as services
from campaign.services.locks import game_missing, locked_record
from campaign.services.one_offs import game_change
from tracker.api.answers import Key, reads, writes
from tracker.api.entries import FieldOut, FieldsIn, Token, described, filled_in, saved
from tracker.api.problems import Refused, by_rules, refused
from tracker.api.repeats import entry_key
from tracker.api.tokens import ReadToken, RecordToken, owner_of
from tracker.faces.registry import one_off_face
from tracker.forms.one_offs import PlanAgainForm
from tracker.people.access import Access, Need, one_off_access, remember
from tracker.people.limits import JOINS, LINKS_MADE, WRONG_LINKS, address_of
from tracker.presenters.seats import own_name, seat_rows
from tracker.web.entries import CONFLICT, INVALID
from tracker.words import sentence
from tracker.words.records import closed_boxes

router = Router(tags=["Seats"], auth=ReadToken())
RECORDS = RecordToken()
SEAT = "/games/{code}/seats/{int:seat}"
Name = Annotated[str, StringConstraints(max_length=sizes.PERSON_NAME)]


class GameSeatOut(Schema):
    """A seat of a game."""

    number: int
    name: str = Field(description="Who plays there, or “Player 2” if nobody is named.")
    plays: str = Field(description="A character or a role, say; empty if that is not known.")
    is_mine: bool
    is_free: bool = Field(description="Nobody holds it, so you can take it.")


class SeatsOut(Schema):
    """The seats of a game as you see them."""

    game: str = Field(description="Its code.")
    system: str
    may_keep: bool = Field(description="You own the game: you can free seats of others.")
    invitation: str = Field(description="A link for others to take a seat; empty if not for you.")
    seats: list[GameSeatOut]


class OnceIn(Schema):
    """Something that is done once, however often it is sent."""

    model_config = ConfigDict(extra="forbid")

    token: Token


class TakeSeatIn(OnceIn):
    """Somebody sits down."""

    name: Name = Field(default="", description="Who plays there; your own name if it is left out.")


class AcceptIn(TakeSeatIn):
    """Somebody sits down in a game to which they are invited."""

    seat: int = Field(strict=True, ge=1, le=99)


class FreeSeatIn(OnceIn):
    """A seat becomes free."""

    bars: bool = Field(
        default=False, description="Of somebody else: close the present invitation to them, too."
    )


class SeatFormOut(Schema):
    """The form of what belongs to a seat."""

    fields: list[FieldOut]


class ChooseIn(FieldsIn):
    """What somebody chooses for a seat of theirs: whatever others chose meanwhile stays."""

    token: Token


# --- for who is in the game ---


@router.get("/games/{code}/seats", response=reads(SeatsOut), summary="The seats of a game")
def list_seats(request: HttpRequest, code: str) -> SeatsOut:
    """Return who sits where in a one-off game; a campaign's game has no seats."""
    return _seats(request, *one_off_access(request, code))


@router.post(SEAT, response=writes(SeatsOut), auth=RECORDS, summary="Take a seat")
def take_seat(request: HttpRequest, code: str, seat: int, body: TakeSeatIn) -> Status[SeatsOut]:
    """Take a free seat: your own, or one more for somebody who plays with you."""
    _access, game = one_off_access(request, code, Need.WRITE)
    return _taken(request, game, seat, body, key=None)


@router.post(f"{SEAT}/free", response=writes(SeatsOut), auth=RECORDS, summary="Free a seat")
def free_seat(request: HttpRequest, code: str, seat: int, body: FreeSeatIn) -> Status[SeatsOut]:
    """Leave a seat of your own, or free that of somebody else in a game that you own.

    This is how a seat is handed on: its name stays, and whoever you send the invitation takes it.
    """
    access, game = one_off_access(request, code, Need.WRITE)
    _existing(game, seat)

    def free(token: str) -> None:
        if seat in access.seats:
            services.seat_leave(game=game, number=seat, person=access.member, token=token)
        elif not access.may_keep:
            raise PermissionDenied(sentence(Problem("seat.not_yours")))
        else:
            services.seat_free(
                game=game, number=seat, owner=access.member, bars=body.bars, token=token
            )

    return _done(request, game, body, free)


@router.get(
    f"{SEAT}/choices", response=reads(SeatFormOut), summary="The form of what belongs to a seat"
)
def get_seat_form(request: HttpRequest, code: str, seat: int) -> SeatFormOut:
    """Return the fields of what you choose for a seat of yours, such as a character."""
    access, game = one_off_access(request, code, Need.WRITE)
    form = _seat_form(access, game, seat)(None)
    return SeatFormOut(fields=described(form))


@router.post(
    f"{SEAT}/choices", response=writes(SeatsOut), auth=RECORDS, summary="Choose for a seat"
)
def choose_for_seat(request: HttpRequest, code: str, seat: int, body: ChooseIn) -> Status[SeatsOut]:
    """Choose what belongs to a seat of yours; the rest of the set-up stays."""
    access, game = one_off_access(request, code, Need.WRITE)
    make = _seat_form(access, game, seat)
    key = entry_key(request, body, body.token, game.changes)
    form = filled_in(make, body.fields, token=key)
    status = saved(form, lambda: game_change(game=game, choices=form.choices(), **form.signature()))
    return Status(status, _now(request, game))


@router.post(
    "/games/{code}/owner", response=writes(SeatsOut), auth=RECORDS, summary="Take a game over"
)
def take_over_game(request: HttpRequest, code: str, body: OnceIn) -> Status[SeatsOut]:
    """Become the owner of a game in which you have a seat and whose owner is gone for an hour."""
    access, game = one_off_access(request, code, Need.WRITE)

    def take_over(token: str) -> None:
        services.game_take_over(game=game, person=access.member, token=token)

    return _done(request, game, body, take_over)


@router.post(
    "/games/{code}/invitation", response=writes(SeatsOut), auth=RECORDS, summary="Replace its link"
)
def renew_invitation(request: HttpRequest, code: str, body: OnceIn) -> Status[SeatsOut]:
    """Replace the invitation of a game that you own; the old link is no longer valid."""
    access, game = one_off_access(request, code, Need.KEEP)

    def renew(token: str) -> None:
        LINKS_MADE.take(str(access.member.pk))
        services.invite_renew(game=game, owner=access.member, token=token)

    return _done(request, game, body, renew)


# --- for who has the link ---


@router.get("/invitations/{key}", response=reads(SeatsOut), summary="The game of an invitation")
def get_invitation(request: HttpRequest, key: Annotated[Key, Path()]) -> SeatsOut:
    """Return the seats of the game of an invitation; `key` is the last part of the link."""
    game = _invited(request, key)
    return _now(request, game)


@router.post(
    "/invitations/{key}", response=writes(SeatsOut), auth=RECORDS, summary="Accept an invitation"
)
def accept_invitation(
    request: HttpRequest, key: Annotated[Key, Path()], body: AcceptIn
) -> Status[SeatsOut]:
    """Take a free seat in the game of an invitation."""
    return _taken(request, _invited(request, key), body.seat, body, key=key.upper())


# --- both ---


def _seats(request: HttpRequest, access: Access, game: Game) -> SeatsOut:
    link = request.build_absolute_uri(reverse("invitation", args=[game.invite_key]))
    return SeatsOut(
        game=game.code,
        system=game.system,
        may_keep=access.may_keep,
        invitation=link if access.may_record else "",
        seats=[
            GameSeatOut(
                number=row.number,
                name=row.title,
                plays=row.plays,
                is_mine=row.is_mine,
                is_free=row.is_free,
            )
            for row in seat_rows(game, access.person)
        ],
    )


def _now(request: HttpRequest, game: Game) -> SeatsOut:
    """Return the seats as they are now, for somebody who may have left."""
    game.refresh_from_db()
    person = owner_of(request)
    return _seats(request, Access(game, person, may(person, game)), game)


def _existing(game: Game, number: int) -> None:
    """Refuse a number that no seat of a game has."""
    if seat_of(game, number) is None:
        raise Http404


def _invited(request: HttpRequest, key: str) -> Game:
    """Return the game of an invitation that is open to somebody, or refuse."""
    game = invited_game(key)
    if game is None:
        WRONG_LINKS.take(address_of(request))
        raise Http404
    remember(request, game)
    standing = may(owner_of(request), game, Passes(watches={game.code: game.invite_key}))
    if standing.barred:
        raise PermissionDenied(sentence(Problem("seat.barred")))
    if standing.closed:
        raise PermissionDenied(closed_boxes(standing.closed))
    return game


def _taken(
    request: HttpRequest, game: Game, number: int, body: TakeSeatIn, *, key: str | None
) -> Status[SeatsOut]:
    JOINS.take(address_of(request))
    _existing(game, number)
    person = owner_of(request)

    def take(token: str) -> None:
        name = body.name or own_name(person)
        services.seat_take(game=game, number=number, person=person, key=key, name=name, token=token)

    return _done(request, game, body, take)


def _done(
    request: HttpRequest, game: Game, body: OnceIn, write: Callable[[str], object]
) -> Status[SeatsOut]:
    """Write something once; of the same entry sent at once by two programs, one writes it."""
    try:
        with locked_record(game, game_missing(game)):
            token = entry_key(request, body, body.token, game.changes)
            is_repeated = game.changes.filter(token=token).exists()
            if not is_repeated:
                write(token)
    except RulesError as error:
        status = INVALID if any(problem.path for problem in error.problems) else CONFLICT
        raise Refused(status, by_rules(error.problems)) from error
    return Status(200 if is_repeated else 201, _now(request, game))


def _seat_form(access: Access, game: Game, number: int) -> Callable[..., PlanAgainForm]:
    """Return what makes the form of a seat of one's own; refuse if there is nothing to choose."""
    if number not in access.seats:
        raise Http404
    if result_of(game) is not None:
        raise refused(CONFLICT, "result.already_entered", _("This game already has a result."))
    face = one_off_face(game.system)

    def make(data: QueryDict | None) -> PlanAgainForm:
        form = face.seat_form(data, access=access, game=game, seat=number)
        if form is None:
            raise Http404
        return form

    return make
