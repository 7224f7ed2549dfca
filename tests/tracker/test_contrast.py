"""The contrast of both themes, from the colours that the styles name (WCAG 2.2: 1.4.3, 1.4.11)."""

import re
from math import cos, radians, sin

import pytest
from django.conf import settings

from tracker.pictures.look import HUES, INKS, Accent

CSS = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\);")
OKLCH = re.compile(r"--([\w-]+): oklch\(([\d. ]+)\);")
GROUNDS = ("paper", "leaf", "sunk")
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
    ("paper", "ink"),
    ("paper", "danger"),
]
STAGE_TEXT = [
    *((word, ground) for word in ("ink", "ink-soft", "accent") for ground in GROUNDS),
    *((word, ground) for word in ("danger", "good", "warn", *MAGES) for ground in GROUNDS[:2]),
    *((word, "accent-wash") for word in ("ink", "ink-soft", "accent")),
    ("on-accent", "accent"),
    ("on-gold", "gold"),
    ("ink", "figure"),
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


def stage(accent: Accent) -> dict[str, str]:
    """Return the colours of the stage in a game's hue, and the gold on it."""
    start = CSS.index(f'[data-accent="{accent}"] {{')
    own = CSS[start : CSS.index("}", start)]
    hue, tint = (re.findall(rf"--{name}: ([\d.]+);", own)[0] for name in ("hue", "tint"))
    rules = CSS[CSS.index("  .stage {") :]
    rules = rules[: rules.index("}")]
    chroma = re.compile(r"calc\(([\d.]+) \* var\(--tint\)\) var\(--hue\)")
    plain = chroma.sub(lambda found: f"{float(found[1]) * float(tint)} {hue}", rules)
    return {**themes(accent)["dark"], **dict(OKLCH.findall(CSS)), **dict(OKLCH.findall(plain))}


def luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(colour: str) -> tuple[float, ...]:
    """Return the linear red, green and blue of #rgb, #rrggbb, or of an OKLCH triple."""
    if not colour.startswith("#"):
        return _linear_oklch(*map(float, colour.split()))
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )


def _linear_oklch(light: float, chroma: float, hue: float) -> tuple[float, ...]:
    """Convert as CSS Color 4 does."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return tuple(min(max(part, 0.0), 1.0) for part in linear)


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
@pytest.mark.parametrize(
    ("pairs", "least"),
    [(STAGE_TEXT, 4.5), (EDGES, 3), ([("ink-soft", "figure")], 4)],
    ids=["words", "edges", "sigils"],  # few words stand on a sigil, and those are large
)
def test_the_stage_can_be_read(accent: Accent, pairs: list[tuple[str, str]], least: float) -> None:
    colours = stage(accent)
    found = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert not {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


@pytest.mark.parametrize("accent", Accent)
def test_an_accent_is_printed_in_its_light_tone(accent: Accent) -> None:
    assert INKS[accent] == themes(accent)["light"]["accent"]


@pytest.mark.parametrize("accent", Accent)
def test_pictures_stand_on_the_ground_of_the_pages(accent: Accent) -> None:
    start = CSS.index(f'[data-accent="{accent}"] {{')
    hue, tint = HUES[accent]
    assert f"--hue: {hue};" in CSS[start : start + 80]
    assert f"--tint: {tint:g};" in CSS[start : start + 80]


def test_every_colour_has_a_light_and_a_dark_one() -> None:
    assert not re.findall(r"--[\w-]+: #[0-9a-f]+;", CSS)
