"""What all the servers that are started here share: static files, and a migrated database."""

from pathlib import Path
from typing import Any

import pytest

from tests.campaign.databases import migrated_copy
from tests.soak.house import collect_static


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the static files."""
    return collect_static(tmp_path_factory.mktemp("collected"))


@pytest.fixture
def migrated(kind: str, tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> str:
    """Return a migrated database without a row, to be copied."""
    with django_db_blocker.unblock():
        return migrated_copy(kind, tmp_path)
