"""Servers die while a game is played live: no acknowledged move is lost, no phone has a gap.

Once each in the suite, ten times on either database in `make thorough`, 200 times in `make soak`.
"""

from pathlib import Path

import pytest

from tests.marks import thorough
from tests.soak.installation import new_installation
from tests.soak.live import kill_live

SEED = 11


@pytest.mark.parametrize("kills", [1, thorough(10)])
def test_a_live_game_outlives_its_servers(
    kind: str, tmp_path: Path, static: Path, migrated: str, kills: int
) -> None:
    data = tmp_path / "data"
    with new_installation(
        kind, data, static=static, like=migrated, workers=1, forked=True
    ) as installation:
        tally = kill_live(installation, kills=kills, seed=SEED)
    assert (tally.streams, tally.moves) == (kills, kills)
    assert tally.acknowledged > kills
    assert tally.reconnects > kills
