"""The form of a skill duel."""

from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.core.problems import Problem
from campaign.rules.relic_nemesis.catalogue import Attribute
from campaign.rules.relic_nemesis.dice import Fighter
from campaign.rules.relic_nemesis.moves import Duelled
from campaign.rules.relic_nemesis.skill_duel import Duel, challenge_failed, duel_problems
from tracker.forms.fields import offer, radios, tick
from tracker.systems.relic_nemesis.forms.fights import Asked, FighterForm, FightForm, SideFields
from tracker.systems.relic_nemesis.words import terms


class DuelForm(FightForm):
    """A duel between a character and an apostate."""

    challenger = radios(gettext_lazy("Challenger"), coerce=int)
    defender = radios(gettext_lazy("Defender, an apostate"), coerce=int)
    attribute = radios(gettext_lazy("Attribute"), coerce=Attribute)
    c_assets = tick(gettext_lazy("The challenger has a non-relic Apostate asset"))
    d_assets = tick(gettext_lazy("The defender has a non-relic Apostate asset"), initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = self.active_character()
        people = [(number, self.names[number]) for number in self.table.characters]
        # P. 4: only the player whose turn it is challenges somebody.
        offer(self, "challenger", [(first, self.names[first])])
        offer(self, "defender", [choice for choice in people if choice[0] != first])
        offer(self, "attribute", [(str(kind), terms.attribute(kind)) for kind in Attribute])
        others = [number for number, _name in people if number != first]
        self.initial.update(
            challenger=first,
            defender=others[0] if others else None,
            attribute=str(Attribute.STRENGTH),
        )

    def make_sides(self) -> tuple[FighterForm, FighterForm]:
        attribute = terms.attribute("")
        return (
            FighterForm(self, prefix="c", path="challenger", attribute=attribute),
            FighterForm(self, prefix="d", path="defender", attribute=attribute),
        )

    def side_fields(self) -> tuple[SideFields, SideFields]:
        challenger = SideFields(
            title=_("Challenger"),
            who=self["challenger"],
            help=_("The challenger rolls first, against 2."),
            numbers=self.first.number_fields(),
            rare=self.first.rare_fields(),
            agents=None,
            dice=self.first.tray(_("A 1 always fails; with several dice, only if all show 1.")),
            roll=Asked.ROLL_FIRST,
            roll_label=_("Roll for the challenger"),
        )
        defender = SideFields(
            title=str(self["defender"].label),
            who=self["defender"],
            help=_("The defender prepares knowing the value to reach."),
            numbers=self.second.number_fields(),
            rare=self.second.rare_fields(),
            agents=None,
            dice=self.second.tray(),
            roll=Asked.ROLL_SECOND,
            roll_label=_("Roll for the defender"),
        )
        return challenger, defender

    def fight(self) -> Duel:
        given = self.cleaned_data
        return Duel(
            given["attribute"],
            self.first.fighter(),
            self.second.fighter(),
            int(given["c_assets"]),
            int(given["d_assets"]),
        )

    def fighters(self) -> tuple[Fighter, Fighter]:
        duel = self.fight()
        return duel.challenger, duel.defender

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
        if not self.first.fighter().still_to_throw and challenge_failed(self.fight()):
            return ()
        return super().roll_second(rng)
