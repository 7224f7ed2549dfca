"""Servers die while a game is played live: no acknowledged move is lost, no phone has a gap.

Ten times on either database in `make thorough`, 200 times in `make soak`.
"""

from pathlib import Path

import pytest

from tests.soak.installation import new_installation
from tests.soak.live import kill_live

pytestmark = pytest.mark.thorough

SEED = 11
KILLS = 10


def test_a_live_game_outlives_its_servers(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    data = tmp_path / "data"
    with new_installation(
        kind, data, static=static, like=migrated, workers=1, forked=True
    ) as installation:
        tally = kill_live(installation, kills=KILLS, seed=SEED)
    assert (tally.streams, tally.moves) == (KILLS, KILLS)
    assert tally.acknowledged > KILLS
    assert tally.reconnects > KILLS
