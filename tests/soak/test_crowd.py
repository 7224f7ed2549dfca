"""Many phones for a moment: stale ones are told and tried again, and no write is lost.

tests/campaign/test_concurrency.py says the same of the services, without a server.
"""

from pathlib import Path

import pytest

from tests.soak.crowd import crowd, many_tables, one_table
from tests.soak.installation import new_installation

SECONDS = 0.5  # `make soak` gives them a minute


@pytest.mark.thorough
def test_many_phones_at_once_lose_nothing(
    kind: str, tmp_path: Path, static: Path, migrated: str
) -> None:
    with new_installation(kind, tmp_path / "data", static=static, like=migrated) as installation:
        installation.start()
        together = crowd(installation, one_table(installation, 6), seconds=SECONDS)
        assert together.writes >= 6
        assert together.stale > 0  # they were in each other's way, and told so
        apart = crowd(installation, many_tables(installation, 8), seconds=SECONDS)
        assert apart.writes >= 8
        assert apart.stale == 0  # nobody is told of somebody else's campaign
        installation.manage("replay", "--quiet")
