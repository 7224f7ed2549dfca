"""Reads of seats: who sits where, whose games these are, who would inherit one."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaign.models import Barring, Game, Person, Seat, SeatOffer
from campaign.models.records import INVITE_LENGTH
from campaign.selectors.games import games_of, players_of
from campaign.selectors.seeing import seen_facts


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
    names = players_of(game, seen_facts(game))
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


def barred_by(person: Person) -> set[int]:
    """Return the ids of who has barred a person from a game of theirs."""
    return set(Barring.objects.filter(person=person).values_list("by", flat=True))


def offers_to(person: Person) -> QuerySet[SeatOffer]:
    """Return the seats that are kept for somebody in games to be played again, the latest first.

    Not in a game that has a result, or whose owner this person has barred from another since.
    """
    taken = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("number"))
    barred = Barring.objects.filter(by=person)
    offers = SeatOffer.objects.filter(
        ~Exists(taken.exclude(person=None)), person=person, game__in=Game.objects.planned()
    ).exclude(game__owner__in=barred.values("person"))
    return offers.select_related("game__owner", "member").order_by("-game__created_at", "number")


def planned_or_offered(person: Person, since: datetime) -> QuerySet[Game]:
    """Return somebody's one-off games without a result, and those in which a seat is kept for them.

    Of the latter, ``offered_seat`` and ``offered_name`` say which; of the former, they are None.
    """
    offers = offers_to(person).filter(game=OuterRef("pk")).order_by("number")
    mine = Q(pk__in=games_of(person).values("pk")) | Exists(offers)
    games = Game.objects.planned().filter(mine, created_at__gt=since).select_related("owner")
    return games.with_offer(offers).order_by("-created_at", "-pk")


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
