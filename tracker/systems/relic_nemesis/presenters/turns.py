"""The turn of a nemesis, phase by phase: at the live table, on its page and on paper."""

from dataclasses import dataclass

from campaign.rules.relic_nemesis.nemesis_turn import STEPS, Phase
from tracker.systems.relic_nemesis.words import lines, terms


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase, and what is done in it."""

    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CurrentPhase:
    """The phase that a turn has reached: its number among all phases, and what is done in it."""

    number: int
    phase_count: int
    name: str
    steps: tuple[str, ...]


def turn_of_a_nemesis() -> tuple[PhaseView, ...]:
    """Return the phases of a turn."""
    return tuple(PhaseView(terms.phase(phase), _steps(phase)) for phase in Phase)


def current_phase(phase: Phase) -> CurrentPhase:
    """Return the phase that a turn has reached."""
    phases = tuple(Phase)
    return CurrentPhase(
        number=phases.index(phase) + 1,
        phase_count=len(phases),
        name=terms.phase(phase),
        steps=_steps(phase),
    )


def _steps(phase: Phase) -> tuple[str, ...]:
    return tuple(map(lines.turn_step, STEPS[phase]))
