"""The form of a fight of two sides, and that of a battle."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Game
from campaign.rules.core.entries import bounds_of, entry_problems
from campaign.rules.core.live import Position
from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.battle import Battle, against_agents, battle_problems
from campaign.rules.relic_nemesis.catalogue import Nemesis
from campaign.rules.relic_nemesis.dice import EXPLODES, FACES, Fighter, partly_shown_problems, throw
from campaign.rules.relic_nemesis.moves import Fought
from campaign.rules.relic_nemesis.skill_duel import Duel
from campaign.rules.relic_nemesis.table import Table
from tracker.forms.fields import number_field, offer, radios, token_field
from tracker.forms.nested import NestedForm, PartForm
from tracker.systems.relic_nemesis.forms.dice import DiceField, DiceTray, dice_sent, dice_tray
from tracker.systems.relic_nemesis.forms.results import NumbersField
from tracker.systems.relic_nemesis.words import terms
from tracker.systems.relic_nemesis.words.record import RelicWords
from tracker.systems.relic_nemesis.words.terms import AGENTS
from tracker.words import listed

POWER_CARD = gettext_lazy("Power card instead of a die")


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


class FighterForm(PartForm):
    """The numbers and dice of one side."""

    attribute = number_field("", *bounds_of(Fighter, "attribute"))
    support = number_field(
        gettext_lazy("Bonuses"),
        *bounds_of(Fighter, "support"),
        initial=0,
        attrs={"inputmode": "text"},
    )
    helpers = number_field("", *bounds_of(Fighter, "helpers"), initial=0)
    card = forms.TypedChoiceField(
        choices=[("", gettext_lazy("None")), *((n, n) for n in range(1, FACES + 1))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    dice = number_field(gettext_lazy("Dice"), *bounds_of(Fighter, "dice"), initial=1)
    shown = DiceField(label=gettext_lazy("Dice thrown"), required=False)

    def __init__(
        self,
        *args: Any,
        attribute: str,
        helpers: str = "",
        card: Any = POWER_CARD,
        explodes: tuple[int, ...] = EXPLODES,
        **kwargs: Any,
    ) -> None:
        """Make the fields of a side; ``attribute``, ``helpers`` and ``card`` are their labels."""
        super().__init__(*args, **kwargs)
        self.explodes = explodes
        self.thrown = 1  # how many dice the side throws, as far as is known
        self.fields["attribute"].label = attribute
        self.fields["card"].label = card
        if helpers:
            self.fields["helpers"].label = helpers
        else:
            del self.fields["helpers"]

    def fighter(self) -> Fighter:
        """Return the side of a valid form."""
        given = self.cleaned_data
        return Fighter(
            attribute=given["attribute"] or 0,
            support=given["support"] or 0,
            helpers=given.get("helpers") or 0,
            dice=given["dice"] or 1,
            card=given["card"],
            shown=given["shown"],
            explodes=self.explodes,
        )

    def tray(self, help_text: str = "") -> DiceTray:
        """Return the dice."""
        return dice_tray(
            self["shown"],
            str(self.prefix),
            dice=self.thrown,
            explodes=self.explodes,
            help_text=help_text,
        )

    def number_fields(self) -> list[forms.BoundField]:
        """Return the fields that every fight needs."""
        return [self[name] for name in ("attribute", "support", "helpers") if name in self.fields]

    def rare_fields(self) -> list[forms.BoundField]:
        """Return the fields that few fights need."""
        return [self["card"], self["dice"]]


class FightForm(NestedForm):
    """A fight of two sides, with their numbers and dice.

    The first side rolls first; the other prepares and rolls knowing that (pp. 5 and 12).
    """

    token = token_field()
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, game: Game, at: Position[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.table = game, at.table
        self.words = RelicWords.of_game(game)
        self.names = self.words.named(self.table.order)
        self.fields["seen"].initial = at.sequence
        self.parts = self.first, self.second = self.make_sides()

    def make_sides(self) -> tuple[FighterForm, FighterForm]:
        """Return the forms of both sides; the first rolls first."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Count the dice that each side throws, for their rows on the page."""
        given = super().clean() or self.cleaned_data
        if not self.errors:
            for part, side in zip((self.first, self.second), self.fighters(), strict=True):
                part.thrown = len(side.shown) + side.still_to_throw
        return given

    def fight(self) -> Battle | Duel:
        """Return the battle or duel of a valid form."""
        raise NotImplementedError

    def fighters(self) -> tuple[Fighter, Fighter]:
        """Return both sides of the battle or duel of a valid form."""
        raise NotImplementedError

    def problems(self) -> tuple[Problem, ...]:
        """Return problems of the numbers, and of the dice as far as they are thrown."""
        problems: list[Problem] = []
        for part, side in zip(self.parts, self.fighters(), strict=True):
            problems += entry_problems(side, part.path) or partly_shown_problems(side, part.path)
        return tuple(problems)

    def final_problems(self) -> tuple[Problem, ...]:
        """Return why the fight cannot end with these dice."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Say whether every die that a valid form needs is thrown."""
        return not self.final_problems()

    def roll_first(self, rng: Random) -> None:
        """Throw the dice of the side that rolls first; the other has to roll anew."""
        self._show_dice(self.first, throw(self.first.fighter(), rng))
        self._show_dice(self.second, ())

    def roll_second(self, rng: Random) -> tuple[Problem, ...]:
        """Throw the dice of the other side, or return that it is not its turn."""
        if self.first.fighter().still_to_throw:
            return (Problem("dice.order", path=f"{self.first.path}.shown"),)
        _first, second = self.fighters()
        self._show_dice(self.second, throw(second, rng))
        return ()

    def side_fields(self) -> tuple[SideFields, SideFields]:
        """Return the fields of both sides; the first rolls first."""
        raise NotImplementedError

    def active_character(self) -> int:
        """Return the character whose turn it is, or the first."""
        active, characters = self.table.active, self.table.characters
        return active if active in characters else characters[0]

    def missing(self, *, of_first: bool = False) -> list[forms.BoundField]:
        """Return the empty fields of a valid form that the chances depend on."""
        sides = (self.first,) if of_first else (self.first, self.second)
        return [side["attribute"] for side in sides if side.cleaned_data["attribute"] is None]

    def called(self) -> tuple[str, str]:
        """Return the names of both sides of a valid form."""
        raise NotImplementedError

    def untracked(self) -> tuple[str, ...]:
        """Return the names of those whose life is not entered at the table yet."""
        raise NotImplementedError

    def sentence(self, problem: Problem) -> str:
        return self.words.sentence(problem)

    def _show_dice(self, side: FighterForm, faces: tuple[int, ...]) -> None:
        """Put dice that the server threw into the form, as if they were tapped."""
        self.put(**dice_sent(side.add_prefix("shown"), faces))
        side.cleaned_data["shown"] = faces
        side.thrown = len(faces) or 1


class BattleForm(FightForm):
    """A nemesis against a character, or against the agents on its space."""

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
        )

    def make_sides(self) -> tuple[FighterForm, FighterForm]:
        # The attribute of the nemesis says what kind of battle it is (p. 12).
        attribute = terms.attribute(str(self.sheet.attribute or "") if self.sheet else "")
        nemesis = FighterForm(
            self,
            prefix="n",
            path="nemesis",
            attribute=attribute,
            helpers=_("Threat cards (enemies) here"),
            card=_("Might card instead of a die"),  # everybody else has Power cards
            explodes=self.sheet.explodes if self.sheet else EXPLODES,
            initial={"attribute": self.table.board(self.mine).attribute},
        )
        opponent = FighterForm(
            self, prefix="o", path="opponent", attribute=attribute, helpers=_("Agents here")
        )
        return nemesis, opponent

    @property
    def nemesis(self) -> str:
        """Return the name of the nemesis."""
        return self.names[self.mine]

    @property
    def sheet(self) -> Nemesis | None:
        """Return the sheet of the nemesis, if everybody may know it."""
        sheet: Nemesis | None = self.words.setup.revealed_sheet(self.mine)
        return sheet

    def other_nemeses(self) -> dict[int, str]:
        """Return the names of the other nemeses by seat."""
        return {seat: self.names[seat] for seat in self.table.nemeses if seat != self.mine}

    def side_fields(self) -> tuple[SideFields, SideFields]:
        nemesis = SideFields(
            title=self.nemesis,
            who=None,
            help=_("Prepares and rolls first. At most one weapon and one armour count."),
            numbers=self.first.number_fields(),
            rare=self.first.rare_fields(),
            agents=None,
            dice=self.first.tray(self.explosion_help()),
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
            numbers=self.second.number_fields(),
            rare=self.second.rare_fields(),
            agents=self["agents"],
            dice=self.second.tray(),
            roll=Asked.ROLL_SECOND,
            roll_label=_("Roll for the other side"),
        )
        return nemesis, opponent

    def missing(self, *, of_first: bool = False) -> list[forms.BoundField]:
        """Return the empty fields; agents have an attribute each, which the rules check."""
        fights_agents = self.cleaned_data["against"] is None
        return super().missing(of_first=of_first or fights_agents)

    def fight(self) -> Battle:
        given = self.cleaned_data
        agents = given["agents"] if given["against"] is None else ()
        opponent = self.second.fighter()
        if agents:
            opponent = against_agents(agents, opponent.shown)
        return Battle(self.first.fighter(), opponent, agents)

    def fighters(self) -> tuple[Fighter, Fighter]:
        battle = self.fight()
        return battle.nemesis, battle.opponent

    def explosion_help(self) -> str:
        """Return which faces add a die for this nemesis, where it is not only the six."""
        faces = self.first.explodes
        if faces == EXPLODES:
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
