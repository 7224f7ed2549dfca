"""What the suite tries in part, and `make thorough` in full."""

from typing import Any

import pytest
from hypothesis import settings


def thorough(*values: Any) -> Any:
    """Return a set of parameters that the suite leaves to `make thorough`."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def one_in(share: int) -> int:
    """Return a share of the usual number of examples, for a property that takes long to try."""
    return max(1, settings().max_examples // share)
