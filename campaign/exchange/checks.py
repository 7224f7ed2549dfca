"""Checks that a file holds a record that the services here could have written."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from campaign.exchange.content import Content
from campaign.exchange.document import GAME, Document
from campaign.exchange.live import live_problems
from campaign.exchange.refusals import Problems, Refused, file_problem
from campaign.models import ChangeKind
from campaign.models.games import ONCE_PER_GAME, PLANNED, PLAYED
from campaign.records import GameFacts
from campaign.records.checks import game_problems
from campaign.rules.core.entries import tidied
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import UNFIT, Problem
from campaign.rules.core.story import ReplayError
from campaign.rules.core.system import CampaignRules, OneOff

Found = Iterator[Problem]
Broken = Iterator[tuple[Fact | None, Problem]]
STARTS = (ChangeKind.START, ChangeKind.FORK)


def check_content(content: Content) -> None:
    """Refuse a document that is inconsistent, or whose story does not replay."""
    problems = Problems()
    try:
        for found in (_changes, _games, _facts, _replacements, _entries):
            problems.extend(found(content))
        problems.extend(live_problems(content.document))
        problems.raise_if_any()
        problems.extend(_story(content))
        problems.raise_if_any()
    except Refused as refused:
        refused.content = content
        raise


def _changes(content: Content) -> Found:
    changes = content.document.changes
    starts = (ChangeKind.PLAN,) if content.document.format == GAME else STARTS
    if not changes or changes[0].kind not in starts or changes[0].revision != 1:
        yield file_problem("file.begins", "changes[0]")
    last = 0
    for place, change in enumerate(changes):
        if place and change.kind in STARTS:
            yield file_problem("file.begins", f"changes[{place}].kind", change.kind)
        if change.revision is not None and change.revision <= last:
            yield file_problem(UNFIT, f"changes[{place}].revision", change.revision)
        last = change.revision or last


def _games(content: Content) -> Found:
    document = content.document
    numbers = sorted(game.number for game in document.games if game.withdrawn is None)
    if numbers != list(range(1, len(numbers) + 1)):
        yield file_problem("file.games", "games", numbers[:20])
    planned = {(fact.game, fact.withdrawn) for fact in document.facts if fact.kind == PLANNED}
    for place, game in enumerate(document.games):
        yield from _change_problems(document, f"games[{place}]", 1, game.withdrawn)
        if (place + 1, game.withdrawn) not in planned:
            yield file_problem(UNFIT, f"games[{place}]", "no plan")
        if game.withdrawn is not None and game.photos:
            yield file_problem(UNFIT, f"games[{place}].photos", len(game.photos))


def _change_problems(document: Document, path: str, recorded: int, withdrawn: int | None) -> Found:
    """Yield problems of the changes by which something was recorded and withdrawn."""
    for name, number in (("recorded", recorded), ("withdrawn", withdrawn)):
        changes = document.changes
        if number and (number > len(changes) or changes[number - 1].revision is None):
            yield file_problem(UNFIT, f"{path}.{name}", number)
    if withdrawn is not None and withdrawn <= recorded:
        yield file_problem(UNFIT, f"{path}.withdrawn", withdrawn)


def _facts(content: Content) -> Found:
    """Yield problems in the games, changes and places of facts, and in their order.

    Two facts never stood at one place, nor two of a kind that a game has once: undoing a change
    brings back what stood before it.
    """
    document = content.document
    last, begun = (0, False), set[int]()
    taken: dict[tuple[str, int, int | str], int] = {}  # a place or a kind, until which change
    for at, fact in enumerate(document.facts):
        path = f"facts[{at}]"
        if fact.game > len(document.games):
            yield file_problem(UNFIT, f"{path}.game", fact.game)
            continue
        yield from _change_problems(document, path, fact.recorded, fact.withdrawn)
        order = (fact.recorded, fact.kind != PLANNED)
        if order < last or (fact.game not in begun and fact.kind != PLANNED):
            yield file_problem(UNFIT, f"{path}.recorded", fact.recorded)
        last = order
        begun.add(fact.game)
        game = document.games[fact.game - 1]
        if fact.withdrawn is None and game.withdrawn is not None:
            yield file_problem(UNFIT, f"{path}.withdrawn", "none in an undone game")
        until = fact.withdrawn or len(document.changes) + 1
        place = ("place", fact.game, fact.place)
        if taken.get(place, 0) > fact.recorded:
            yield file_problem(UNFIT, f"{path}.place", fact.place)
        taken[place] = max(until, taken.get(place, 0))
        if fact.kind in ONCE_PER_GAME:  # in a game that was planned again, too
            kind = ("kind", game.number, fact.kind)
            if taken.get(kind, 0) > fact.recorded:
                yield file_problem("file.once", f"{path}.kind", fact.kind)
            taken[kind] = max(until, taken.get(kind, 0))


def _replacements(content: Content) -> Found:
    """Yield a fault for each fact that does not replace a withdrawn fact of its game and place."""
    facts = content.document.facts
    replaced = Counter(fact.replaces for fact in facts)
    for at, fact in enumerate(facts):
        if fact.replaces is not None:
            old = facts[fact.replaces - 1] if fact.replaces <= at else fact
            gone = old.withdrawn is not None and old.withdrawn <= fact.recorded
            same = (old.game, old.place) == (fact.game, fact.place)
            if not gone or not same or replaced[fact.replaces] > 1:
                yield file_problem(UNFIT, f"facts[{at}].replaces", fact.replaces)


def _entries(content: Content) -> Found:
    """Yield entries that no service would have stored, of withdrawn facts too."""
    rules = content.rules
    if isinstance(rules, CampaignRules):
        for problem in rules.party_problems(content.pack, content.party):
            yield replace(problem, path="party")
        for problem in rules.opening_problems(content.pack, content.opening):
            yield replace(problem, path="opening")
        if tuple(map(tidied, content.party)) != content.party:
            yield file_problem("file.untidy", "party")
        if tidied(content.opening) != content.opening:
            yield file_problem("file.untidy", "opening")
    for at, fact in enumerate(content.facts):
        for problem in rules.entry_problems(fact):
            yield replace(problem, path=f"facts[{at}].says.{problem.path}")
        if rules.tidy(fact) != fact:
            yield file_problem("file.untidy", f"facts[{at}]")


def _story(content: Content) -> Found:
    """Yield the rules' problems with the facts, at the fact where replay stops."""
    rules = content.rules
    if isinstance(rules, CampaignRules):
        broken = _replayed(content, rules)
    else:
        broken = _played(content, rules)
    paths = {id(fact): f"facts[{at}]" for at, fact in enumerate(content.facts)}
    for fact, problem in broken:
        yield replace(problem, path=paths.get(id(fact), "party"))


def _replayed(content: Content, rules: CampaignRules[Any, Any, Any]) -> Broken:
    try:
        rules.replay(content.story(), content.pack)
    except ReplayError as error:
        yield from ((error.fact, problem) for problem in error.problems)


def _played(content: Content, rules: OneOff[Any, Any, Any, Any]) -> Broken:
    """Yield the problems of a one-off game's set-up and result."""
    facts = {fact.kind: fact for fact in content.facts_not_withdrawn()[1]}
    yield from game_problems(rules, GameFacts(facts[PLANNED], facts.get(PLAYED)))
