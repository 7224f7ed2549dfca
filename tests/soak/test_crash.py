"""The power goes while people write: what was acknowledged is kept, and nothing is kept by halves.

Once in the suite, ten times on either database in `make thorough`, 200 times in `make soak`.
"""

from pathlib import Path

import pytest

from tests.marks import thorough
from tests.soak.crash import kill_and_look
from tests.soak.house import house

SEED = 7


@pytest.mark.parametrize("kills", [1, thorough(10)])
def test_a_killed_server_has_kept_every_acknowledged_write(
    kind: str, tmp_path: Path, static: Path, migrated: str, kills: int
) -> None:
    with house(kind, tmp_path / "data", static=static, like=migrated, forked=True) as built:
        tally = kill_and_look(built, kills=kills, seed=SEED)
    assert tally.kills == kills
    assert tally.writes > 0  # it was at work
    assert tally.on_their_way > 0 or kills < 10  # and the kills hit it at work
