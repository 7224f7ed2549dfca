"""Whether what a file holds is a record that the services here could have written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.exchange.document import (
    GAME,
    NUMBER_MOST,
    Document,
    FactEntry,
    Faults,
    Refused,
)
from campaign.exchange.reading import Content
from campaign.exchange.rules import rules_of
from campaign.models import ChangeKind
from campaign.models.games import ONCE_PER_GAME, PLANNED
from campaign.rules.core.problems import Problem
from campaign.rules.core.serialize import Fault

Found = Iterator[Fault]
NEVER = NUMBER_MOST + 1
STARTS = (ChangeKind.START, ChangeKind.FORK)


def check_content(content: Content) -> None:
    """Refuse a document that contradicts itself, or whose story does not replay."""
    faults = Faults()
    try:
        for found in (_changes, _games, _facts, _replacements, _entries):
            for fault in found(content):
                faults.append(fault)
        faults.settle()
        for fault in _story(content):
            faults.append(fault)
        faults.settle()
    except Refused as refused:
        refused.content = content
        raise


def _changes(content: Content) -> Found:
    changes = content.document.changes
    starts = (ChangeKind.PLAN,) if content.document.format == GAME else STARTS
    if not changes or changes[0].kind not in starts or changes[0].revision != 1:
        got = changes[0].kind if changes else "none"
        yield Fault("changes[0]", "the start, at revision 1", str(got), "file.begins")
    last = 0
    for place, change in enumerate(changes):
        if place and change.kind in STARTS:
            path = f"changes[{place}].kind"
            yield Fault(path, "a campaign that starts once", str(change.kind), "file.begins")
        if change.revision is None:
            continue
        if change.revision <= last:
            path = f"changes[{place}].revision"
            yield Fault(path, f"more than {last}", str(change.revision))
        last = change.revision


def _games(content: Content) -> Found:
    games = content.document.games
    standing = sorted(game.number for game in games if game.withdrawn is None)
    if standing != list(range(1, len(standing) + 1)):
        expected = "standing games numbered 1, 2, 3 …"
        yield Fault("games", expected, f"{standing[:20]}", "file.games")
    for place, game in enumerate(games):
        path = f"games[{place}]"
        plans = [fact for fact in game.facts if fact.kind == PLANNED]
        first = plans[0].recorded if plans else 1
        yield from _by(content.document, path, first, game.withdrawn)
        if not any(plan.withdrawn == game.withdrawn for plan in plans):
            yield Fault(f"{path}.facts", "the plan of the game", "none", "file.no_plan")
        for at, fact in enumerate(game.facts):
            if game.withdrawn is not None and fact.withdrawn is None:
                got = "none"
                expected = "a change: its game was undone"
                yield Fault(f"{path}.facts[{at}].withdrawn", expected, got)
            if fact.recorded < first:
                got = str(fact.recorded)
                yield Fault(f"{path}.facts[{at}].recorded", "a change after its plan’s", got)
        if game.withdrawn is not None and game.photos:
            yield Fault(f"{path}.photos", "none of an undone game", str(len(game.photos)))


def _by(document: Document, path: str, recorded: int, withdrawn: int | None) -> Found:
    """Yield what is wrong with the changes by which something came and went."""
    for name, number in (("recorded", recorded), ("withdrawn", withdrawn)):
        if number is None:
            continue
        if number > len(document.changes):
            most = len(document.changes)
            yield Fault(f"{path}.{name}", f"a change from 1 to {most}", str(number))
        elif document.changes[number - 1].revision is None:
            yield Fault(f"{path}.{name}", "a change that has a revision", str(number))
    if withdrawn is not None and withdrawn <= recorded:
        yield Fault(f"{path}.withdrawn", "a later change than recorded it", str(withdrawn))


def _facts(content: Content) -> Found:
    found = [(path, entry) for path, entry, _fact in content.entries()]
    for path, entry in found:
        yield from _by(content.document, path, entry.recorded, entry.withdrawn)
    found.sort(key=lambda pair: (pair[1].recorded, pair[1].kind != PLANNED, pair[1].number))
    for number, (path, entry) in enumerate(found, start=1):
        if entry.number != number:
            expected = f"{number}, in the order in which facts were recorded"
            yield Fault(f"{path}.number", expected, str(entry.number))
            return
    for place, game in enumerate(content.document.games):
        if [fact.number for fact in game.facts] != sorted(fact.number for fact in game.facts):
            yield Fault(f"games[{place}].facts", "facts in the order of their numbers", "another")
        places: Counter[int] = Counter()
        kinds: Counter[str] = Counter()
        for at, fact in enumerate(game.facts):
            if fact.withdrawn is not None:
                continue
            path = f"games[{place}].facts[{at}]"
            places[fact.place] += 1
            kinds[fact.kind] += 1
            if places[fact.place] > 1:
                yield Fault(f"{path}.place", "a place of its own", str(fact.place))
            if fact.kind in ONCE_PER_GAME and kinds[fact.kind] > 1:
                yield Fault(f"{path}.kind", "such a fact once in a game", fact.kind, "file.once")


def _replacements(content: Content) -> Found:
    homes: dict[int, tuple[int, FactEntry]] = {
        fact.number: (place, fact)
        for place, game in enumerate(content.document.games)
        for fact in game.facts
    }
    replaced: set[int] = set()
    for path, fact, _value in content.entries():
        if fact.replaces is None:
            continue
        path, got = f"{path}.replaces", str(fact.replaces)
        home, old = homes.get(fact.replaces, (-1, fact))
        if home != homes[fact.number][0] or fact.replaces >= fact.number:
            yield Fault(path, "an earlier fact of the same game", got)
        elif (old.withdrawn or NEVER) > fact.recorded or old.place != fact.place:
            yield Fault(path, "a fact that gave way to this one", got)
        elif fact.replaces in replaced:
            yield Fault(path, "a fact that is replaced once", got)
        replaced.add(fact.replaces)


def _entries(content: Content) -> Found:
    """Yield what no service would have written: of withdrawn facts too, which are not replayed."""
    rules = rules_of(content)
    for problem in rules.party_problems():
        yield _entry("party", problem)
    for path, _written, fact in content.entries():
        for problem in rules.entry_problems(fact):
            yield _entry(f"{path}.says.{problem.path}", problem)
        if rules.tidy(fact) != fact:
            expected = "an entry in the form in which it is recorded"
            yield Fault(path, expected, "another", "file.untidy")


def _entry(path: str, problem: Problem) -> Fault:
    """Return what the services would have said to an entry, as a fault of the file."""
    return Fault(path, "an entry that can be recorded", problem.code, "file.entry", problem=problem)


def _story(content: Content) -> Found:
    paths = {id(fact): path for path, _written, fact in content.entries()}
    for fact, problem in rules_of(content).story_problems():
        path = paths.get(id(fact), "party")
        yield Fault(path, "a story that replays", problem.code, "file.story", problem=problem)
