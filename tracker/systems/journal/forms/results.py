"""How an evening ended: together, by points, by places, by sides, or not at all."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from campaign.rules.core.facts import Ended
from campaign.rules.journal.description import MAX_COUNT, MAX_PLAYERS, Mode
from campaign.rules.journal.games import Played
from campaign.rules.journal.state import Outcome, Won
from tracker.forms.fields import number_field, radios, ticks
from tracker.forms.nested import RowForm
from tracker.forms.results import ResultForm
from tracker.systems.journal.selectors import game_state, journal_state


class NumberRow(RowForm):
    """The points or the place of somebody."""

    def __init__(self, *args: Any, name: str, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"] = number_field(name, least, most)

    @property
    def entered(self) -> int | None:
        """Return the number of a valid form."""
        entered: int | None = self.cleaned_data["number"]
        return entered


class JournalResultForm(ResultForm):
    """The result of an evening; which fields there are depends on the description."""

    fields_by_path: ClassVar[Mapping[str, str]] = {"outcome": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state = journal_state(self.access.campaign)
        held = game_state(self.game)
        self.mode = state.description.result.mode
        self.playing = {
            seat.number: seat.name for seat in state.seats if seat.number in held.playing
        }
        self.rows: tuple[NumberRow, ...] = ()  # where points or places are entered
        match self.mode:
            case Mode.TOGETHER:
                choices = [(Won.WIN.value, _("Won")), (Won.LOSS.value, _("Lost"))]
                asked = _("Say whether you won or lost.")
                self.fields["result"] = radios(_("How did it end?"), choices, ask=asked)
            case Mode.SCORES:
                self._ask_numbers(-MAX_COUNT, MAX_COUNT)
            case Mode.RANKS:
                self._ask_numbers(1, MAX_PLAYERS)
            case Mode.SIDES:
                named = list(self.playing.items())
                self.fields["winners"] = ticks(_("Who won?"), coerce=int, choices=named)
        self.score_word = state.description.result.score

    def _ask_numbers(self, least: int, most: int) -> None:
        self.rows = tuple(
            NumberRow(self, number=seat, name=name, least=least, most=most)
            for seat, name in self.playing.items()
        )
        self.parts += self.rows

    @property
    def is_together(self) -> bool:
        """Say whether everybody wins or loses together."""
        return self.mode is Mode.TOGETHER

    @property
    def is_sides(self) -> bool:
        """Say whether some win."""
        return self.mode is Mode.SIDES

    @property
    def numbers_label(self) -> str:
        """Return what the numbers are; "" where none are asked for."""
        if self.mode is Mode.SCORES:
            return self.score_word or _("Points")
        return _("Places") if self.mode is Mode.RANKS else ""

    @staticmethod
    def shown_of(result: Any, /) -> dict[str, Any]:
        outcome: Outcome = result
        numbers = outcome.scores or outcome.ranks
        values: dict[str, Any] = {
            "result": outcome.result.value if outcome.result else "",
            "winners": sorted(outcome.winners),
        }
        for seat, number in enumerate(numbers, start=1):
            values |= NumberRow.named(seat, number=number)
        return values

    def ended(self) -> Outcome:
        data = self.cleaned_data
        entered = {row.number: row.entered for row in self.rows}
        numbers = tuple(entered.get(seat) for seat in range(1, max(self.playing, default=0) + 1))
        match self.mode:
            case Mode.TOGETHER:
                return Outcome(Won(data["result"]))
            case Mode.SCORES:
                return Outcome(scores=numbers)
            case Mode.RANKS:
                return Outcome(ranks=numbers)
            case Mode.SIDES:
                return Outcome(winners=frozenset(data["winners"]))
            case Mode.SAVED:
                return Outcome()

    def played(self) -> Ended:
        return Played(outcome=self.ended(), **self.noted())
