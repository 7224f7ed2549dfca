"""The form of how a duel ended."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.ashes import duel
from campaign.rules.ashes.catalogue import PLAYERS
from campaign.rules.ashes.result import MAX_LIFE, MAX_ROUNDS, DuelResult, Ending, Together
from campaign.rules.ashes.sheet import DuelBody
from campaign.selectors import games
from campaign.selectors.seeing import game_setup
from tracker.forms.fields import number_field, offer, radios
from tracker.forms.nested import RowForm
from tracker.forms.results import ResultForm
from tracker.systems.ashes.words import red_rains as red_rains_words
from tracker.systems.ashes.words.steps import seat_title
from tracker.systems.ashes.words.terms import ENDINGS

DRAW = "draw"


class SeatRow(RowForm):
    """How a game ended for one player; only a melee has places."""

    life = number_field(gettext_lazy("Life left"), 0, MAX_LIFE)
    place = forms.TypedChoiceField(
        label=gettext_lazy("Place"), required=False, coerce=int, empty_value=None
    )
    fields_by_path = {"places": "place"}

    def __init__(
        self, *args: Any, title: str, printed: int | None, places: Iterable[int], **kwargs: Any
    ) -> None:
        """Make the fields; ``printed`` is the life of the Phoenixborn, if it is known."""
        super().__init__(*args, **kwargs)
        self.title = title
        self.fields["life"].widget.attrs["max"] = printed or MAX_LIFE
        if numbers := [(place, str(place)) for place in places]:
            offer(self, "place", [("", "–"), *numbers])
        else:
            del self.fields["place"]

    @property
    def life_left(self) -> int | None:
        """Return the life of a valid form."""
        left: int | None = self.cleaned_data["life"]
        return left

    @property
    def taken_place(self) -> int | None:
        """Return the place of a valid form; None where nobody entered one."""
        place: int | None = self.cleaned_data.get("place")
        return place


class DuelResultForm(ResultForm):
    """Who won and how, the rounds, and everybody's life and place.

    Against a Chimera all win or lose together.
    """

    together = radios(
        gettext_lazy("Did you win?"),
        red_rains_words.RESULTS.items(),
        ask=gettext_lazy("Choose whether you won."),
    )
    chimera_life = number_field(gettext_lazy("Life that the Chimera had left"), 0, MAX_LIFE)
    winner = radios(gettext_lazy("Who won?"), ask=gettext_lazy("Choose who won."))
    ending = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        required=False,
        choices=[("", gettext_lazy("not entered")), *ENDINGS.items()],
    )
    rounds = number_field(gettext_lazy("Rounds"), 1, MAX_ROUNDS)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        body: DuelBody = games.game_sheet(game).body
        seats, self.is_together = body.seats, body.chimera is not None
        titles = {seat.number: seat_title(seat) for seat in seats}
        if self.is_together:
            del self.fields["winner"]
            choices = red_rains_words.ENDINGS.items()
            offer(self, "ending", [("", _("not entered")), *choices])
        else:
            del self.fields["together"], self.fields["chimera_life"]
            winners = [(str(number), title) for number, title in titles.items()]
            offer(self, "winner", [*winners, (DRAW, _("Nobody: a draw"))])
        self.is_melee = len(seats) > PLAYERS[0] and not self.is_together
        self.rows = tuple(
            SeatRow(
                self,
                number=number,
                title=titles[number],
                printed=duel.life_of(seat),
                places=titles if self.is_melee else (),
            )
            for number, seat in zip(titles, game_setup(game).seats, strict=True)
        )
        self.parts += self.rows
        self.ask_players([(seat.number, seat.phoenixborn, seat.player) for seat in seats])

    def ended(self) -> DuelResult:
        given = self.cleaned_data
        winner, together = given.get("winner", DRAW), given.get("together")
        return DuelResult(
            winner=None if winner == DRAW else int(winner),
            ending=Ending(given["ending"]) if given["ending"] else None,
            rounds=given["rounds"],
            places=_noted(row.taken_place for row in self.rows),
            life=_noted(row.life_left for row in self.rows),
            together=Together(together) if together else None,
            chimera_life=given.get("chimera_life"),
        )

    @staticmethod
    def shown_of(result: DuelResult) -> dict[str, Any]:
        values: dict[str, Any] = {
            "winner": DRAW if result.winner is None else str(result.winner),
            "ending": result.ending or "",
            "rounds": result.rounds,
            "together": result.together or "",
            "chimera_life": result.chimera_life,
        }
        for number, place in enumerate(result.places, start=1):
            values |= SeatRow.named(number, place=place)
        for number, left in enumerate(result.life, start=1):
            values |= SeatRow.named(number, life=left)
        return values


def _noted(numbers: Iterable[int | None]) -> tuple[int | None, ...]:
    """Return numbers by seat; () if none is entered."""
    values = tuple(numbers)
    return values if any(value is not None for value in values) else ()
