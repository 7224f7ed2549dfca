"""Rules at a glance of Relic: Nemesis: by phase, and what concerns the sheets in play."""

from __future__ import annotations

import pytest

from campaign.models import Game
from campaign.rules.core.live import Move
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL
from campaign.rules.relic_nemesis.moves import PhaseEnded, TurnEnded
from campaign.rules.relic_nemesis.nemesis_turn import NemesisPhase
from tests.campaign import factories
from tests.tracker.relic_nemesis import relic_games
from tracker.presenters.crib import live_crib
from tracker.systems.relic_nemesis.crib import CRIB, IN_PLAY, Known
from tracker.systems.relic_nemesis.words.lines import NOTES

pytestmark = pytest.mark.django_db


def shown(game: Game, *moves: Move) -> dict[str, set[str]]:
    """Return the entries that the live page shows, by moment."""
    crib = live_crib(game, relic_games.table(relic_games.move(game, *moves)))
    assert crib is not None
    return {section.key: {item.id for item in section.items} for section in crib.sections}


def test_every_phase_has_its_rules_at_the_table() -> None:
    game = relic_games.opened(factories.person())
    assert {"n.battle", "n.duel"} & shown(game)["character"]
    sections = shown(game, *(TurnEnded(seat) for seat in (3, 4, 5)))
    assert sections["movement"] == {"n.move", "n.tier"}
    for phase in NemesisPhase:
        if phase.next is None:
            break
        sections = shown(game, PhaseEnded(1, phase))
        assert phase.next.value in sections
    assert sections["experience"] == {"n.trophy", "n.level"}


def test_what_concerns_sheets_is_shown_if_they_are_in_play() -> None:
    """Pp. 14-15: nothing tells which sheet a nemesis has kept before all have chosen."""
    secret = relic_games.dealt(factories.person())  # Master Collector
    ids = {entry.id for entry in IN_PLAY} & {entry.id for entry in CRIB.shown(secret)}
    assert ids == {"n.who", "n.collector"}
    revealed = Known(frozenset({"note.luxuria", "note.stone"}))
    assert {entry.id for entry in IN_PLAY if entry.gate(revealed)} == {"n.luxuria", "n.stone"}
    assert {entry.text for entry in IN_PLAY} <= set(NOTES.values())  # as the set-up sheet has them


def test_the_rules_that_were_missing_are_there() -> None:
    texts = {entry.id: str(entry.text) for entry in CRIB.entries}
    assert "Back:" in texts["n.tier"]  # p. 14
    assert "Shuffle" in texts["n.out"]  # p. 15
    assert "with its charges" in texts["n.stakes"]  # p. 5
    assert f"{GOAL} infamy" in {str(entry.title) for entry in CRIB.entries}
    assert f"level {MAX_LEVEL}" in texts["n.level"]
