"""The form of a result."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL
from campaign.rules.relic_nemesis.result import MAX_DEFEATS, Ending, NemesisResult, Result
from campaign.selectors.seeing import game_setup
from tracker.forms.fields import number_field, offer, radios, ticks
from tracker.forms.results import ResultForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords

NOTED = {
    "infamy": (gettext_lazy("Infamy"), GOAL),
    "level": (gettext_lazy("Level"), MAX_LEVEL),
    "defeats": (gettext_lazy("Defeats"), MAX_DEFEATS),
}
MAX_TYPED = 60  # characters


class NumbersField(forms.CharField):
    """Numbers with anything but digits between them: "6 3", "6,3", "6+3"."""

    default_error_messages = {
        "invalid": gettext_lazy("Enter numbers separated by spaces, such as 6 3.")
    }

    def __init__(self, *, most: int = MAX_TYPED, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attrs))
        super().__init__(required=False, max_length=most, **kwargs)

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        text = super().clean(value)
        if not re.fullmatch(r"[0-9\s,;+.]*", text, re.ASCII):
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return tuple(int(number) for number in re.findall(r"[0-9]{1,3}", text))


@dataclass(frozen=True, slots=True)
class NemesisFields:
    """The fields for the final numbers of a nemesis."""

    name: str
    numbers: list[forms.BoundField]


class RelicResultForm(ResultForm):
    """Who won and how, and the final numbers of each nemesis."""

    ending = radios(gettext_lazy("How did it end?"))
    winners = ticks(gettext_lazy("Who won?"), coerce=int)
    fields_by_path = {
        **ResultForm.fields_by_path,
        **{f"nemeses.*.{name}": f"{name}_*" for name in NOTED},
    }

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        setup: Setup = game_setup(game)
        words = RelicWords.of_game(game)
        names = words.seats()
        self.setup, self.names = setup, names
        endings = [Ending.INFAMY, Ending.CONFRONTATION] if setup.nemeses else [Ending.CONFRONTATION]
        if setup.nemeses and (setup.scenario is None or setup.scenario.teams):
            endings.append(Ending.TEAM)
        endings.append(Ending.STOPPED)
        offer(self, "ending", [(str(ending), terms.ending(ending)) for ending in endings])
        winners = [
            (number, f"{name} ({terms.role(setup.seat(number).role)})")
            for number, name in names.items()
        ]
        offer(self, "winners", winners)
        for number in setup.nemeses:
            for name, (label, most) in NOTED.items():
                self.fields[f"{name}_{number}"] = number_field(label, 0, most)
            self.fields[f"curve_{number}"] = NumbersField(widget=forms.HiddenInput, most=1000)
        self.ask_players([(seat, self._what(seat), words.players[seat - 1]) for seat in names])

    def _what(self, number: int) -> str:
        """Return what a seat played: its name, else its role and number."""
        seat = self.setup.seat(number)
        if seat.key:
            return self.names[number]
        peers = self.setup.seats_of(seat.role)
        return f"{terms.role(seat.role)} {peers.index(number) + 1}"

    def nemeses(self) -> list[NemesisFields]:
        """Return each nemesis with the fields of its numbers."""
        return [
            NemesisFields(self.names[seat], [self[f"{name}_{seat}"] for name in NOTED])
            for seat in self.setup.nemeses
        ]

    def curves(self) -> list[forms.BoundField]:
        """Return the hidden fields with what the live table recorded."""
        return [self[f"curve_{number}"] for number in self.setup.nemeses]

    def ended(self) -> Result:
        given = self.cleaned_data
        noted = (
            NemesisResult(
                seat,
                infamy=given[f"infamy_{seat}"],
                level=given[f"level_{seat}"],
                defeats=given[f"defeats_{seat}"],
                curve=given[f"curve_{seat}"],
            )
            for seat in self.setup.nemeses
        )
        return Result(
            Ending(given["ending"]),
            tuple(sorted(given["winners"])),
            tuple(result for result in noted if result != NemesisResult(result.seat)),
        )

    @staticmethod
    def shown_of(result: Result) -> dict[str, Any]:
        values: dict[str, Any] = {"ending": str(result.ending), "winners": list(result.winners)}
        for nemesis in result.nemeses:
            values |= {
                f"infamy_{nemesis.seat}": nemesis.infamy,
                f"level_{nemesis.seat}": nemesis.level,
                f"defeats_{nemesis.seat}": nemesis.defeats,
                f"curve_{nemesis.seat}": " ".join(map(str, nemesis.curve)),
            }
        return values
