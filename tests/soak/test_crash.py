"""Ten times the power goes: what was acknowledged is there, and nothing is there by halves."""

import os
from pathlib import Path

from tests.soak.crash import kill_and_look
from tests.soak.house import house

KILLS = int(os.environ.get("SOAK_KILLS", "10"))  # `make soak` has 200
SEED = 7


def test_a_killed_server_has_kept_every_acknowledged_write(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    with house(kind, tmp_path / "data", static=static, like=migrated, forked=True) as built:
        tally = kill_and_look(built, kills=KILLS, seed=SEED)
    assert tally.kills == KILLS
    assert tally.writes > KILLS  # it was at work
    assert tally.on_their_way > 0  # and the kills hit it at work
