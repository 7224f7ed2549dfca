"""Cut metal: a toothed wheel with a plate and what is set into it; straight lines only."""

from math import cos, pi

from tracker.pictures.sigils.choices import Choices
from tracker.pictures.sigils.shapes import (
    Point,
    at,
    kite,
    mirrored,
    polygon,
    regular,
    star,
)

SIDES = (1, -1)


def cogs(choices: Choices) -> str:
    """Draw the teeth, the slots in the rim, the plate, and what is set into it."""
    fold = choices.of((5, 6, 7, 8, 9, 10, 12))
    root = choices.of((37.0, 39.0, 41.0))
    turn = (0.5 / fold) * choices.below(2)
    tooth = choices.below(6)
    steps = [step / fold + turn for step in range(fold)]
    corners = [corner for step in steps for corner in _tooth(tooth, step, 1 / fold, root)]
    slots, plate = _slots(choices, steps, root - 3.0)
    sides = choices.of((4, 6, 8, fold, fold))
    twist = (0.5 / sides) * choices.below(2) + (turn if sides == fold else 0)
    room = plate * cos(pi / sides) - choices.of((2.0, 3.5))
    drawn = polygon(corners) + slots + regular(sides, plate, twist)
    return drawn + _body(choices, steps, sides, twist, room)


def _tooth(kind: int, angle: float, width: float, root: float) -> list[Point]:
    """Return the corners of a tooth: each as its angle, in parts of a tooth, and its radius."""
    teeth: tuple[tuple[tuple[float, float], ...], ...] = (
        ((-0.31, root), (-0.25, 48), (0.25, 48), (0.31, root)),
        ((-0.5, root - 2), (0, 49)),
        ((-0.5, root - 1), (-0.16, 48), (0.16, 48)),
        ((-0.34, root), (-0.28, 48), (0, 42), (0.28, 48), (0.34, root)),
        (
            *((-0.4, root + 3), (-0.12, root + 3), (0, 49)),
            *((0.12, root + 3), (0.4, root + 3), (0.5, root - 2)),
        ),
        (
            *((-0.42, root), (-0.36, 44), (-0.18, 44), (-0.14, 48.5)),
            *((0.14, 48.5), (0.18, 44), (0.36, 44), (0.42, root)),
        ),
    )
    return [at(angle + part * width, radius) for part, radius in teeth[kind]]


def _slots(choices: Choices, steps: list[float], plate: float) -> tuple[str, float]:
    """Return the slots in the rim, and the radius that is left within."""
    if len(steps) > 9 or not choices.below(2):
        return "", plate - choices.of((1.5, 4.0))
    if choices.below(2):
        return "".join(kite(step, plate - 7, plate + 1, 6) for step in steps), plate - 8.5
    half, inner = 0.2 / len(steps), plate - 3.6
    bars = (
        polygon(
            (
                at(step - half, plate),
                at(step + half, plate),
                at(step + half, inner),
                at(step - half, inner),
            )
        )
        for step in steps
    )
    return "".join(bars), plate - 5.5


def _body(choices: Choices, steps: list[float], sides: int, twist: float, room: float) -> str:
    """Draw what is set into the plate."""
    fold, turn = len(steps), steps[0]
    match choices.below(8):
        case 0:
            deep = room * choices.of((0.34, 0.46, 0.6))
            return star(fold, room, deep, turn) + regular(fold, deep * 0.62, turn)
        case 1:
            waist, width = choices.of((0.36, 0.66)), room * (3.2 / fold + 0.12)
            blades = "".join(kite(step, room * 0.2, room, width, waist) for step in steps)
            return blades + _stud(choices, room)
        case 2:
            nested = regular(sides, room, twist) + regular(sides, room * 0.42, twist)
            nested += regular(sides, room * 0.72, twist + 0.5 / sides)
            return nested + _stud(choices, room)
        case 3:
            return _blade(choices, room)
        case 4:
            return _chevrons(choices, room)
        case 5:
            return _hourglass(room)
        case 6:
            return _keep(choices, room)
        case _:
            return _bars(choices, room)


def _stud(choices: Choices, room: float) -> str:
    return regular(4, room * 0.17) if choices.below(2) else ""


def _blade(choices: Choices, room: float) -> str:
    half, guard = room * choices.of((0.12, 0.16)), room * choices.of((0.2, 0.34, 0.5))
    top, bottom = -guard * 0.2, guard * 0.5
    edge = [(0.0, -room), (half, -room + half * 1.8), (half, top), (room * 0.74, top)]
    edge += [(room * 0.6, bottom), (half, bottom), (half, room * 0.72), (0, room)]
    drawn = mirrored(edge)
    if choices.below(2):
        jewel = ((0.42, -0.62), (0.56, -0.44), (0.42, -0.26), (0.28, -0.44))
        drawn += "".join(polygon((s * room * x, room * y) for x, y in jewel) for s in SIDES)
    return drawn


def _chevrons(choices: Choices, room: float) -> str:
    way = choices.of(SIDES)
    sizes = choices.of(((0.5, 0.66, 0.5), (0.66, 0.5, 0.34), (0.34, 0.5, 0.66)))
    drawn, thick, steep = "", room * 0.2, room * 0.36
    for place, size in enumerate(sizes):
        y, wide = -room * 0.74 + place * room * 0.48, room * size
        edge = ((0, y), (wide, y + steep), (wide, y + steep + thick), (0, y + thick))
        drawn += mirrored((x, way * py) for x, py in edge)
    return drawn


def _hourglass(room: float) -> str:
    glass = mirrored(((room * x, room * y) for x, y in ((0.62, -0.72), (0.08, 0), (0.62, 0.72))))
    plate = ((0.34, 0), (0.62, -0.3), (0.9, 0), (0.62, 0.3))
    return glass + "".join(polygon((s * room * x, room * y) for x, y in plate) for s in SIDES)


def _keep(choices: Choices, room: float) -> str:
    """Draw three towers with a gate."""
    high = choices.of((0.5, 0.7))
    edge = ((0, -1), (0.18, -high), (0.18, 0), (0.4, 0), (0.4, -high * 0.4), (0.7, -high * 0.4))
    towers = mirrored((room * x, room * y) for x, y in (*edge, (0.7, 0.6)))
    gate = mirrored((room * x, room * y) for x, y in ((0, 0.1), (0.16, 0.34), (0, 0.6)))
    return towers + gate


def _bars(choices: Choices, room: float) -> str:
    """Draw a wheel of bars round a star."""
    count = choices.of((4, 6, 8))
    drawn, wide, narrow = "", 0.28 / count, 0.05
    for bar in range(count):
        angle = bar / count
        far = (at(angle - wide, room * 0.96), at(angle + wide, room * 0.96))
        drawn += polygon((*far, at(angle + narrow, room * 0.4), at(angle - narrow, room * 0.4)))
    return drawn + star(4, room * 0.34, room * 0.14)
