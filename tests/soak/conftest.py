"""Static files are collected once for all the servers that are started here."""

from pathlib import Path

import pytest

from tests.soak.house import collect_static


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the static files."""
    return collect_static(tmp_path_factory.mktemp("collected"))
