"""The network fails while a game is played live: every phone catches up, and no move is lost.

A few faults on either database in `make thorough`, a hundred in `make soak`.
"""

from pathlib import Path

import pytest

from tests.soak.faults import network_faults
from tests.soak.installation import new_installation

pytestmark = pytest.mark.thorough

SEED = 5
FAULTS = 6


def test_a_live_game_outlives_faults_of_the_network(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    data = tmp_path / "data"
    with new_installation(kind, data, static=static, like=migrated, workers=1) as installation:
        happened = network_faults(installation, faults=FAULTS, seed=SEED)
    assert happened.total() == FAULTS
