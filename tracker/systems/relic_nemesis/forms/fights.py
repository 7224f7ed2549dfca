"""Forms of battles and duels."""

from random import Random
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.core.entries import entry_problems
from campaign.rules.core.live import Position
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis import dice
from campaign.rules.relic_nemesis.battle import Battle, against_agents, battle_problems
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import FACES, Fighter, partly_shown_problems, throw
from campaign.rules.relic_nemesis.moves import Duelled, Fought
from campaign.rules.relic_nemesis.skill_duel import Duel, challenge_failed, duel_problems
from campaign.rules.relic_nemesis.table import Table
from tracker.forms.entry import RulesForm
from tracker.forms.fields import number_field, offer, radios, tick, token_field
from tracker.systems.relic_nemesis.forms.results import NumbersField
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.words import listed

AGENTS = "agents"


class FightForm(RulesForm):
    """A fight of two sides, with their numbers and dice.

    The first side rolls first; the other prepares and rolls knowing that (pp. 5 and 12).
    """

    sides: ClassVar[dict[str, str]]  # prefix of a side's fields → its name in the rules, in order

    token = token_field()
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, game: Game, at: Position[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.table = game, at.table
        self.words = RelicWords.of_game(game)
        self.names = self.words.named(self.table.order)
        self.fields["seen"].initial = at.sequence
        for prefix in self.sides:
            self._add_fighter(prefix)

    def fight(self) -> Battle | Duel:
        """Return the battle or duel of a valid form."""
        raise NotImplementedError

    def problems(self) -> tuple[Problem, ...]:
        """Return problems of the numbers, and of the dice as far as they are thrown."""
        fight = self.fight()
        found: list[Problem] = []
        for path in self.sides.values():
            side = getattr(fight, path)
            found += entry_problems(side, path) or partly_shown_problems(side, path)
        return tuple(found)

    def final_problems(self) -> tuple[Problem, ...]:
        """Return why the fight cannot end with these dice."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Say whether every die that a valid form needs is thrown."""
        return not self.final_problems()

    def roll_first(self, rng: Random) -> None:
        """Throw the dice of the side that rolls first; the other has to roll anew."""
        first, second = self.sides
        self.show_dice(first, throw(self.fighter(first), rng))
        self.show_dice(second, ())

    def roll_second(self, rng: Random) -> tuple[Problem, ...]:
        """Throw the dice of the other side, or return that it is not its turn."""
        first, second = self.sides
        if self.fighter(first).still_to_throw:
            return (Problem("dice.order", path=f"{self.sides[first]}.shown"),)
        self.show_dice(second, throw(getattr(self.fight(), self.sides[second]), rng))
        return ()

    def fighter(self, prefix: str) -> Fighter:
        """Return one side of a valid form."""
        given = self.cleaned_data
        return Fighter(
            given[f"{prefix}_attribute"] or 0,
            given[f"{prefix}_support"] or 0,
            given.get(f"{prefix}_helpers") or 0,
            given[f"{prefix}_dice"] or 1,
            int(given[f"{prefix}_card"]) if given[f"{prefix}_card"] else None,
            given[f"{prefix}_shown"],
            self.explodes(prefix),
        )

    def explodes(self, prefix: str) -> tuple[int, ...]:
        """Return the faces on which the dice of a side explode."""
        del prefix
        return dice.EXPLODES

    def show_dice(self, prefix: str, faces: tuple[int, ...]) -> None:
        """Put dice that the server threw into the form, as if they were typed."""
        self.put(**{f"{prefix}_shown": " ".join(map(str, faces))})
        self.cleaned_data[f"{prefix}_shown"] = faces

    def parts(self) -> dict[str, dict[str, list[forms.BoundField]]]:
        """Return the fields of each side by its prefix; rarely used ones are under "more"."""
        parts = {"numbers": ("attribute", "support", "helpers"), "more": ("card", "dice")}
        return {
            side: {
                part: [self[f"{side}_{name}"] for name in names if f"{side}_{name}" in self.fields]
                for part, names in parts.items()
            }
            for side in self.sides
        }

    def active_character(self) -> int:
        """Return the character whose turn it is, or the first."""
        active, characters = self.table.active, self.table.characters
        return active if active in characters else characters[0]

    def missing(self, *, of_first: bool = False) -> list[str]:
        """Return the empty fields of a valid form that the chances depend on."""
        prefixes = list(self.sides)[:1] if of_first else list(self.sides)
        names = [f"{prefix}_attribute" for prefix in prefixes]
        return [name for name in names if self.cleaned_data[name] is None]

    def called(self) -> tuple[str, str]:
        """Return the names of both sides of a valid form."""
        raise NotImplementedError

    def untracked(self) -> tuple[str, ...]:
        """Return the names of those whose life is not entered at the table yet."""
        raise NotImplementedError

    def sentence(self, problem: Problem) -> str:
        return self.words.sentence(problem)

    def field_for(self, problem: Problem) -> str | None:
        path, _dot, part = problem.path.partition(".")
        prefix = {path: prefix for prefix, path in self.sides.items()}.get(path)
        name = f"{prefix}_{part}" if prefix and part else problem.path
        return name if name in self.fields else None

    def _add_fighter(self, prefix: str) -> None:
        self.fields[f"{prefix}_attribute"] = number_field(_("Attribute"), 0, dice.ATTRIBUTE_MOST)
        self.fields[f"{prefix}_support"] = number_field(
            _("Bonuses"), *dice.SUPPORT, initial=0, attrs={"inputmode": "text"}
        )
        if prefix in HELPERS:
            helpers = number_field(HELPERS[prefix], 0, dice.CARDS_MOST, initial=0)
            self.fields[f"{prefix}_helpers"] = helpers
        might = prefix == "n"  # a nemesis has Might cards, everybody else Power cards
        card = _("Might card instead of a die") if might else _("Power card instead of a die")
        self.fields[f"{prefix}_card"] = forms.ChoiceField(
            label=card,
            choices=[("", _("None")), *((n, n) for n in range(1, FACES + 1))],
            required=False,
        )
        self.fields[f"{prefix}_dice"] = number_field(_("Dice"), 1, dice.DICE_MOST, initial=1)
        self.fields[f"{prefix}_shown"] = NumbersField(label=_("Dice thrown"))


class BattleForm(FightForm):
    """A nemesis against a character, or against the agents on its space."""

    sides: ClassVar = {"n": "nemesis", "o": "opponent"}

    seat = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    against = radios(  # None: agents
        gettext_lazy("Against"), coerce=lambda given: None if given == AGENTS else int(given)
    )
    agents = NumbersField(
        label=gettext_lazy("Attributes of the agents"),
        help_text=gettext_lazy("One number for each, such as 3 4."),
    )

    def __init__(self, *args: Any, seat: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nemeses = self.table.nemeses
        self.mine = seat if seat in nemeses else nemeses[0]
        offer(self, "seat", [(number, self.names[number]) for number in nemeses])
        others = [(number, self.names[number]) for number in self.table.characters]
        offer(self, "against", [*others, (AGENTS, _("Agents"))])
        self.initial.update(
            seat=self.mine,
            against=str(self.active_character()),
            n_attribute=self.table.board(self.mine).attribute,
        )

    def missing(self, *, of_first: bool = False) -> list[str]:
        """Return the empty fields; agents have an attribute each, which the rules check."""
        agents = self.cleaned_data["against"] is None
        found = super().missing(of_first=of_first)
        return [name for name in found if name == "n_attribute" or not agents]

    def fight(self) -> Battle:
        given = self.cleaned_data
        agents = given["agents"] if given["against"] is None else ()
        opponent = self.fighter("o")
        if agents:
            opponent = against_agents(agents, opponent.shown)
        return Battle(self.fighter("n"), opponent, agents)

    def explodes(self, prefix: str) -> tuple[int, ...]:
        if prefix != "n":
            return dice.EXPLODES
        # The set-up may have been changed since the table was opened.
        seat = self.words.setup.seat_or_none(self.mine)
        return seat.kept.explodes if seat and seat.kept else dice.EXPLODES

    def explosion_help(self) -> str:
        """Return which faces add a die for this nemesis, where it is not only the six."""
        faces = self.explodes("n")
        if faces == dice.EXPLODES:
            return ""
        shown = {"name": self.names[self.mine], "faces": listed(map(str, faces))}
        return _("Dice of %(name)s explode on %(faces)s: each adds another die.") % shown

    def called(self) -> tuple[str, str]:
        given = self.cleaned_data
        return self.names[given["seat"]], self.names.get(given["against"], _("Agents"))

    def untracked(self) -> tuple[str, ...]:
        against, found = self.cleaned_data["against"], []
        if self.table.board(self.mine).life is None:
            found.append(self.names[self.mine])
        if against is not None and against not in self.table.lives:
            found.append(self.names[against])
        return tuple(found)

    def move(self) -> Fought:
        """Return the battle of a valid form as a move."""
        return Fought(self.cleaned_data["seat"], self.fight(), self.cleaned_data["against"])

    def problems(self) -> tuple[Problem, ...]:
        if self.cleaned_data["against"] is None and not self.cleaned_data["agents"]:
            return (Problem("battle.opponent", path="agents"),)
        return super().problems()

    def final_problems(self) -> tuple[Problem, ...]:
        return battle_problems(self.fight())


class DuelForm(FightForm):
    """A duel between a character and an apostate."""

    sides: ClassVar = {"c": "challenger", "d": "defender"}

    challenger = radios(gettext_lazy("Challenger"), coerce=int)
    defender = radios(gettext_lazy("Defender, an apostate"), coerce=int)
    attribute = radios(gettext_lazy("Attribute"), coerce=Attribute)
    c_assets = tick(gettext_lazy("The challenger has a non-relic Apostate asset"))
    d_assets = tick(gettext_lazy("The defender has a non-relic Apostate asset"), initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(number, self.names[number]) for number in self.table.characters]
        for name in ("challenger", "defender"):
            offer(self, name, people)
        offer(self, "attribute", [(str(each), terms.attribute(each)) for each in Attribute])
        first = self.active_character()
        others = [number for number, _name in people if number != first]
        self.initial.update(
            challenger=first,
            defender=others[0] if others else None,
            attribute=str(Attribute.STRENGTH),
        )

    def fight(self) -> Duel:
        given = self.cleaned_data
        return Duel(
            given["attribute"],
            self.fighter("c"),
            self.fighter("d"),
            int(given["c_assets"]),
            int(given["d_assets"]),
        )

    def called(self) -> tuple[str, str]:
        given = self.cleaned_data
        return self.names[given["challenger"]], self.names[given["defender"]]

    def untracked(self) -> tuple[str, ...]:
        seats = (self.cleaned_data["challenger"], self.cleaned_data["defender"])
        return tuple(self.names[seat] for seat in seats if seat not in self.table.lives)

    def move(self) -> Duelled:
        """Return the duel of a valid form as a move."""
        given = self.cleaned_data
        return Duelled(given["challenger"], given["defender"], self.fight())

    def problems(self) -> tuple[Problem, ...]:
        if self.cleaned_data["challenger"] == self.cleaned_data["defender"]:
            return (Problem("duel.alone", path="defender"),)
        return super().problems()

    def final_problems(self) -> tuple[Problem, ...]:
        return duel_problems(self.fight())

    def roll_second(self, rng: Random) -> tuple[Problem, ...]:
        """Throw the defender's dice, unless the challenge has failed."""
        if not self.fighter("c").still_to_throw and challenge_failed(self.fight()):
            return ()
        return super().roll_second(rng)


HELPERS = {
    "n": gettext_lazy("Threat cards (enemies) here"),
    "o": gettext_lazy("Agents here"),
}
