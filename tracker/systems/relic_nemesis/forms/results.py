"""The form of a result."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import LEVEL_MOST
from campaign.rules.relic_nemesis.result import DEFEATS_MOST, Ending, NemesisResult, Result
from campaign.selectors import games
from tracker.forms.fields import number_field, offer, radios, ticks
from tracker.forms.results import ResultForm
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords

NOTED = {
    "infamy": (gettext_lazy("Infamy"), GOAL),
    "level": (gettext_lazy("Level"), LEVEL_MOST),
    "defeats": (gettext_lazy("Defeats"), DEFEATS_MOST),
}
TYPED_MOST = 60  # characters


class NumbersField(forms.CharField):
    """Numbers with anything but digits between them: "6 3", "6,3", "6+3"."""

    default_error_messages = {
        "invalid": gettext_lazy("Enter numbers separated by spaces, such as 6 3.")
    }

    def __init__(self, *, most: int = TYPED_MOST, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off"}
        kwargs.setdefault("widget", forms.TextInput(attrs=attrs))
        super().__init__(required=False, max_length=most, **kwargs)

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        text = super().clean(value)
        if not re.fullmatch(r"[0-9\s,;+.]*", text, re.ASCII):
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return tuple(int(number) for number in re.findall(r"[0-9]{1,3}", text))


class RelicResultForm(ResultForm):
    """Who won and how, and the final numbers of each nemesis."""

    ending = radios(gettext_lazy("How did it end?"))
    winners = ticks(gettext_lazy("Who won?"), coerce=int)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        setup: Setup = games.game_setup(game)
        words = RelicWords.of_game(game)
        seats = words.seats()
        self.setup, self.names = setup, seats
        endings = [Ending.INFAMY, Ending.CONFRONTATION] if setup.nemeses else [Ending.CONFRONTATION]
        if setup.nemeses and (setup.scenario is None or setup.scenario.teams):
            endings.append(Ending.TEAM)
        labels = [(str(each), terms.ending(each)) for each in (*endings, Ending.STOPPED)]
        offer(self, "ending", labels)
        winners = [
            (number, f"{name} ({terms.role(setup.seat(number).role)})")
            for number, name in seats.items()
        ]
        offer(self, "winners", winners)
        for number in setup.nemeses:
            for name, (label, most) in NOTED.items():
                self.fields[f"{name}_{number}"] = number_field(label, 0, most)
            self.fields[f"curve_{number}"] = NumbersField(widget=forms.HiddenInput, most=1000)
        self.ask_players([(n, self._what(n), words.players[n - 1]) for n in seats])

    def _what(self, number: int) -> str:
        """Return what a seat played: its name, else its role and number."""
        seat = self.setup.seat(number)
        if seat.key:
            return self.names[number]
        peers = self.setup.seats_of(seat.role)
        return f"{terms.role(seat.role)} {peers.index(number) + 1}"

    def nemeses(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return each nemesis with the fields of its numbers."""
        return [
            (self.names[number], [self[f"{name}_{number}"] for name in NOTED])
            for number in self.setup.nemeses
        ]

    def curves(self) -> list[forms.BoundField]:
        """Return the hidden fields with what the live table recorded."""
        return [self[f"curve_{number}"] for number in self.setup.nemeses]

    def ended(self) -> Result:
        given = self.cleaned_data
        noted = (
            NemesisResult(number, *(given[f"{name}_{number}"] for name in (*NOTED, "curve")))
            for number in self.setup.nemeses
        )
        return Result(
            Ending(given["ending"]),
            tuple(sorted(given["winners"])),
            tuple(each for each in noted if each != NemesisResult(each.seat)),
        )

    @staticmethod
    def shown_of(result: Result) -> dict[str, Any]:
        found: dict[str, Any] = {"ending": str(result.ending), "winners": list(result.winners)}
        for noted in result.nemeses:
            found |= {f"{name}_{noted.seat}": getattr(noted, name) for name in NOTED}
            found[f"curve_{noted.seat}"] = " ".join(map(str, noted.curve))
        return found
