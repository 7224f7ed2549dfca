"""The server is killed while people write: acknowledged writes are kept, and none in part.

Ten times on either database in `make thorough`, 200 times in `make soak`.
"""

from pathlib import Path

import pytest

from tests.soak.crash import kill_and_look
from tests.soak.installation import new_installation

SEED, KILLS = 7, 10


@pytest.mark.thorough
def test_a_killed_server_has_kept_every_acknowledged_write(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    with new_installation(
        kind, tmp_path / "data", static=static, like=migrated, forked=True
    ) as installation:
        tally = kill_and_look(installation, kills=KILLS, seed=SEED)
    assert tally.kills == KILLS
    assert tally.writes > 0  # it was at work
    assert tally.moves > 0  # at a draft too
    assert tally.on_their_way > 0  # and the kills hit it at work
