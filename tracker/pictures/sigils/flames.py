"""Fire that rises, or a rosette of flames; the same left and right."""

from math import pi

from tracker.pictures.sigils.choices import Choices
from tracker.pictures.sigils.shapes import at, disc, number, point, polygon, sector, star

SIDES = (1, -1)


def flames(choices: Choices) -> str:
    """Draw one of the two kinds."""
    return _rosette(choices) if choices.below(3) == 0 else _fire(choices)


def _fire(choices: Choices) -> str:
    """Draw a flame in the middle, tongues beside it, what it stands on and its sparks."""
    foot = choices.of((22.0, 25.0, 28.0))
    crown = choices.of((-48.0, -45.0, -41.0))
    wide = choices.of((21.0, 25.0, 29.0))
    waist = choices.of((0.2, 0.32, 0.44))
    drawn = _heart(foot, crown, wide, waist) + _inside(choices, foot, crown, wide, waist)
    pairs = choices.of((1, 2, 2, 3))
    drawn += _tongues(choices, pairs, foot, crown, wide)
    return drawn + _base(choices, foot + 7 + (pairs - 1) * 2) + _sparks(choices)


def _heart(base: float, crown: float, wide: float, waist: float = 0.3) -> str:
    """Draw a flame of two equal halves."""
    side, tall = wide / 2, base - crown
    low, high = base - tall * 0.04, base - tall * waist - tall * 0.2
    return (
        f"M0 {number(base)}C{point(-side * 1.6, low)} {point(-side * 1.1, high)} 0 {number(crown)}"
        f"C{point(side * 1.1, high)} {point(side * 1.6, low)} 0 {number(base)}Z"
    )


def _inside(choices: Choices, foot: float, crown: float, wide: float, waist: float) -> str:
    """Draw what is cut out of the middle flame."""
    tall = foot - crown
    match choices.below(6):
        case 0:
            return _heart(foot - 5, crown + tall * 0.42, wide * 0.5, waist)
        case 1:
            return disc(0, foot - tall * 0.28, wide * 0.18)
        case 2:
            y, half = foot - tall * 0.32, wide * 0.19
            return polygon(((0, y + half * 1.5), (-half, y), (0, y - half * 2.4), (half, y)))
        case 3:
            outer = _heart(foot - 4, crown + tall * 0.34, wide * 0.6, waist)
            return outer + _heart(foot - 8, crown + tall * 0.52, wide * 0.28, waist)
        case 4:
            y, half = foot - tall * 0.3, wide * 0.3
            eye = f"M{point(-half, y)}Q{point(0, y - 9)} {point(half, y)}"
            return f"{eye}Q{point(0, y + 9)} {point(-half, y)}Z" + disc(0, y, 2.2)
        case _:
            return ""


def _tongues(choices: Choices, pairs: int, foot: float, crown: float, wide: float) -> str:
    belly = choices.of((13.0, 16.0, 19.0))
    drop = choices.of((0.2, 0.3, 0.4))
    flare = choices.of((-1.0, 3.0, 7.0))
    thick = choices.of((3.0, 6.0, 9.0))
    first, tall = wide * 0.36 + 1.5, foot - crown
    drawn = ""
    for pair in range(pairs):
        top = crown + tall * (drop + pair * 0.19) - (6 if pairs == 1 else 0)
        tip = (min(first + 9 + pair * 9.5 + flare, 46), top)
        root = (first - 3 + pair * 3.2, foot + 1.5 + pair * 2.6)
        drawn += "".join(_tongue(side, root, tip, belly, thick) for side in SIDES)
    return drawn


def _tongue(
    side: int, root: tuple[float, float], tip: tuple[float, float], belly: float, thick: float
) -> str:
    """Draw a tongue of fire beside the middle: out, then up again to its tip."""
    (x, foot), (tip_x, tip_y) = root, tip
    tall = foot - tip_y
    end, start = point(side * tip_x, tip_y), point(side * x, foot)
    out = point(side * (x + belly * 1.25), foot - tall * 0.04)
    up = point(side * (tip_x + belly * 0.5), tip_y + tall * 0.52)
    down = point(side * (tip_x + thick * 0.1), tip_y + tall * 0.42)
    back = point(side * (x + belly * 0.9 - thick), foot - tall * 0.42)
    return f"M{start}C{out} {up} {end}C{down} {back} {start}Z"


def _base(choices: Choices, y: float) -> str:
    """Draw what the fire stands on."""
    match choices.below(7):
        case 0:
            return disc(0, y + 4, 4.4)
        case 1:
            beads = ((10, 2.6), (19, 2))
            beside = [disc(s * x, y + 3 - x * 0.14, size) for x, size in beads for s in SIDES]
            return disc(0, y + 3, 3.2) + "".join(beside)
        case 2:
            bowl = f"M-28 {number(y - 2)}Q{point(0, y + 11)} 28 {number(y - 2)}"
            return f"{bowl}Q{point(0, y + 20)} -28 {number(y - 2)}Z"
        case 3:
            middle = polygon(((0, y - 1), (6, y + 5), (0, y + 11), (-6, y + 5)))
            blade = ((10, y + 5), (16, y + 1), (28, y + 1), (16, y + 6))
            return middle + "".join(polygon((s * x, py) for x, py in blade) for s in SIDES)
        case 4:
            return (
                f"M-22 {number(y)}H22L17 {number(y + 4)}H-17Z"
                f"M-13 {number(y + 7)}H13L8 {number(y + 11)}H-8Z"
            )
        case 5:
            return "".join(_horn(side, y) for side in SIDES)
        case _:
            return disc(0, y + 5, 6.4) + disc(0, y + 5, 3)


def _horn(side: int, y: float) -> str:
    root, tip = point(side * 2, y + 3), point(side * 29, y - 6)
    out = f"{point(side * 10, y + 13)} {point(side * 26, y + 8)}"
    back = f"{point(side * 22, y + 3)} {point(side * 12, y + 4)}"
    return f"M{root}C{out} {tip}C{back} {root}Z"


def _sparks(choices: Choices) -> str:
    match choices.below(6):
        case 0:
            return "".join(disc(side * 21, -42, 2.6) for side in SIDES)
        case 1:
            drop = ((22, -48), (25, -42), (22, -36), (19, -42))
            return "".join(polygon((side * x, y) for x, y in drop) for side in SIDES)
        case 2:
            dots = ((18, -44, 2.4), (31, -34, 1.9))
            return "".join(disc(side * x, y, size) for x, y, size in dots for side in SIDES)
        case 3:
            return "".join(sector(side * 0.115, 0.11, 45.5, 48.5) for side in SIDES)
        case 4:
            ray = ((27, -44), (29, -39), (34, -37), (29, -35), (27, -30), (25, -35), (20, -37))
            return "".join(polygon((side * x, y) for x, y in (*ray, (25, -39))) for side in SIDES)
        case _:
            return ""


def _rosette(choices: Choices) -> str:
    """Draw flames that point outwards, all round a core."""
    fold = choices.of((5, 6, 7, 8))
    steps = [step / fold for step in range(fold)]
    low = choices.of((0.3, 0.4, 0.5))
    inner = choices.of((13.0, 16.0, 19.0))
    wide = choices.of((0.95, 1.15)) * 2 * pi * (inner + 10) / fold
    reach = choices.of((48, 48, 41)) if fold % 2 == 0 else 48
    drawn = "".join(
        _leaf(step, inner, reach if place % 2 else 48, wide, low)
        for place, step in enumerate(steps)
    )
    drawn += _between(choices, [step + 0.5 / fold for step in steps], low)
    if choices.below(2):
        tip = choices.of((30, 35))
        drawn += "".join(_leaf(step, inner + 5, tip, wide * 0.42, low) for step in steps)
    return drawn + _eye(choices, inner, steps)


def _leaf(angle: float, inner: float, outer: float, width: float, low: float) -> str:
    """Draw a flame from one radius to another."""
    long = outer - inner
    turn = width / (4 * pi * (inner + long * low))
    tip, root = point(*at(angle, outer)), point(*at(angle, inner))
    near, far = inner + long * 0.02, inner + long * low * 1.5
    left = f"{point(*at(angle - turn, near))} {point(*at(angle - turn, far))}"
    right = f"{point(*at(angle + turn, far))} {point(*at(angle + turn, near))}"
    return f"M{root}C{left} {tip}C{right} {root}Z"


def _between(choices: Choices, steps: list[float], low: float) -> str:
    match choices.below(4):
        case 0:
            return "".join(disc(*at(step, 40), 2.6) for step in steps)
        case 1:
            return "".join(_leaf(step, 31, 46, 11, low) for step in steps)
        case 2:
            return "".join(sector(step, 0.32 / len(steps), 44, 48) for step in steps)
        case _:
            return ""


def _eye(choices: Choices, inner: float, steps: list[float]) -> str:
    core = choices.below(5)
    size = inner - choices.of((2, 4))
    match core:
        case 0:
            return disc(0, 0, size) + _heart(size * 0.62, -size * 0.72, size * 0.8)
        case 1:
            return disc(0, 0, size) + disc(0, 0, size * 0.66) + disc(0, 0, size * 0.34)
        case 2:
            return _heart(size, -size * 1.05, size * 1.5) + _heart(
                size * 0.66, -size * 0.2, size * 0.6
            )
        case 3:
            turn = 0.5 / len(steps)
            return "".join(_leaf(step + turn, size * 0.2, size, size * 0.8, 0.5) for step in steps)
        case _:
            return star(len(steps), size, size * 0.5)
