"""The turn of a nemesis (pp. 8-11): four phases, and what is done in each, in order.

The codes of steps are put into words by the site; what a step decides is decided at the table.
"""

from collections.abc import Mapping
from enum import StrEnum

from campaign.rules.relic_nemesis.battle import Consequences


class NemesisPhase(StrEnum):
    """A phase of the turn."""

    MOVEMENT = "movement"
    EXPLORATION = "exploration"
    ENGAGEMENT = "engagement"
    EXPERIENCE = "experience"

    @property
    def next(self) -> "NemesisPhase | None":
        """Return the phase after this one; None after the last."""
        phases = list(NemesisPhase)
        return next(iter(phases[phases.index(self) + 1 :]), None)


class Found(StrEnum):
    """What a nemesis does on its space in the exploration phase (p. 9)."""

    CHARACTER = "character"  # it begins a battle, which it may and need not
    IMPERIUM = "imperium"  # without one: there are threat symbols, or Imperium cards
    NOTHING = "nothing"  # without one, and with neither: a card of its own deck is drawn


STEPS: Mapping[NemesisPhase, tuple[str, ...]] = {
    # P. 8; the way to the middle tier: p. 14.
    NemesisPhase.MOVEMENT: ("turn.move", "turn.middle_tier"),
    # P. 9: a battle by choice; without one, the first of the others that applies.
    NemesisPhase.EXPLORATION: ("turn.character_here", "turn.draw_imperium", "turn.draw_nemesis"),
    # P. 10: Imperium cards go by their type, events first.
    NemesisPhase.ENGAGEMENT: (
        "turn.battle",
        "turn.events",
        "turn.agents",
        "turn.arsenal",
        "turn.nemesis_card",
    ),
    # P. 11; the rewards of a level: p. 13.
    NemesisPhase.EXPERIENCE: ("turn.trophies", "turn.rewards", "turn.symbols", "turn.discard"),
}

# P. 10: what is left of the engagement, once it is told what was found.
ENGAGEMENTS: Mapping[Found, tuple[str, ...]] = {
    Found.CHARACTER: ("turn.battle",),
    Found.IMPERIUM: ("turn.events", "turn.agents", "turn.arsenal"),
    Found.NOTHING: ("turn.nemesis_card",),
}


def steps_of(phase: NemesisPhase, found: Found | None) -> tuple[str, ...]:
    """Return the steps of a phase; of the engagement only those for what was found."""
    if phase is NemesisPhase.ENGAGEMENT and found is not None:
        return ENGAGEMENTS[found]
    return STEPS[phase]


def imperium_cards_to_draw(threat_symbols: int, cards_here: int) -> int:
    """Return how many Imperium cards are drawn: one for each symbol beyond those here (p. 9)."""
    return max(0, threat_symbols - cards_here)


def phase_after_battle(ended: Consequences) -> NemesisPhase:
    """Return the phase of a nemesis after a battle in its turn.

    Having taken agents it goes on with the cards on its space; any other end of a battle ends the
    engagement (p. 12).
    """
    return NemesisPhase.ENGAGEMENT if ended.trophies else NemesisPhase.EXPERIENCE
