"""How a game ended."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.result import NemesisResult, Result
from tracker.systems.relic_nemesis.words import terms
from tracker.words import listed


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its label."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class NemesisEnded:
    """The final numbers of a nemesis, as far as they were noted."""

    name: str
    colour: str
    figures: tuple[Figure, ...]
    infamy: int | None
    infamy_goal: int = GOAL

    @property
    def has_infamy(self) -> bool:
        """Say whether its infamy was noted; it may be 0."""
        return self.infamy is not None


@dataclass(frozen=True, slots=True)
class HuntEnded:
    """How a game ended; ``outcome`` is for the seal."""

    outcome: str
    winners: str  # their names; "" if nobody won
    won_together: bool
    ending: str
    nemeses: tuple[NemesisEnded, ...]
    nemesis_won: bool


def hunt_ended(result: Result, setup: Setup, names: Mapping[int, str]) -> HuntEnded:
    """Return the result: who won and how, and the numbers of each nemesis."""
    nemeses = (
        _nemesis_ended(result.of(seat), names[seat], setup.seat(seat).colour or "")
        for seat in setup.nemeses
    )
    return HuntEnded(
        outcome="win" if result.winners else "draw",
        winners=listed(names.get(seat, str(seat)) for seat in result.winners),
        won_together=len(result.winners) > 1,
        ending=terms.ending(result.ending),
        nemeses=tuple(nemesis for nemesis in nemeses if nemesis.figures),
        nemesis_won=any(seat in setup.nemeses for seat in result.winners),
    )


def _nemesis_ended(result: NemesisResult, name: str, colour: str) -> NemesisEnded:
    figures = []
    if result.infamy is not None:
        figures.append(Figure(_("Infamy"), result.infamy))
    if result.level is not None:
        figures.append(Figure(_("Level"), result.level))
    if result.defeats is not None:
        figures.append(Figure(_("Defeats"), result.defeats))
    return NemesisEnded(name, colour, tuple(figures), result.infamy)
