"""The network fails while a game is played live: every phone catches up, and no move is lost.

A few faults on either database in `make thorough`, a hundred in `make soak`.
"""

import threading
import time
from pathlib import Path

import pytest

from tests.soak.faults import frozen_database, network_faults
from tests.soak.installation import new_installation

pytestmark = pytest.mark.thorough

SEED = 5
FAULTS = 6
SECONDS = 10.0  # until a stream ends, and until the server does


def test_a_live_game_outlives_faults_of_the_network(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    data = tmp_path / "data"
    with new_installation(kind, data, static=static, like=migrated, workers=1) as installation:
        happened = network_faults(installation, faults=FAULTS, seed=SEED)
    assert happened.total() == FAULTS


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_a_frozen_database_ends_every_stream_and_does_not_keep_the_server(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    data = tmp_path / "data"
    with (
        new_installation(kind, data, static=static, like=migrated, workers=1) as installation,
        frozen_database(installation) as (freeze, phones),
    ):
        stop = threading.Event()
        watching = [threading.Thread(target=phone.watch_once, args=[stop]) for phone in phones]
        for thread in watching:
            thread.start()
        time.sleep(1)
        freeze()
        begun = time.monotonic()
        for thread in watching:
            thread.join(SECONDS)
        assert not any(thread.is_alive() for thread in watching), "a stream is still open"
        assert time.monotonic() - begun < SECONDS
        begun = time.monotonic()
        installation.stop()
        assert time.monotonic() - begun < SECONDS
