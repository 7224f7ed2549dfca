"""The contrast of both themes, from the colours that the styles name (WCAG 2.2: 1.4.3, 1.4.11)."""

import re

import pytest
from django.conf import settings

from tracker.pictures.look import INKS, Accent

CSS = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);")
MAGES = ("seat-green", "seat-yellow", "seat-orange", "seat-blue")

# Words, and what they stand on.
TEXT = [
    *((word, ground) for word in ("ink", "ink-soft", "accent") for ground in ("paper", "leaf")),
    *((word, ground) for word in ("danger", "good", "warn") for ground in ("paper", "leaf")),
    *((word, ground) for word in MAGES for ground in ("paper", "leaf")),
    *((word, f"{word}-wash") for word in ("accent", "danger", "good", "warn")),
    *((word, f"{tone}-wash") for word in ("ink", "ink-soft") for tone in ("accent", "good")),
    *((word, f"{tone}-wash") for word in ("ink",) for tone in ("danger", "warn")),
    ("on-accent", "accent"),
    ("on-deep", "deep"),
    ("on-deep-soft", "deep"),
    ("paper", "ink"),
    ("paper", "danger"),
]
# Edges that say where something can be pressed or typed, and lines that carry meaning.
EDGES = [
    *(("rule-strong", ground) for ground in ("paper", "leaf")),
    *(("accent", ground) for ground in ("paper", "leaf", "accent-wash")),
]


def themes(accent: Accent) -> dict[str, dict[str, str]]:
    """Return the colours of both themes, on the pages of a game with this accent."""
    start = CSS.index(f'[data-accent="{accent}"] {{')
    pairs = TOKEN.findall(CSS) + TOKEN.findall(CSS[start : CSS.index("}", start)])
    return {
        "light": {name: light for name, light, _dark in pairs},
        "dark": {name: dark for name, _light, dark in pairs},
    }


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_contrast_is_measured_as_the_guideline_says() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("accent", Accent)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (EDGES, 3)], ids=["words", "edges"])
def test_a_theme_can_be_read(
    accent: Accent, theme: str, pairs: list[tuple[str, str]], least: float
) -> None:
    colours = themes(accent)[theme]
    found = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert not {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


@pytest.mark.parametrize("accent", Accent)
def test_an_accent_is_printed_in_its_light_tone(accent: Accent) -> None:
    assert INKS[accent] == themes(accent)["light"]["accent"]


def test_every_colour_has_a_light_and_a_dark_one() -> None:
    assert not re.findall(r"--[\w-]+: #[0-9a-f]+;", CSS)
