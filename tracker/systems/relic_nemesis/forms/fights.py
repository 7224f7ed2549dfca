"""Battles and duels as forms."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.core.live import Position
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.battle import (
    ATTRIBUTE_MOST,
    CARDS_MOST,
    SUPPORT,
    Battle,
    Fighter,
    against_agents,
    battle_problems,
    fighter_problems,
)
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import DICE_MOST, FACES, throw
from campaign.rules.relic_nemesis.duel import Duel, duel_problems, failed
from campaign.rules.relic_nemesis.moves import Duelled, Fought
from campaign.rules.relic_nemesis.table import Table
from tracker.forms.entry import RulesForm
from tracker.forms.fields import number_field, offer, radios, token_field
from tracker.systems.relic_nemesis.forms.numbers import NumbersField
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import relic_words

AGENTS = "agents"


class FightForm(RulesForm):
    """Two sides with their numbers and dice."""

    sides: tuple[tuple[str, str], ...] = ()  # prefix and path

    token = token_field()
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, game: Game, at: Position[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.table = game, at.table
        self.words = relic_words(game)
        self.names = self.words.named(self.table.order)
        self.fields["seen"].initial = at.sequence
        for prefix, _path in self.sides:
            self._ask_fighter(prefix)

    def fighter(self, prefix: str) -> Fighter:
        """Return one side; the form is valid."""
        given = self.cleaned_data
        return Fighter(
            given[f"{prefix}_attribute"] or 0,
            given[f"{prefix}_support"] or 0,
            given.get(f"{prefix}_helpers") or 0,
            given[f"{prefix}_dice"] or 1,
            int(given[f"{prefix}_card"]) if given[f"{prefix}_card"] else None,
            given[f"{prefix}_shown"],
        )

    def show_dice(self, shown: Mapping[str, Iterable[int]]) -> None:
        """Write dice that were thrown here into the form, as if they were typed."""
        data = self.data.copy()  # type: ignore[attr-defined] # a QueryDict
        for prefix, faces in shown.items():
            data[f"{prefix}_shown"] = " ".join(map(str, faces))
            self.cleaned_data[f"{prefix}_shown"] = tuple(faces)
        self.data = data

    def numbers(self) -> dict[str, list[forms.BoundField]]:
        """Return the numbers of each side, by its prefix."""
        return self._by_side("attribute", "support", "helpers")

    def more(self) -> dict[str, list[forms.BoundField]]:
        """Return what each side seldom needs, by its prefix."""
        return self._by_side("card", "dice")

    def active_character(self) -> int:
        """Return the character whose turn it is, or the first."""
        active, characters = self.table.active, self.table.characters
        return active if active in characters else characters[0]

    def missing(self) -> list[str]:
        """Return the fields without which there are no chances; the form is valid."""
        names = [f"{prefix}_attribute" for prefix, _path in self.sides]
        return [name for name in names if self.cleaned_data[name] is None]

    def sentence(self, problem: Problem) -> str:
        return self.words.sentence(problem)

    def _by_side(self, *names: str) -> dict[str, list[forms.BoundField]]:
        return {
            side: [self[f"{side}_{name}"] for name in names if f"{side}_{name}" in self.fields]
            for side, _path in self.sides
        }

    def field_for(self, problem: Problem) -> str | None:
        path, _dot, part = problem.path.partition(".")
        prefix = {path: prefix for prefix, path in self.sides}.get(path)
        name = f"{prefix}_{part}" if prefix and part else problem.path
        return name if name in self.fields else None

    def _ask_fighter(self, prefix: str) -> None:
        low, high = SUPPORT
        self.fields[f"{prefix}_attribute"] = _number(_("Attribute"), 0, ATTRIBUTE_MOST, None)
        self.fields[f"{prefix}_support"] = _number(_("Bonuses"), low, high)
        if prefix in HELPERS:
            self.fields[f"{prefix}_helpers"] = _number(HELPERS[prefix], 0, CARDS_MOST)
        self.fields[f"{prefix}_card"] = forms.ChoiceField(
            label=CARDS[prefix],
            choices=[("", _("None")), *((n, n) for n in range(1, FACES + 1))],
            required=False,
        )
        self.fields[f"{prefix}_dice"] = _number(_("Dice"), 1, DICE_MOST)
        self.fields[f"{prefix}_shown"] = NumbersField(label=_("Dice thrown"))


class BattleForm(FightForm):
    """A nemesis against a character, or against the agents on its space."""

    sides = (("n", "nemesis"), ("o", "opponent"))

    seat = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    against = radios(gettext_lazy("Against"))
    agents = NumbersField(
        label=gettext_lazy("Attributes of the agents"),
        help_text=gettext_lazy("One number for each, such as 3 4."),
    )

    def __init__(self, *args: Any, seat: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nemeses = [(number, self.names[number]) for number in self.table.nemeses]
        nemesis: int = seat if seat in self.table.nemeses else self.table.nemeses[0]
        self.mine = nemesis
        others = [(str(number), self.names[number]) for number in self.table.characters]
        offer(self, "seat", nemeses)
        offer(self, "against", [*others, (AGENTS, _("Agents"))])
        self.initial.update(
            {
                "seat": self.mine,
                "against": str(self.active_character()),
                "n_attribute": self.table.board(self.mine).attribute,
            }
        )

    def missing(self) -> list[str]:
        """Return what is missing: of agents their attributes, which the rules ask for."""
        against_agents = self.cleaned_data["against"] == AGENTS
        found = super().missing()
        return [name for name in found if name == "n_attribute" or not against_agents]

    def battle(self) -> Battle:
        """Return the battle; the form is valid."""
        agents = self.cleaned_data["agents"] if self.cleaned_data["against"] == AGENTS else ()
        opponent = self.fighter("o")
        if agents:
            opponent = against_agents(agents, opponent.shown)
        return Battle(self.fighter("n"), opponent, agents)

    def move(self) -> Fought:
        """Return the battle as a move."""
        given = self.cleaned_data
        against = None if given["against"] == AGENTS else int(given["against"])
        return Fought(given["seat"], self.battle(), against)

    def problems(self, *, thrown: bool) -> tuple[Problem, ...]:
        """Return what is wrong with the numbers, and with the dice if they are thrown."""
        battle = self.battle()
        if self.cleaned_data["against"] == AGENTS and not battle.agents:
            return (Problem("battle.opponent", path="agents"),)
        if thrown:
            return battle_problems(battle)
        return (
            *fighter_problems(battle.nemesis, "nemesis"),
            *fighter_problems(battle.opponent, "opponent"),
        )

    def throw(self, rng: Random) -> None:
        """Throw the dice of both sides."""
        battle = self.battle()
        sides = {"n": battle.nemesis, "o": battle.opponent}
        self.show_dice({prefix: throw(side.roll, rng) for prefix, side in sides.items()})


class DuelForm(FightForm):
    """A character challenges an apostate."""

    sides = (("c", "challenger"), ("d", "defender"))

    challenger = radios(gettext_lazy("Challenger"), coerce=int)
    defender = radios(gettext_lazy("Defender, an apostate"), coerce=int)
    attribute = radios(gettext_lazy("Attribute"), coerce=Attribute)
    c_assets = forms.BooleanField(
        label=gettext_lazy("The challenger has a non-relic Apostate asset"), required=False
    )
    d_assets = forms.BooleanField(
        label=gettext_lazy("The defender has a non-relic Apostate asset"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(number, self.names[number]) for number in self.table.characters]
        for name in ("challenger", "defender"):
            offer(self, name, people)
        offer(self, "attribute", [(str(each), terms.attribute(each)) for each in Attribute])
        first = self.active_character()
        others = [number for number, _name in people if number != first]
        self.initial.update(
            {
                "challenger": first,
                "defender": others[0] if others else None,
                "attribute": str(Attribute.STRENGTH),
            }
        )

    def duel(self) -> Duel:
        """Return the duel; the form is valid."""
        given = self.cleaned_data
        return Duel(
            given["attribute"],
            self.fighter("c"),
            self.fighter("d"),
            int(given["c_assets"]),
            int(given["d_assets"]),
        )

    def move(self) -> Duelled:
        """Return the duel as a move."""
        given = self.cleaned_data
        return Duelled(given["challenger"], given["defender"], self.duel())

    def problems(self, *, thrown: bool) -> tuple[Problem, ...]:
        """Return what is wrong with the numbers, and with the dice if they are thrown."""
        duel = self.duel()
        if self.cleaned_data["challenger"] == self.cleaned_data["defender"]:
            return (Problem("duel.alone", path="defender"),)
        if thrown:
            return duel_problems(duel)
        return (
            *fighter_problems(duel.challenger, "challenger"),
            *fighter_problems(duel.defender, "defender"),
        )

    def throw(self, rng: Random) -> None:
        """Throw the challenger's dice, and the defender's if the first test is passed."""
        self.show_dice({"c": throw(self.fighter("c").roll, rng), "d": ()})
        if not failed(self.duel()):
            self.show_dice({"d": throw(self.fighter("d").roll, rng)})


HELPERS = {
    "n": gettext_lazy("Threat cards (enemies) here"),
    "o": gettext_lazy("Agents here"),
}
CARDS = {
    "n": gettext_lazy("Might card instead of a die"),
    "o": gettext_lazy("Power card instead of a die"),
    "c": gettext_lazy("Power card instead of a die"),
    "d": gettext_lazy("Power card instead of a die"),
}


def _number(label: Any, low: int, high: int, initial: int | None = 0) -> forms.IntegerField:
    attrs = {"inputmode": "numeric" if low >= 0 else "text"}
    begins = initial if initial is None else max(low, initial)
    return number_field(label, low, high, attrs=attrs, initial=begins)
