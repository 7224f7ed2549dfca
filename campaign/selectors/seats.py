"""Reads of seats: who sits where, whose games these are, who would inherit one."""

from dataclasses import dataclass

from django.db.models import QuerySet

from campaign.models import FreedSeat, Game, Person, Seat
from campaign.models.records import INVITE_LENGTH
from campaign.selectors.games import players_of
from campaign.selectors.seeing import one_off_record


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat of a game, taken or not."""

    number: int
    name: str  # "" if nobody is named
    person_id: int | None  # who holds it

    @property
    def is_free(self) -> bool:
        """Say whether nobody holds it."""
        return self.person_id is None


def seats_of(game: Game) -> tuple[TableSeat, ...]:
    """Return all seats of a one-off game in order."""
    holders = {seat.number: seat.person_id for seat in game.seats.all()}
    names = players_of(game, one_off_record(game))
    return tuple(
        TableSeat(number, name, holders.get(number)) for number, name in enumerate(names, start=1)
    )


def seat_of(game: Game, number: int) -> TableSeat | None:
    """Return a seat of a one-off game by its number; None if it has no such seat."""
    return next((seat for seat in seats_of(game) if seat.number == number), None)


def seats_held(game: Game, person: Person | None) -> frozenset[int]:
    """Return the numbers of the seats that a person holds."""
    if person is None:
        return frozenset()
    return frozenset(seat.number for seat in game.seats.all() if seat.person_id == person.pk)


def seats_open_to(game: Game, person: Person | None, *, of: int) -> frozenset[int]:
    """Return the seats whose secrets a person may end: their own, and the owner those of nobody.

    ``of`` is how many seats the game has. Nothing is cached: a write asks.
    """
    if person is None:
        return frozenset()
    holders = {seat.number: seat.person_id for seat in game.seats.all()}
    mine = (person.pk, None) if person.pk == game.owner_id else (person.pk,)
    return frozenset(number for number in range(1, of + 1) if holders.get(number) in mine)


def invited_game(key: str) -> Game | None:
    """Return the game of an invitation, in any spelling of its key."""
    if len(key) != INVITE_LENGTH or not key.isascii():
        return None
    games = Game.objects.one_off().prefetch_related("seats")
    return games.filter(invite_key=key.upper()).first()


def was_freed(game: Game, person: Person | None) -> bool:
    """Say whether the owner freed a seat of this person, who has not taken one since."""
    return person is not None and FreedSeat.objects.filter(game=game, person=person).exists()


def is_barred(game: Game, person: Person | None) -> bool:
    """Say whether the present invitation of a game is closed to a person."""
    freed = FreedSeat.objects.filter(game=game, person=person, barred=True)
    return person is not None and freed.exists()


def others_seated(game: Game, person: Person) -> bool:
    """Say whether somebody else holds a seat of a game."""
    return _others(game, person).exists()


def heir_of(game: Game, person: Person) -> Person | None:
    """Return who owns a game after a person: another with a seat, one with an account first."""
    holders = [seat.person for seat in _others(game, person).select_related("person")]
    accounts = (holder for holder in holders if holder and not holder.is_guest)
    return next(accounts, next(iter(holders), None))


def _others(game: Game, person: Person) -> QuerySet[Seat]:
    return game.seats.exclude(person=None).exclude(person=person)
