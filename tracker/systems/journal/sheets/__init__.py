"""Sheets of journals to print."""

from pathlib import Path

TYPST = Path(__file__).parents[1] / "typst"
