"""The turn of a nemesis, phase by phase: at the live table, on its page and on paper."""

from dataclasses import dataclass

from campaign.rules.relic_nemesis.nemesis_turn import STEPS, Found, NemesisPhase, steps_of
from tracker.systems.relic_nemesis.words import lines, terms

MIDDLE_TIER = "turn.middle_tier"  # a way to pay for at the live table, no step to tick


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase, and what is done in it."""

    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhaseMark:
    """A phase on the way through a turn."""

    number: int
    name: str
    is_done: bool
    is_now: bool


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A step of the current phase, to be ticked on this phone."""

    code: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class CurrentPhase:
    """The phase that a turn has reached on its way, and what is done in it."""

    name: str
    way: tuple[PhaseMark, ...]
    steps: tuple[TurnStep, ...]


def turn_of_a_nemesis() -> tuple[PhaseView, ...]:
    """Return the phases of a turn."""
    return tuple(
        PhaseView(terms.phase(phase), tuple(map(lines.turn_step, STEPS[phase])))
        for phase in NemesisPhase
    )


def current_phase(phase: NemesisPhase, found: Found | None) -> CurrentPhase:
    """Return the phase that a turn has reached."""
    phases = tuple(NemesisPhase)
    reached = phases.index(phase)
    return CurrentPhase(
        name=terms.phase(phase),
        way=tuple(
            PhaseMark(
                number=place + 1,
                name=terms.phase(each),
                is_done=place < reached,
                is_now=place == reached,
            )
            for place, each in enumerate(phases)
        ),
        steps=tuple(
            TurnStep(code, title=lines.turn_title(code), text=lines.turn_step(code))
            for code in steps_of(phase, found)
            if code != MIDDLE_TIER
        ),
    )
