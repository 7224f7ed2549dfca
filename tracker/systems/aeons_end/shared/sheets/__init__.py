"""The printed sheets of Aeon's End: data for the Typst templates in ``typst/``."""

from pathlib import Path
from typing import Any

TYPST = Path(__file__).parents[2] / "typst"

Data = dict[str, Any]
