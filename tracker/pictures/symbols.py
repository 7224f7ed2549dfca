"""The icons of pages and sheets, 24 × 24: of ``symbols.svg`` here and in each game's folder."""

import re
from pathlib import Path
from typing import Final

_SYMBOL = re.compile(r'<symbol id="(.+?)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)
_HERE = Path(__file__).parent
_FILES = (_HERE / "symbols.svg", *_HERE.parent.glob("systems/*/symbols.svg"))

SYMBOLS: Final[dict[str, str]] = {
    name: shapes
    for file in _FILES
    for name, shapes in _SYMBOL.findall(file.read_text(encoding="utf-8"))
}
