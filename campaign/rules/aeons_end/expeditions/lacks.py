"""What the boxes of a recipe lack, and which other boxes would help."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.recipe import Recipe
from campaign.rules.aeons_end.expeditions.stock import recipe_problems
from campaign.rules.core.problems import Detail, Problem

What = tuple[str, Detail | None, Detail | None, Detail | None]


@dataclass(frozen=True, slots=True)
class Lacks:
    """Every shortage, and the boxes that end or lessen some of them, the most helpful first."""

    problems: tuple[Problem, ...] = ()
    helpers: tuple[str, ...] = ()


def lacks_of(series: Series, recipe: Recipe, players: int, *, among: Iterable[str]) -> Lacks:
    """Return what a recipe lacks; ``among`` are the boxes that can help."""
    lacking = _shortages(series, recipe, players)
    if not lacking:
        return Lacks()
    others = [box for box in dict.fromkeys(among) if box not in recipe.boxes]
    helps = {box: _helped(series, recipe, players, lacking, box) for box in others}
    helping = [box for box in others if any(helps[box])]
    helpers = sorted(helping, key=lambda box: helps[box], reverse=True)
    return Lacks(tuple(lacking.values()), tuple(helpers))


def _helped(
    series: Series, recipe: Recipe, players: int, lacking: Mapping[What, Problem], box: str
) -> tuple[int, int]:
    """Return how many shortages a box ends, and how many it makes smaller."""
    left = _shortages(series, replace(recipe, boxes=(*recipe.boxes, box)), players)
    ended = sum(what not in left for what in lacking)
    smaller = sum(what in left and _have(left[what]) > _have(lacking[what]) for what in lacking)
    return ended, smaller


def _shortages(series: Series, recipe: Recipe, players: int) -> dict[What, Problem]:
    found = recipe_problems(series, recipe, players)
    return {_what(problem): problem for problem in found if problem.path == "boxes"}


def _what(problem: Problem) -> What:
    """Return what is short: the same with more boxes as with fewer."""
    about = problem.details
    return problem.code, about.get("tier"), about.get("level"), about.get("kind")


def _have(problem: Problem) -> int:
    have = problem.details.get("have")
    return have if isinstance(have, int) else 0
