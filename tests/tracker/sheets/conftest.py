"""What the tests of sheets share."""

from collections.abc import Iterator

import pytest

from tracker.sheets.glyphs import ALLOWED, FontSet


@pytest.fixture
def own_fonts() -> Iterator[None]:
    """Print with the fonts of our type alone."""
    token = ALLOWED.set(FontSet.OWN)
    yield
    ALLOWED.reset(token)


@pytest.fixture
def shipped_fonts() -> Iterator[None]:
    """Print with the fonts that come with the site, whatever the machine has."""
    token = ALLOWED.set(FontSet.SCRIPTS)
    yield
    ALLOWED.reset(token)
