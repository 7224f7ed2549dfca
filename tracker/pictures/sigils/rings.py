"""Rings that are broken the same way all round."""

from tracker.pictures.sigils.choices import Choices
from tracker.pictures.sigils.shapes import at, disc, kite, lens, point, polygon, ring, sector, star

BANDS = 3


def rings(choices: Choices) -> str:
    """Draw three bands, one of them heavy, round a core."""
    fold = choices.of((3, 4, 5, 6, 7, 8))
    steps = [step / fold for step in range(fold)]
    heavy = choices.below(BANDS)
    edge, drawn = 48.0, ""
    for band in range(BANDS):
        if band == heavy:
            shapes, inner, gap = _heavy_band(choices, steps, edge)
        else:
            shapes, inner, gap = _light_band(choices, steps, edge)
        drawn += shapes
        edge = inner - gap
    return drawn + _core(choices, steps, max(edge, 9.0))


def _heavy_band(choices: Choices, steps: list[float], edge: float) -> tuple[str, float, float]:
    """Return a band's shapes, its inner edge, and the gap before the next one."""
    fold = len(steps)
    thick, gap = choices.of((7.0, 8.5, 10.0)), choices.of((2.2, 3.2))
    inner, half = edge - thick, 0.5 / fold
    turn = half * choices.below(2)
    span = choices.of((0.36, 0.5, 0.64, 0.78, 0.88))
    if choices.below(3) < 2:
        parts = [sector(step + turn, span / fold, inner, edge) for step in steps]
    elif fold < 6:  # a long piece and a short one
        parts = [sector(step + turn, 0.6 / fold, inner, edge) for step in steps]
        parts += [sector(step + turn + half, 0.14 / fold, inner, edge) for step in steps]
    else:
        parts = [sector(step + turn, 0.9 / fold, inner, edge) for step in steps]
    return "".join(parts), inner, gap


def _light_band(choices: Choices, steps: list[float], edge: float) -> tuple[str, float, float]:
    """Return a band's shapes, its inner edge, and the gap before the next one."""
    fold = len(steps)
    thick, gap = choices.of((2.6, 3.4, 4.4)), choices.of((2.2, 3.2))
    inner, turn = edge - thick, 0.5 / fold * choices.below(2)
    span = choices.of((0.36, 0.5, 0.64, 0.78, 0.88))
    match choices.below(7):
        case 0 | 1:
            parts = [sector(step + turn, span / fold, inner, edge) for step in steps]
        case 2:
            parts = [sector(step + turn, 0.9 / fold, inner, edge) for step in steps]
        case 3:
            parts = [ring(inner, edge)]
        case 4:
            inner = edge - 6.4
            parts = [disc(*at(step + turn, edge - 3.2), 3.2) for step in steps]
        case 5:
            inner = edge - 9
            parts = [kite(step + turn, inner, edge, 9) for step in steps]
        case _:
            inner = edge - 10
            parts = [lens(step + turn, inner, edge, 15) for step in steps]
    return "".join(parts), inner, gap


def _core(choices: Choices, steps: list[float], size: float) -> str:
    match choices.below(7):
        case 0:
            return disc(0, 0, size * 0.62)
        case 1:
            return ring(size * 0.55, size * 0.9) + disc(0, 0, size * 0.26)
        case 2:  # an eye
            left, right = point(-size, 0), point(size, 0)
            above, below = point(0, -size * 1.15), point(0, size * 1.15)
            return f"M{left}Q{above} {right}Q{below} {left}Z" + disc(0, 0, size * 0.3)
        case 3:
            # A star of six with deep corners would be two triangles.
            return star(len(steps), size * 0.95, size * (0.3 if len(steps) == 6 else 0.45))
        case 4:
            return "".join(lens(step, size * 0.12, size, size * 0.7) for step in steps)
        case 5:
            return polygon(at(step, size * 0.9) for step in steps) + disc(0, 0, size * 0.3)
        case _:
            return "".join(kite(step, size * 0.1, size, size * 0.62, 0.62) for step in steps)
