"""The turn of a nemesis, phase by phase: at the live table, on its page and on paper."""

from dataclasses import dataclass

from campaign.rules.relic_nemesis.nemesis_turn import STEPS, Phase
from tracker.systems.relic_nemesis.words import lines, terms


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase, and what is done in it."""

    name: str
    steps: tuple[str, ...]
    is_current: bool = False


def turn_of_a_nemesis(current: Phase | None = None) -> tuple[PhaseView, ...]:
    """Return the phases of a turn; during one, with the phase it has reached."""
    return tuple(
        PhaseView(
            terms.phase(phase),
            tuple(map(lines.turn_step, STEPS[phase])),
            is_current=phase is current,
        )
        for phase in Phase
    )
