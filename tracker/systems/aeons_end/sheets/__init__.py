"""Aeon's End on paper: the data of each sheet, for the Typst templates beside it."""

from pathlib import Path
from typing import Any

TYPST = Path(__file__).parent / "typst"

Data = dict[str, Any]
