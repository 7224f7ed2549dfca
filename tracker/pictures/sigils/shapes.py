"""Shapes as path data. A place is an angle in turns (0 is up, clockwise) and a radius."""

from collections.abc import Iterable
from math import cos, pi, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a coordinate with one decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def point(x: float, y: float) -> str:
    """Return two coordinates as short as a path allows."""
    first, second = number(x), number(y)
    return first + (second if second.startswith("-") else f" {second}")


def at(angle: float, radius: float) -> Point:
    """Return the point at an angle and a radius."""
    return radius * sin(angle * 2 * pi), -radius * cos(angle * 2 * pi)


def polygon(points: Iterable[Point]) -> str:
    """Draw straight edges from point to point."""
    first, *others = points
    return f"M{point(*first)}L{' '.join(point(*other) for other in others)}Z"


def mirrored(points: Iterable[Point]) -> str:
    """Draw a polygon whose left half mirrors the points of its right half, from top to bottom."""
    right = list(points)
    left = [(-x, y) for x, y in reversed(right) if x]
    return polygon([*right, *left])


def disc(x: float, y: float, radius: float) -> str:
    """Draw a full circle."""
    arc, across = f"a{number(radius)} {number(radius)} 0 1 0", number(2 * radius)
    return f"M{point(x - radius, y)}{arc} {across} 0{arc} {number(-2 * radius)} 0Z"


def ring(inner: float, outer: float) -> str:
    """Draw a ring round the middle."""
    return disc(0, 0, outer) + disc(0, 0, inner)


def sector(middle: float, width: float, inner: float, outer: float) -> str:
    """Draw a piece of a ring; its width is in turns."""
    start, end = middle - width / 2, middle + width / 2
    large = int(width > 0.5)
    far, near = number(outer), number(inner)
    return (
        f"M{point(*at(start, outer))}A{far} {far} 0 {large} 1 {point(*at(end, outer))}"
        f"L{point(*at(end, inner))}A{near} {near} 0 {large} 0 {point(*at(start, inner))}Z"
    )


def lens(angle: float, inner: float, outer: float, width: float) -> str:
    """Draw an almond from one radius to another."""
    middle = (inner + outer) / 2
    turn = width / (2 * pi * middle)
    root, tip = point(*at(angle, inner)), point(*at(angle, outer))
    left, right = point(*at(angle - turn, middle)), point(*at(angle + turn, middle))
    return f"M{root}Q{left} {tip}Q{right} {root}Z"


def kite(angle: float, inner: float, outer: float, width: float, waist: float = 0.5) -> str:
    """Draw a kite from one radius to another, widest at its waist."""
    middle = inner + (outer - inner) * waist
    turn = width / (4 * pi * middle)
    sides = (at(angle, inner), at(angle - turn, middle), at(angle, outer), at(angle + turn, middle))
    return polygon(sides)


def star(points: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """Draw a star, its first point at an angle."""
    radii = (outer, inner)
    return polygon(at(step / (2 * points) + turn, radii[step % 2]) for step in range(2 * points))


def regular(sides: int, radius: float, turn: float = 0.0) -> str:
    """Draw a regular polygon, its first corner at an angle."""
    return polygon(at(side / sides + turn, radius) for side in range(sides))
