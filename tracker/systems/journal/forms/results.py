"""How an evening ended: together, by points, by places, by sides, or not at all."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.forms import BoundField
from django.utils.translation import gettext as _

from campaign.rules.core.facts import Ended
from campaign.rules.journal.description import MAX_COUNT, MAX_PLAYERS, Mode
from campaign.rules.journal.games import Played
from campaign.rules.journal.state import Outcome, Won
from tracker.forms.fields import number_field, radios, ticks
from tracker.forms.results import ResultForm
from tracker.systems.journal.selectors import game_state, journal_state


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
        for seat, name in self.playing.items():
            self.fields[f"number_{seat}"] = number_field(name, least, most)

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

    def number_fields(self) -> list[BoundField]:
        """Return the fields of everybody's points or places."""
        if not self.numbers_label:
            return []
        return [self[f"number_{seat}"] for seat in self.playing]

    @staticmethod
    def shown_of(result: Any, /) -> dict[str, Any]:
        outcome: Outcome = result
        numbers = outcome.scores or outcome.ranks
        return {
            "result": outcome.result.value if outcome.result else "",
            "winners": sorted(outcome.winners),
            **{f"number_{seat}": number for seat, number in enumerate(numbers, start=1)},
        }

    def ended(self) -> Outcome:
        data = self.cleaned_data
        numbers = tuple(
            data.get(f"number_{seat}") for seat in range(1, max(self.playing, default=0) + 1)
        )
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
