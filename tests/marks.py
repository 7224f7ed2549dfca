"""Parameters that only `make thorough` tries."""

from typing import Any

import pytest


def thorough(*values: Any) -> Any:
    """Return a set of parameters that the suite leaves to `make thorough`."""
    return pytest.param(*values, marks=pytest.mark.thorough)
