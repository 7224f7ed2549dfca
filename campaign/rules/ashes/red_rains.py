"""A game together against a Chimera (Red Rains): what players choose, and its set-up.

One or two fight it. What its card says for two players, and what no source says, is entered.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Annotated, Final

from campaign.rules.ashes.chimera import (
    COPIES,
    LEVELS,
    MAX_CHIMERA_LIFE,
    MAX_THREAT,
    MAX_ULTIMATE,
    Alteration,
    Aspect,
    Chimera,
    Difficulty,
    StartingThreat,
)
from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import At, Few
from campaign.rules.core.entries import Name as Typed
from campaign.rules.core.keys import Key, typed_key
from campaign.rules.core.pack import Name
from campaign.rules.core.problems import Detail, Problem

PLAYERS_TOGETHER: Final = range(1, 3)
ASPECTS: Final = 18  # in any deck of aspects that is known

Level = Annotated[int, Limit(LEVELS[0], LEVELS[-1])]
Life = Annotated[int, Limit(1, MAX_CHIMERA_LIFE)]
Threat = Annotated[int, Limit(1, MAX_THREAT)]
Ultimate = Annotated[int, Limit(1, MAX_ULTIMATE)]


@dataclass(frozen=True, slots=True)
class ChimeraChoice:
    """The Chimera to fight; with neither id nor name, one is drawn."""

    key: Key | None = None
    name: Annotated[Typed, At("chimera_name")] = ""  # of one that the catalogue does not have
    deck: Key | None = None  # of aspects; None: drawn
    difficulty: Difficulty = Difficulty.STANDARD
    level: Annotated[Level, At("chimera_level")] = LEVELS[0]
    # As printed, where the catalogue does not know it or the players read something else.
    life: Annotated[Life, At("chimera_life")] | None = None
    threat: Annotated[Threat, At("chimera_threat")] | None = None
    ultimate: Annotated[Ultimate, At("chimera_ultimate")] | None = None
    stays: Key | None = None  # the aspects that were drawn, if only decks are drawn again

    @property
    def is_drawn(self) -> bool:
        """Say whether the Chimera or its aspects are, or were, drawn at random."""
        return not self.name and not self.deck


@dataclass(frozen=True, slots=True)
class ChimeraSetup:
    """A Chimera in a game, with a copy of its aspects; what nobody knows is None or empty."""

    name: Name
    difficulty: Difficulty
    level: Level
    key: Key | None = None
    deck: Name | None = None
    deck_key: Key | None = None
    life: Life | None = None
    threat: Threat | None = None
    ultimate: Ultimate | None = None
    start: StartingThreat = ()
    aspects: Few[Aspect] = ()
    alterations: Few[Alteration] = ()

    @property
    def ledger_key(self) -> str:
        """Return the key under which the ledger of plays counts it."""
        return self.key or typed_key(self.name.en)

    @property
    def cards(self) -> int:
        """Return how many aspects its draw pile and battlefields have at the start."""
        own = sum(not aspect.conjured for aspect in self.aspects)
        return own * COPIES if own else ASPECTS


def chimera_problems(
    chimeras: Mapping[str, Chimera], choice: ChimeraChoice, players: int
) -> Iterator[Problem]:
    """Yield what is wrong with the choice of a Chimera."""
    if players not in PLAYERS_TOGETHER:
        least, most = PLAYERS_TOGETHER[0], PLAYERS_TOGETHER[-1]
        details: dict[str, Detail] = {"least": least, "most": most, "actual": players}
        yield Problem("chimera.players", details, "players", overrulable=True)
    if choice.key is not None and choice.key not in chimeras:
        yield Problem("chimera.unknown", {}, "chimera")
    elif choice.deck is not None:
        decks = {deck.id for deck in chimeras[choice.key].decks} if choice.key else set()
        if choice.deck not in decks:
            yield Problem("chimera.other_deck", {}, "chimera_deck")
    elif choice.stays is not None and not list(_with_aspects(chimeras, choice)):
        yield Problem("chimera.other_deck", {}, "chimera_deck")


def _with_aspects(chimeras: Mapping[str, Chimera], choice: ChimeraChoice) -> Iterator[str]:
    """Yield the Chimera whose aspects stay, if it is one that can be drawn."""
    for key, chimera in chimeras.items():
        if choice.key in (None, key) and any(deck.id == choice.stays for deck in chimera.decks):
            yield key


def chimera_setup(
    chimeras: Mapping[str, Chimera], choice: ChimeraChoice, players: int, rng: Random
) -> ChimeraSetup:
    """Return a Chimera as it is set up; what was not chosen is drawn."""
    if choice.name:
        return ChimeraSetup(
            Name(choice.name),
            choice.difficulty,
            choice.level,
            life=choice.life,
            threat=choice.threat,
            ultimate=choice.ultimate,
        )
    stays = next(_with_aspects(chimeras, choice), None)
    chimera = chimeras[choice.key or stays or rng.choice(sorted(chimeras))]
    deck = chimera.deck(choice.deck or choice.stays or "") or rng.choice(chimera.decks)
    side = chimera.solo.get(choice.difficulty)
    start: tuple[int, ...] = ()
    life: int | None = None
    if side is not None and players == 1:
        start = side.starts[choice.level - 1] if side.starts else ()
        life = side.life
    if choice.threat not in (None, len(start)):
        start = ()
    return ChimeraSetup(
        chimera.name,
        choice.difficulty,
        choice.level,
        chimera.id,
        deck.name,
        deck.id,
        life=choice.life or life,
        threat=choice.threat or len(start) or None,
        ultimate=choice.ultimate or chimera.ultimate,
        start=start,
        aspects=chimera.aspects_of(deck),
        alterations=chimera.alterations,
    )
