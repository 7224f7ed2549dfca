"""Whether what a file holds is a record that the services here could have written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.exchange.document import (
    GAME,
    Document,
    Faults,
    GameEntry,
    Refused,
    fault,
)
from campaign.exchange.reading import Content
from campaign.models import ChangeKind
from campaign.models.games import ONCE_PER_GAME, PLANNED, PLAYED
from campaign.rules.core.facts import Fact
from campaign.rules.core.problems import Problem, standing
from campaign.rules.core.replay import ReplayError
from campaign.rules.core.serialize import Fault
from campaign.rules.core.system import CampaignRules
from campaign.rules.registry import campaign_rules, one_off_rules

Found = Iterator[Fault]
Broken = Iterator[tuple[Fact | None, Problem]]
UNFIT = "file.unfit"  # does not fit the rest of the file
STARTS = (ChangeKind.START, ChangeKind.FORK)


def check_content(content: Content) -> None:
    """Refuse a document that contradicts itself, or whose story does not replay."""
    faults = Faults()
    try:
        for found in (_changes, _games, _facts, _replacements, _entries):
            faults.take(found(content))
        faults.settle()
        faults.take(_story(content))
        faults.settle()
    except Refused as refused:
        refused.content = content
        raise


def _changes(content: Content) -> Found:
    changes = content.document.changes
    starts = (ChangeKind.PLAN,) if content.document.format == GAME else STARTS
    if not changes or changes[0].kind not in starts or changes[0].revision != 1:
        yield fault("file.begins", "changes[0]")
    last = 0
    for place, change in enumerate(changes):
        if place and change.kind in STARTS:
            yield fault("file.begins", f"changes[{place}].kind", change.kind)
        if change.revision is not None and change.revision <= last:
            yield fault(UNFIT, f"changes[{place}].revision", change.revision)
        last = change.revision or last


def _games(content: Content) -> Found:
    games = content.document.games
    standing = sorted(game.number for game in games if game.withdrawn is None)
    if standing != list(range(1, len(standing) + 1)):
        yield fault("file.games", "games", standing[:20])
    for place, game in enumerate(games):
        path = f"games[{place}]"
        plans = [fact for fact in game.facts if fact.kind == PLANNED]
        if not any(plan.withdrawn == game.withdrawn for plan in plans):
            yield fault(UNFIT, f"{path}.facts")
        first = min((plan.recorded for plan in plans), default=1)
        yield from _by(content.document, path, first, game.withdrawn)
        for at, fact in enumerate(game.facts):
            if game.withdrawn is not None and fact.withdrawn is None:
                yield fault(UNFIT, f"{path}.facts[{at}].withdrawn")
            if fact.recorded < first:
                yield fault(UNFIT, f"{path}.facts[{at}].recorded", fact.recorded)
        if game.withdrawn is not None and game.photos:
            yield fault(UNFIT, f"{path}.photos", len(game.photos))
        yield from _once(path, game)


def _once(path: str, game: GameEntry) -> Found:
    """Yield what stands twice in a game: two facts in one place, or a second result."""
    places: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    for at, fact in enumerate(game.facts):
        if fact.withdrawn is None:
            places[fact.place] += 1
            kinds[fact.kind] += 1
            if places[fact.place] > 1:
                yield fault(UNFIT, f"{path}.facts[{at}].place", fact.place)
            if fact.kind in ONCE_PER_GAME and kinds[fact.kind] > 1:
                yield fault("file.once", f"{path}.facts[{at}].kind", fact.kind)


def _by(document: Document, path: str, recorded: int, withdrawn: int | None) -> Found:
    """Yield what is wrong with the changes by which something came and went."""
    for name, number in (("recorded", recorded), ("withdrawn", withdrawn)):
        changes = document.changes
        if number and (number > len(changes) or changes[number - 1].revision is None):
            yield fault(UNFIT, f"{path}.{name}", number)
    if withdrawn is not None and withdrawn <= recorded:
        yield fault(UNFIT, f"{path}.withdrawn", withdrawn)


def _facts(content: Content) -> Found:
    """Yield what is wrong with the changes and numbers of facts, which say the order of both."""
    for path, entry in content.document.facts():
        yield from _by(content.document, path, entry.recorded, entry.withdrawn)
    entries = list(content.document.facts())
    order = sorted(entries, key=lambda e: (e[1].recorded, e[1].kind != PLANNED, e[1].number))
    for number, (path, entry) in enumerate(order, start=1):
        if entry.number != number:
            yield fault(UNFIT, f"{path}.number", entry.number)
            return
    for place, game in enumerate(content.document.games):
        numbers = [fact.number for fact in game.facts]
        if numbers != sorted(numbers):
            yield fault(UNFIT, f"games[{place}].facts")


def _replacements(content: Content) -> Found:
    replaced: set[int] = set()
    for place, game in enumerate(content.document.games):
        mine = {fact.number: fact for fact in game.facts}
        for at, fact in enumerate(game.facts):
            if fact.replaces is None:
                continue
            old = mine.get(fact.replaces, fact)
            gone = old.withdrawn is not None and old.withdrawn <= fact.recorded
            if (
                not gone
                or old.number >= fact.number
                or old.place != fact.place
                or fact.replaces in replaced
            ):
                yield fault(UNFIT, f"games[{place}].facts[{at}].replaces", fact.replaces)
            replaced.add(fact.replaces)


def _entries(content: Content) -> Found:
    """Yield what no service would have written: of withdrawn facts too, which are not replayed."""
    rules = content.rules
    if isinstance(rules, CampaignRules):
        for problem in rules.party_problems(content.pack, content.party):
            yield _entry("party", problem)
        if tuple(map(rules.tidy_seat, content.party)) != content.party:
            yield fault("file.untidy", "party")
    for path, _written, fact in content.entries():
        for problem in rules.entry_problems(fact):
            yield _entry(f"{path}.says.{problem.path}", problem)
        if rules.tidy(fact) != fact:
            yield fault("file.untidy", path)


def _entry(path: str, problem: Problem) -> Fault:
    """Return what the services would have said to an entry, as a fault of the file."""
    return fault("file.entry", path, problem.code, problem=problem)


def _story(content: Content) -> Found:
    """Yield what the rules have against the facts that stand, and where it breaks."""
    rules = content.rules
    check = _replayed if isinstance(rules, CampaignRules) else _played
    paths = {id(fact): path for path, _written, fact in content.entries()}
    for fact, problem in check(content):
        path = paths.get(id(fact), "party")
        yield fault("file.story", path, problem.code, problem=problem)


def _replayed(content: Content) -> Broken:
    rules = campaign_rules(content.document.about.system)
    try:
        rules.replay(content.story(), content.pack)
    except ReplayError as error:
        yield from ((error.fact, problem) for problem in error.problems)


def _played(content: Content) -> Broken:
    """Check the result of a one-off game against its set-up, which has to make a sheet."""
    rules = one_off_rules(content.document.about.system)
    facts = {fact.kind: fact for fact in content.standing()[1]}
    planned, played = facts[PLANNED], facts.get(PLAYED)
    if planned.setup is None:  # it is drawn again when it is looked at, if its box still can
        return
    try:
        rules.sheet(planned.setup, seed=planned.seed, players=rules.players(planned.choices))
        found = rules.result_problems(planned.setup, played.result) if played else ()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        yield planned, Problem("setup.unfit")
        return
    yield from ((played, problem) for problem in standing(found, played.reason if played else ""))
