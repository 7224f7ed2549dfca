"""Seats of one-off games: take one, leave it, free another's, renew the invitation, take over.

Each write locks the game, so that of two phones that take a seat at once one gets it. It gives the
game a new stamp, because names of players are cached by it, but no new revision: a result form that
somebody has half filled in stays valid.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from campaign.clocks import CLOCKS_DIFFER, is_recent
from campaign.models import (
    Barring,
    ChangeDetail,
    ChangeKind,
    FreedSeat,
    Game,
    LiveMove,
    PeopleEvent,
    Person,
    Seat,
    SeatOffer,
)
from campaign.models.records import new_invite_key
from campaign.records.members import Members
from campaign.rules.core import sizes
from campaign.rules.core.players import is_former
from campaign.rules.core.problems import Problem, RulesError, or_refuse, refuse
from campaign.rules.core.serialize import to_plain
from campaign.rules.core.texts import one_line, skeleton, text_problems
from campaign.selectors import seats as selectors
from campaign.selectors.seats import TableSeat
from campaign.selectors.standing import Passes, may
from campaign.services.locks import lock_games
from campaign.services.one_offs import game_delete, game_start
from campaign.services.writes import touching

# So long an owner has to be silent before somebody else at the table can take the game over.
OWNER_SILENT: Final = timedelta(hours=1)


def seat_take(
    *,
    game: Game,
    number: int,
    person: Person,
    key: str | None = None,
    name: str = "",
    token: str | None = None,
) -> Seat:
    """Take a free seat; under the name that it has already if none is given.

    ``key`` is that of the invitation, for who comes by it. The same form submitted twice takes one
    seat.
    """
    refuse(text_problems("token", token or "", sizes.TOKEN))
    name = one_line(name)
    with touching(game) as held:
        # Only now: the invitation may have been replaced, or closed to this person, meanwhile.
        standing = may(person, held, Passes(watches={held.code: key}))
        if standing.barred:
            raise RulesError([Problem("seat.barred")])
        if standing.need is None:
            raise RulesError([Problem("seat.link_replaced")])
        seat = or_refuse(selectors.seat_of(held, number), Problem("seat.unknown"))
        if seat.person_id == person.pk:
            return held.seats.get(number=number)
        if not seat.is_free:
            raise RulesError([Problem("seat.taken")])
        wanted = name or ("" if is_former(seat.name) else seat.name)
        refuse(_name_problems(wanted, seat, selectors.seats_of(held)))
        taken = _sit(held, seat, person, wanted)
        FreedSeat.objects.filter(game=held, person=person).delete()
        held.seat_offers.filter(number=number).delete()
        if token and held.changes.filter(token=token).exists():
            token = None  # the form took another seat before
        _log(held, person, PeopleEvent.SEAT_TAKEN, number, token)
    return taken


def seat_leave(*, game: Game, number: int, person: Person, token: str | None = None) -> None:
    """Leave a seat of one's own; its name stays, and anybody with the link can take it."""
    with touching(game) as held:
        if held.seats.filter(number=number, person=person).update(person=None):
            _log(held, person, PeopleEvent.SEAT_LEFT, number, token)


def seat_free(
    *, game: Game, number: int, owner: Person, bars: bool = False, token: str | None = None
) -> None:
    """Free the seat of somebody else, as the owner of the game.

    Whoever held it is told. If the owner ``bars`` them, all their seats are freed, and the present
    invitation is closed to them.
    """
    with touching(game) as held:
        _must_own(held, owner)
        seats = held.seats.exclude(person=None).exclude(person=owner)
        found = seats.select_related("person").filter(number=number).first()
        seat = or_refuse(found, Problem("seat.nobody_there"))
        FreedSeat.objects.update_or_create(
            game=held,
            person=seat.person,
            defaults={
                "barred": bars,
                "at": timezone.now(),
                **({"barred_at": timezone.now()} if bars else {}),
            },
        )
        going = seats.filter(person=seat.person_id) if bars else seats.filter(pk=seat.pk)
        numbers = list(going.values_list("number", flat=True))
        going.update(person=None)
        if bars:
            Barring.objects.get_or_create(by=owner, person=seat.person)
            held.seat_offers.filter(person=seat.person_id).delete()
        for each in numbers:
            _log(held, owner, PeopleEvent.SEAT_FREED, each, token if each == number else None)


def invite_renew(*, game: Game, owner: Person, token: str | None = None) -> None:
    """Replace the invitation: the old link is no longer valid, and who watched by it is shut out.

    The new one is open to everybody whom it is given to.
    """
    with touching(game) as held:
        _must_own(held, owner)
        game.invite_key = held.invite_key = new_invite_key()
        held.save(update_fields=["invite_key"])
        held.freed_seats.update(barred=False)
        _log(held, owner, PeopleEvent.INVITATION_RENEWED, token=token)


def game_remove(*, game: Game, person: Person) -> bool:
    """Remove a game from a person's log; say whether that deleted it.

    Their seats keep the names. The game passes on to somebody else who has a seat; if nobody has,
    the owner deletes it.
    """
    with transaction.atomic():
        lock_games(Game.objects.filter(pk=game.pk))  # and its campaign: it may be deleted
        return _removed(game, person)


def _removed(game: Game, person: Person) -> bool:
    with touching(game) as held:
        owns = held.owner_id == person.pk
        heir = selectors.heir_of(held, person) if owns else None
        if owns and heir is None:
            game_delete(game=held)
            return True
        held.seats.filter(person=person).update(person=None)
        if heir is not None:
            _give(held, heir)
        _log(held, person, PeopleEvent.GAME_REMOVED)
    return False


def game_take_over(*, game: Game, person: Person, token: str | None = None) -> None:
    """Make somebody with a seat the owner of a game whose owner has been silent for long."""
    with touching(game) as held:
        if not held.seats.filter(person=person).exists() or not owner_is_silent(held):
            raise RulesError([Problem("seat.owner_is_here")])
        _give(held, person)
        _log(held, person, PeopleEvent.GAME_TAKEN_OVER, token=token)


def owner_is_silent(game: Game) -> bool:
    """Say whether the owner has neither written to a game nor made a move for long."""
    now = timezone.now()
    # What lies ahead was written by a wrong clock, and says nothing of when it was.
    past = {"person": game.owner_id, "at__lte": now + CLOCKS_DIFFER}
    written = game.changes.filter(**past).aggregate(at=Max("at"))["at"]
    moves = LiveMove.objects.filter(table__game=game, **past)
    moved = moves.aggregate(at=Max("at"))["at"]
    times = [at.timestamp() for at in (game.created_at, written, moved) if at]
    return not any(is_recent(at, now.timestamp(), OWNER_SILENT) for at in times)


def game_again(*, game: Game, choices: Any, person: Person, token: str) -> tuple[Game, int]:
    """Start another game with these choices; return it, and how many people are asked to sit."""
    with transaction.atomic():
        made = game_start(
            person=person,
            system=game.system,
            choices=choices,
            language=game.language,
            token=token,
        )
        return made, seats_offer(game=game, to=made, person=person)


def seats_offer(*, game: Game, to: Game, person: Person) -> int:
    """Give ``person`` their seats again in a game that they started, and offer others theirs.

    Return how many people are asked. Nobody is asked who has barred this person from a game; whom
    this person has barred and asks now may ask again.
    """
    with touching(to) as held:
        if held.seats.exists():
            return 0
        room = len(selectors.seats_of(held))
        seats = game.seats.select_related("person").exclude(person=None)
        rows = list(seats.filter(number__lte=room))
        members = Members(held)
        sitting = {row.number: members.brought(row.member) for row in rows}
        Seat.objects.bulk_create(
            Seat(
                game=held,
                number=row.number,
                person_id=row.person_id if row.person_id == person.pk else None,
                member=sitting[row.number],
            )
            for row in rows
        )
        barred_by = selectors.barred_by(person)
        offers = SeatOffer.objects.bulk_create(
            SeatOffer(
                game=held,
                number=row.number,
                member=sitting[row.number],
                person=row.person,
                again_of=game,
            )
            for row in rows
            if row.person is not None and row.person.pk not in {person.pk, *barred_by}
        )
        asked = {offer.person_id for offer in offers}
        Barring.objects.filter(by=person, person__in=asked).delete()
        for row in rows:
            if row.person_id == person.pk:
                _log(held, person, PeopleEvent.SEAT_TAKEN, row.number)
        if offers:
            _log(held, person, PeopleEvent.SEATS_OFFERED)
            _log(game, person, PeopleEvent.PLAYED_AGAIN)  # phones that still show it are told
    return len(asked)


def offers_decline(*, game: Game, person: Person) -> None:
    """Decline the seats of a game that were kept for somebody; others can take them."""
    SeatOffer.objects.filter(game=game, person=person).delete()


def seats_close_up(*, game: Game, numbers: Iterable[int]) -> None:
    """Number these seats of a game anew, from 1 on; the others fall away.

    The caller has locked the game, and gives it a set-up for so many.
    """
    numbers = list(numbers)
    game.seats.exclude(number__in=numbers).delete()
    game.seat_offers.exclude(number__in=numbers).delete()
    for place, number in enumerate(numbers, start=1):
        if place != number:
            game.seats.filter(number=number).update(number=place)
            game.seat_offers.filter(number=number).update(number=place)


def _sit(game: Game, seat: TableSeat, person: Person, name: str) -> Seat:
    """Give somebody a seat; who plays there has one name in all of the game."""
    members, row = Members(game), game.seats.filter(number=seat.number).first()
    before = row.member if row else members.called(seat.name)
    is_first = not game.seats.filter(person=person).exists()
    member = members.seated(person, name, before=before, is_first=is_first)
    taken, _made = Seat.objects.update_or_create(
        game=game, number=seat.number, defaults={"person": person, "member": member}
    )
    return taken


def _name_problems(name: str, seat: TableSeat, table: Iterable[TableSeat]) -> Iterator[Problem]:
    if not name:
        yield Problem("seat.name_missing", path="name")
    yield from text_problems("name", name, sizes.PERSON_NAME)
    shape = skeleton(name)
    others = (other.name for other in table if other.number != seat.number)
    others = (other for other in others if other and not is_former(other))
    if name and (like := next((other for other in others if skeleton(other) == shape), "")):
        yield Problem("people.looks_alike", {"person": like}, "name")


def _must_own(game: Game, person: Person) -> None:
    """Refuse if somebody else owns the game by now."""
    if game.owner_id != person.pk:
        raise RulesError([Problem("seat.not_yours")])


def _give(game: Game, to: Person) -> None:
    game.owner = to
    game.save(update_fields=["owner"])


def _log(
    game: Game, person: Person, event: PeopleEvent, seat: int = 0, token: str | None = None
) -> None:
    detail = ChangeDetail(people=event, seat=seat)
    game.changes.create(
        kind=ChangeKind.PEOPLE, person=person, payload=to_plain(detail), token=token or None
    )
