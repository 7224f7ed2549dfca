"""Expeditions of a group's own: a JSON file with battles, story and rewards.

``docs/expeditions.md`` has the format. Every fault is named by its path.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.route import Route, StartingBarracks, route_faults
from campaign.rules.core.entries import tidied
from campaign.rules.core.json_text import parsed_json
from campaign.rules.core.problems import Problem, mismatch
from campaign.rules.core.serialize import SerializeError, from_plain
from tracker.systems.aeons_end.shared import selectors

LARGEST = 100_000  # bytes: far more than any expedition needs
FAULTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """The faults of a file, and hints on what could be better."""

    name: str
    problems: tuple[str, ...]
    hints: tuple[str, ...] = ()


def read_route(text: str) -> Route:
    """Return the expedition of a file, or raise ``SerializeError`` with every fault."""
    try:
        plain = parsed_json(text)
    except (ValueError, RecursionError) as error:
        raise SerializeError([mismatch("", "JSON", str(error))]) from error
    return tidied(from_plain(Route, plain, _faults))


def check(text: str) -> CheckedFile:
    """Return the faults of a file, for the command line."""
    try:
        route = read_route(text)
    except SerializeError as error:
        return CheckedFile("", tuple(map(str, error.problems)))
    hints = () if route.name else ("name: players see it in the list of lengths.",)
    return CheckedFile(route.name, (), hints)


def _faults(route: Route) -> Iterator[Problem]:
    yield from route_faults(route)
    yield from _unknown(route, selectors.series())


def _unknown(route: Route, series: Series) -> Iterator[Problem]:
    """Yield a fault for each id that no box has."""
    ranked = {each.id for box in series.expeditions.values() for each in box.nemeses}
    upgraded = {each.id for box in series.expeditions.values() for each in box.upgraded}
    start = route.start or StartingBarracks()
    for at, key in enumerate(start.mages):
        if series.find.mage(key) is None:
            yield mismatch(f"start.mages[{at}]", "the id of a mage", f'"{key}"')
    for at, key in enumerate(start.piles):
        if series.find.card(key) is None:
            yield mismatch(f"start.piles[{at}]", "the id of a pile", f'"{key}"')
    for place, node in enumerate(route.nodes):
        path = f"nodes[{place}]"
        if node.nemesis and node.nemesis not in ranked:
            yield mismatch(f"{path}.nemesis", "the id of a nemesis", f'"{node.nemesis}"')
        for at, key in enumerate(node.upgraded or ()):
            if key not in upgraded:
                where = f"{path}.upgraded[{at}]"
                yield mismatch(where, "the id of an upgraded basic card", f'"{key}"')
        for part, reward in (("win", node.win), ("reward", node.reward)):
            for at, key in enumerate(reward.named if reward else ()):
                find = series.find
                if not (find.card(key) or find.mage(key) or find.part(key)):
                    where = f"{path}.{part}.named[{at}]"
                    yield mismatch(where, "the id of a mage, pile, treasure or banner", f'"{key}"')
