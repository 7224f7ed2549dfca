"""The icons of pages and sheets, 24 × 24, from ``symbols.svg``."""

import re
from pathlib import Path
from typing import Final

_FILE = Path(__file__).with_name("symbols.svg")
_SYMBOL = re.compile(r'<symbol id="(.+?)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)

SYMBOLS: Final = dict(_SYMBOL.findall(_FILE.read_text(encoding="utf-8")))
