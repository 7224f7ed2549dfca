"""The part of a set-up sheet that is about a Chimera (Red Rains)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from campaign.rules.ashes.chimera import COPIES, RAGE_DICE
from campaign.rules.ashes.red_rains import ChimeraSetup
from campaign.rules.core.sheet import Line
from campaign.rules.core.sheet import Value as Given

CHIMERA: Final = "chimera"  # the part of its steps


@dataclass(frozen=True, slots=True)
class SheetAspect:
    """An aspect of a Chimera, and how many copies of it there are."""

    key: str
    name: str
    count: int
    attack: int | None  # None: it counts something
    life: int
    blood: int
    aim: str  # "" if it does not attack
    status: int
    defender: bool
    conjured: bool


@dataclass(frozen=True, slots=True)
class SheetChimera:
    """A Chimera; what nobody knows is None or empty."""

    key: str
    name: str
    deck: str
    difficulty: str
    level: int
    life: int | None
    threat: int | None
    ultimate: int | None
    start: tuple[int, ...]
    cards: int  # aspects of its deck
    aspects: tuple[SheetAspect, ...]


def sheet_chimera(chimera: ChimeraSetup | None, language: str) -> SheetChimera | None:
    """Return a Chimera as the sheet has it; None where players fight each other."""
    if chimera is None:
        return None
    return SheetChimera(
        key=chimera.ledger_key,
        name=chimera.name.in_language(language),
        deck=chimera.deck.in_language(language) if chimera.deck else "",
        difficulty=chimera.difficulty.value,
        level=chimera.level,
        life=chimera.life,
        threat=chimera.threat,
        ultimate=chimera.ultimate,
        start=chimera.start,
        cards=chimera.cards,
        aspects=tuple(
            SheetAspect(
                key=aspect.id,
                name=aspect.name.in_language(language),
                count=aspect.conjured or COPIES,
                attack=aspect.attack,
                life=aspect.life,
                blood=aspect.blood,
                aim=aspect.aim.value if aspect.aim else "",
                status=aspect.status,
                defender=aspect.defender,
                conjured=aspect.conjured is not None,
            )
            for aspect in chimera.aspects
        ),
    )


def chimera_steps(chimera: ChimeraSetup | None, players: int, language: str) -> Iterator[Line]:
    """Yield how a Chimera is set out."""
    if chimera is None:
        return
    said: dict[str, Given] = {
        "difficulty": chimera.difficulty.value,
        "level": chimera.level,
        "players": players,
        "deck": chimera.deck.in_language(language) if chimera.deck else "",
        "count": chimera.cards,
    }
    yield Line(CHIMERA, "step.chimera_card", said)
    yield Line(CHIMERA, "step.behaviour_cards")
    yield Line(CHIMERA, "step.aspect_deck", said)
    if chimera.start:
        yield Line(CHIMERA, "step.aspects_by_blood", {"blood": tuple(map(str, chimera.start))})
    else:
        yield Line(CHIMERA, "step.aspects", {"players": players})
    yield Line(CHIMERA, "step.fatigued", said)
    yield Line(CHIMERA, "step.rage_dice", {"count": RAGE_DICE})
    conjured = [
        *((aspect.conjured, aspect.name) for aspect in chimera.aspects if aspect.conjured),
        *((spell.copies, spell.name) for spell in chimera.alterations),
    ]
    if conjured:
        names = tuple(f"{copies}× {name.in_language(language)}" for copies, name in conjured)
        total = sum(copies for copies, _name in conjured)
        yield Line(CHIMERA, "step.chimera_conjures", {"count": total, "cards": names})
