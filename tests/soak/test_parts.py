"""Sheet compilers are killed while they work: the page says why, and the next sheet is printed."""

from pathlib import Path

import pytest

from tests.marks import thorough
from tests.soak.installation import new_installation
from tests.soak.parts import kill_compilers


@pytest.mark.parametrize("kills", [thorough(3)])
def test_sheets_are_printed_again_after_their_compilers_are_killed(
    kind: str, tmp_path: Path, static: Path, migrated: str, kills: int
) -> None:
    with new_installation(
        kind, tmp_path / "data", static=static, like=migrated, workers=1
    ) as installation:
        answers = kill_compilers(installation, kills=kills, seed=11)
    assert answers.total() >= 1
