"""Who looks at a draft, which every page of it asks first."""

from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.ashes.catalogue import SLUG
from campaign.rules.ashes.draft import Draft
from campaign.rules.ashes.draft_pool import DraftChoice
from campaign.rules.core.live import Position
from campaign.selectors import ashes as selectors
from campaign.selectors.seats import TableSeat, seats_of, seats_open_to
from tracker.people.access import Access, Need, one_off_access


@dataclass(frozen=True)
class Place:
    """A visitor of a draft, with the seats that their phone plays."""

    access: Access
    game: Game
    choice: DraftChoice | None  # None once the game has its decks
    position: Position[Draft] | None  # None before the draft begins

    @property
    def state(self) -> Draft | None:
        """Return how far the draft is, hands included."""
        return self.position.table if self.position else None

    @cached_property
    def all_seats(self) -> tuple[TableSeat, ...]:
        """Return every seat of the game."""
        return seats_of(self.game)

    @property
    def players(self) -> int:
        """Return how many draft; the game may go on with fewer or more. Before: its seats."""
        return self.state.players if self.state else len(self.all_seats)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return who drafts, by seat."""
        named = {seat.number: seat.name for seat in self.all_seats}
        return tuple(
            named.get(number) or _("Player %(seat)s") % {"seat": number}
            for number in range(1, self.players + 1)
        )

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Return the seats that this phone plays: one's own.

        The owner of the game plays those that are free, too, as long as decks are drafted. Later a
        deck is its player's secret, as everywhere in the game.
        """
        if self.choice is None:
            return tuple(seat for seat in sorted(self.access.seats) if seat <= self.players)
        return tuple(sorted(seats_open_to(self.game, self.access.person, of=len(self.all_seats))))

    def seat(self, number: object) -> int | None:
        """Return the seat of theirs with this number; their only one, whatever the number."""
        if len(self.seats) == 1:
            return self.seats[0]
        return next((seat for seat in self.seats if str(seat) == number), None)


def place_in(request: HttpRequest, code: str, need: Need = Need.LOOK) -> Place:
    """Return the visitor of a draft; raise 404 if the decks of the game were never drafted."""
    access, game = one_off_access(request, code, need, systems=[SLUG])
    choice, position = selectors.draft_choice(game), selectors.draft_of(game)
    if choice is None and position is None:
        raise Http404
    return Place(access, game, choice, position)


def to_draft(request: HttpRequest, code: str, *, need: Need = Need.LOOK) -> str:
    """Return the URL of the draft, for who may be there."""
    return reverse("draft", args=[place_in(request, code, need).game.code])


to_kept = partial(to_draft, need=Need.KEEP)


def to_seat(request: HttpRequest, code: str) -> str:
    """Return the URL of the draft, for the seat that chose if the phone plays several."""
    place = place_in(request, code)
    url, seat = reverse("draft", args=[place.game.code]), place.seat(request.POST.get("seat"))
    return f"{url}?seat={seat}" if seat and len(place.seats) > 1 else url
