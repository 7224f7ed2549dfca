"""The face of a system that has one-off games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import QueryDict

from campaign.models import Game, Person
from campaign.records import GameFacts
from campaign.rules.core.facts import Ended
from tracker.faces.games import Action, GameFace
from tracker.forms.one_offs import PlanAgainForm, StartGameForm
from tracker.people.access import Access
from tracker.words.one_offs import OneOffWords

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class OneOffFace(GameFace):
    """A system that has one-off games.

    Below ``one_off`` in its folder, ``start.html`` draws the fields of the start form, and reads
    ``form``; ``setup.html`` draws the set-up, and reads ``setup``; ``roll.html`` draws
    what to keep when the rest is drawn again, and reads ``roll``; ``change.html`` is the page on
    which players choose for themselves, and reads ``form``.
    """

    @property
    @abstractmethod
    def lead(self) -> StrPromise | str:
        """Return a one-line description of its games."""

    def is_owned_by(self, person: Person) -> bool:
        """Say whether somebody told us that they own it: then it is offered first."""
        return False

    @abstractmethod
    def words(self, game: Game) -> OneOffWords:
        """Return the words for a game's record."""

    @abstractmethod
    def start_form(self, data: QueryDict | None, *, person: Person | None) -> StartGameForm:
        """Return the form that starts a game; ``person`` is whoever is signed in, or None."""

    @abstractmethod
    def change_form(self, data: QueryDict | None, *, access: Access, game: Game) -> PlanAgainForm:
        """Return the form in which players choose; it has a seed and a language too."""

    @abstractmethod
    def roll_form(self, data: QueryDict | None, *, access: Access, game: Game) -> PlanAgainForm:
        """Return the form that draws again everything that is not kept."""

    @abstractmethod
    def setup(self, game: Game) -> object:
        """Return the values of ``one_off/setup.html``."""

    def opening(self, game: Game) -> Action | None:
        """Return what has to be done before a game can be played; None if nothing is left to do."""
        return None

    @abstractmethod
    def recent(self, game: Game, facts: GameFacts) -> Recent:
        """Return a game as an item of a person's list."""

    @abstractmethod
    def seat_titles(self, game: Game) -> Sequence[str]:
        """Return what is played at each seat, such as a role; "" where nobody may know yet."""

    def seat_links(self, game: Game, seat: int) -> Sequence[Action]:
        """Return the pages of a seat for its holder: their secrets and choices."""
        return ()

    def seat_form(
        self, data: QueryDict | None, *, access: Access, game: Game, seat: int
    ) -> PlanAgainForm | None:
        """Return the form in which a seat's holder chooses for it; None if there is no choice.

        ``one_off/seat.html`` draws its fields, and reads ``form``.
        """
        return None

    @abstractmethod
    def again(self, game: Game, person: Person) -> Any:
        """Return the choices for another game of the same people, which ``person`` starts.

        Raises ``RulesError`` if they would get what another player still keeps secret.
        """


@dataclass(frozen=True, slots=True)
class Recent:
    """A game in a person's list of recent games."""

    game: Game
    title: str
    detail: str  # who plays: "2 players"
    outcome: str = ""  # "win", "loss", or empty
    played: Ended | None = None
