"""The form of a fight of two sides, and that of a battle."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
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
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.dice import FACES, Fighter, partly_shown_problems, throw
from campaign.rules.relic_nemesis.moves import Fought
from campaign.rules.relic_nemesis.skill_duel import Duel
from campaign.rules.relic_nemesis.table import Table
from tracker.forms.entry import RulesForm
from tracker.forms.fields import number_field, offer, radios, token_field
from tracker.systems.relic_nemesis.forms.dice import DiceField, DiceTray, dice_sent, dice_tray
from tracker.systems.relic_nemesis.forms.results import NumbersField
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.systems.relic_nemesis.words.terms import AGENTS
from tracker.words import listed


class Asked(StrEnum):
    """What the buttons of a fight ask for."""

    ODDS = "odds"
    ROLL_FIRST = "roll_first"
    ROLL_SECOND = "roll_second"
    RESULT = "result"
    APPLY = "apply"


@dataclass(frozen=True, slots=True)
class SideFields:
    """The fields of one side of a fight, which prepares and rolls."""

    title: str
    who: forms.BoundField | None  # whoever it is, unless the page is about them
    help: str
    numbers: list[forms.BoundField]
    rare: list[forms.BoundField]  # that few fights need
    agents: forms.BoundField | None  # their attributes, of a side that can be agents
    dice: DiceTray
    roll: Asked
    roll_label: str


HELPERS = {
    "n": gettext_lazy("Threat cards (enemies) here"),
    "o": gettext_lazy("Agents here"),
}


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
        self.dice = dict.fromkeys(self.sides, 1)  # how many each side throws, as far as is known
        for prefix in self.sides:
            self._add_fighter(prefix)

    def clean(self) -> dict[str, Any]:
        """Count the dice that each side throws, for their rows on the page."""
        given = super().clean() or self.cleaned_data
        if not self.errors:
            fight = self.fight()
            for prefix, path in self.sides.items():
                side: Fighter = getattr(fight, path)
                self.dice[prefix] = len(side.shown) + side.still_to_throw
        return given

    def fight(self) -> Battle | Duel:
        """Return the battle or duel of a valid form."""
        raise NotImplementedError

    def problems(self) -> tuple[Problem, ...]:
        """Return problems of the numbers, and of the dice as far as they are thrown."""
        fight = self.fight()
        problems: list[Problem] = []
        for path in self.sides.values():
            side = getattr(fight, path)
            problems += entry_problems(side, path) or partly_shown_problems(side, path)
        return tuple(problems)

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
            attribute=given[f"{prefix}_attribute"] or 0,
            support=given[f"{prefix}_support"] or 0,
            helpers=given.get(f"{prefix}_helpers") or 0,
            dice=given[f"{prefix}_dice"] or 1,
            card=int(given[f"{prefix}_card"]) if given[f"{prefix}_card"] else None,
            shown=given[f"{prefix}_shown"],
            explodes=self.explodes(prefix),
        )

    def attribute_label(self) -> str:
        """Return what the attribute of either side is called."""
        return terms.attribute("")

    def explodes(self, prefix: str) -> tuple[int, ...]:
        """Return the faces on which the dice of a side explode."""
        del prefix
        return dice.EXPLODES

    def show_dice(self, prefix: str, faces: tuple[int, ...]) -> None:
        """Put dice that the server threw into the form, as if they were tapped."""
        self.put(**dice_sent(f"{prefix}_shown", faces))
        self.cleaned_data[f"{prefix}_shown"] = faces
        self.dice[prefix] = len(faces) or 1

    def tray(self, prefix: str, help_text: str = "") -> DiceTray:
        """Return the dice of a side."""
        dice, explodes = self.dice[prefix], self.explodes(prefix)
        field = self[f"{prefix}_shown"]
        return dice_tray(field, prefix, dice=dice, explodes=explodes, help_text=help_text)

    def side_fields(self) -> tuple[SideFields, SideFields]:
        """Return the fields of both sides; the first rolls first."""
        raise NotImplementedError

    def number_fields(self, prefix: str) -> list[forms.BoundField]:
        """Return the fields of a side that every fight needs."""
        return self._fields_of(prefix, ("attribute", "support", "helpers"))

    def rare_fields(self, prefix: str) -> list[forms.BoundField]:
        """Return the fields of a side that few fights need."""
        return self._fields_of(prefix, ("card", "dice"))

    def _fields_of(self, prefix: str, names: Iterable[str]) -> list[forms.BoundField]:
        full_names = (f"{prefix}_{name}" for name in names)
        return [self[name] for name in full_names if name in self.fields]

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
        self.fields[f"{prefix}_attribute"] = number_field(
            self.attribute_label(), 0, dice.MAX_ATTRIBUTE
        )
        self.fields[f"{prefix}_support"] = number_field(
            _("Bonuses"), *dice.SUPPORT, initial=0, attrs={"inputmode": "text"}
        )
        if prefix in HELPERS:
            helpers = number_field(HELPERS[prefix], 0, dice.MAX_CARDS, initial=0)
            self.fields[f"{prefix}_helpers"] = helpers
        if prefix == "n":  # a nemesis has Might cards, everybody else Power cards
            card = _("Might card instead of a die")
        else:
            card = _("Power card instead of a die")
        self.fields[f"{prefix}_card"] = forms.ChoiceField(
            label=card,
            choices=[("", _("None")), *((n, n) for n in range(1, FACES + 1))],
            required=False,
        )
        self.fields[f"{prefix}_dice"] = number_field(_("Dice"), 1, dice.MAX_DICE, initial=1)
        self.fields[f"{prefix}_shown"] = DiceField(label=_("Dice thrown"), required=False)


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

    def __init__(self, *args: Any, seat: int = 0, against: str = "", **kwargs: Any) -> None:
        at: Position[Table] = kwargs["at"]
        nemeses = at.table.nemeses
        self.mine = seat if seat in nemeses else nemeses[0]
        super().__init__(*args, **kwargs)
        offer(self, "seat", [(number, self.names[number]) for number in nemeses])
        others = [(number, self.names[number]) for number in self.table.characters]
        offer(self, "against", [*others, (AGENTS, _("Agents"))])
        self.initial.update(
            seat=self.mine,
            against=against or str(self.active_character()),
            n_attribute=self.table.board(self.mine).attribute,
        )

    @property
    def nemesis(self) -> str:
        """Return the name of the nemesis."""
        return self.names[self.mine]

    @property
    def sheet(self) -> Nemesis | None:
        """Return the sheet of the nemesis, if everybody may know it."""
        sheet: Nemesis | None = self.words.setup.revealed_sheet(self.mine)
        return sheet

    def attribute_label(self) -> str:
        """Return the attribute of the nemesis, which says what kind of battle it is (p. 12)."""
        return terms.attribute(str(self.sheet.attribute or "") if self.sheet else "")

    def other_nemeses(self) -> dict[int, str]:
        """Return the names of the other nemeses by seat."""
        return {seat: self.names[seat] for seat in self.table.nemeses if seat != self.mine}

    def side_fields(self) -> tuple[SideFields, SideFields]:
        nemesis = SideFields(
            title=self.nemesis,
            who=None,
            help=_("Prepares and rolls first. At most one weapon and one armour count."),
            numbers=self.number_fields("n"),
            rare=self.rare_fields("n"),
            agents=None,
            dice=self.tray("n", self.explosion_help()),
            roll=Asked.ROLL_FIRST,
            roll_label=_("Roll for the nemesis"),
        )
        opponent = SideFields(
            title=_("The other side"),
            who=None,
            help=_(
                "A character prepares knowing that roll, then rolls; what affects enemies does not "
                "count. For agents the player to the left of the nemesis rolls, without cards."
            ),
            numbers=self.number_fields("o"),
            rare=self.rare_fields("o"),
            agents=self["agents"],
            dice=self.tray("o"),
            roll=Asked.ROLL_SECOND,
            roll_label=_("Roll for the other side"),
        )
        return nemesis, opponent

    def missing(self, *, of_first: bool = False) -> list[str]:
        """Return the empty fields; agents have an attribute each, which the rules check."""
        fights_agents = self.cleaned_data["against"] is None
        missing = super().missing(of_first=of_first)
        return [name for name in missing if name == "n_attribute" or not fights_agents]

    def fight(self) -> Battle:
        given = self.cleaned_data
        agents = given["agents"] if given["against"] is None else ()
        opponent = self.fighter("o")
        if agents:
            opponent = against_agents(agents, opponent.shown)
        return Battle(self.fighter("n"), opponent, agents)

    def explodes(self, prefix: str) -> tuple[int, ...]:
        return self.sheet.explodes if prefix == "n" and self.sheet else dice.EXPLODES

    def explosion_help(self) -> str:
        """Return which faces add a die for this nemesis, where it is not only the six."""
        faces = self.explodes("n")
        if faces == dice.EXPLODES:
            return ""
        return _("Dice of %(name)s explode on %(faces)s: each adds another die.") % {
            "name": self.nemesis,
            "faces": listed(map(str, faces)),
        }

    def called(self) -> tuple[str, str]:
        given = self.cleaned_data
        return self.names[given["seat"]], self.names.get(given["against"], _("Agents"))

    def untracked(self) -> tuple[str, ...]:
        against, names = self.cleaned_data["against"], []
        if self.table.board(self.mine).life is None:
            names.append(self.nemesis)
        if against is not None and against not in self.table.lives:
            names.append(self.names[against])
        return tuple(names)

    def move(self) -> Fought:
        """Return the battle of a valid form as a move."""
        return Fought(self.cleaned_data["seat"], self.fight(), self.cleaned_data["against"])

    def problems(self) -> tuple[Problem, ...]:
        if self.cleaned_data["against"] is None and not self.cleaned_data["agents"]:
            return (Problem("battle.opponent", path="agents"),)
        return super().problems()

    def final_problems(self) -> tuple[Problem, ...]:
        return battle_problems(self.fight())
