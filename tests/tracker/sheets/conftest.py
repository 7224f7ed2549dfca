"""What the tests of sheets share."""

from collections.abc import Iterator

import pytest

from tracker.sheets.text import OWN_FONTS_ONLY


@pytest.fixture
def own_fonts() -> Iterator[None]:
    """Print with our fonts alone, whatever the machine has."""
    token = OWN_FONTS_ONLY.set(True)
    yield
    OWN_FONTS_ONLY.reset(token)
