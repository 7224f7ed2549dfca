"""The form of a result."""

import re
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
from tracker.forms.nested import RowForm
from tracker.forms.results import ResultForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords

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


class NemesisRow(RowForm):
    """The final numbers of a nemesis; ``curve`` is its infamy as the live table recorded it."""

    infamy = number_field(gettext_lazy("Infamy"), 0, GOAL)
    level = number_field(gettext_lazy("Level"), 0, MAX_LEVEL)
    defeats = number_field(gettext_lazy("Defeats"), 0, MAX_DEFEATS)
    curve = NumbersField(widget=forms.HiddenInput, most=1000)

    def __init__(self, *args: Any, seat: int, name: str, **kwargs: Any) -> None:
        super().__init__(*args, number=seat, path="nemeses", **kwargs)
        self.seat, self.name = seat, name

    def numbers(self) -> list[forms.BoundField]:
        """Return the fields that the page shows."""
        return self.visible_fields()

    def result(self) -> NemesisResult:
        """Return the numbers of a valid form."""
        return NemesisResult(self.seat, **self.cleaned_data)


class RelicResultForm(ResultForm):
    """Who won and how, and the final numbers of each nemesis."""

    ending = radios(gettext_lazy("How did it end?"))
    winners = ticks(gettext_lazy("Who won?"), coerce=int)

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
        self.rows = tuple(
            NemesisRow(self, seat=number, name=names[number]) for number in setup.nemeses
        )
        self.parts += self.rows
        self.ask_players([(seat, self._what(seat), words.players[seat - 1]) for seat in names])

    def _what(self, number: int) -> str:
        """Return what a seat played: its name, else its role and number."""
        seat = self.setup.seat(number)
        if seat.key:
            return self.names[number]
        peers = self.setup.seats_of(seat.role)
        return f"{terms.role(seat.role)} {peers.index(number) + 1}"

    def ended(self) -> Result:
        given = self.cleaned_data
        noted = (row.result() for row in self.rows)
        return Result(
            Ending(given["ending"]),
            tuple(sorted(given["winners"])),
            tuple(result for result in noted if result != NemesisResult(result.seat)),
        )

    @staticmethod
    def shown_of(result: Result) -> dict[str, Any]:
        values: dict[str, Any] = {"ending": str(result.ending), "winners": list(result.winners)}
        for nemesis in result.nemeses:
            values |= NemesisRow.named(
                nemesis.seat,
                infamy=nemesis.infamy,
                level=nemesis.level,
                defeats=nemesis.defeats,
                curve=" ".join(map(str, nemesis.curve)),
            )
        return values
