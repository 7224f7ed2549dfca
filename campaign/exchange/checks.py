"""Whether what a file holds is a record that this house could have written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.exchange.document import CampaignFile, FactEntry, Faults, GameEntry, Refused
from campaign.models import DeedKind
from campaign.models.facts import ONCE_PER_GAME
from campaign.packs import get_pack
from campaign.rules.aeons_end.legacy.facts import Fact, StickerPlaced, Story, game_of, kind_of
from campaign.rules.aeons_end.legacy.replay import ReplayError, replay
from campaign.rules.core.cursor import Fault
from campaign.rules.core.problems import Problem
from campaign.services.entries import entry_problems, seat_problems, tidied

Found = Iterator[Fault]
FACT = "games[{}].facts[{}]"


def check_document(document: CampaignFile) -> None:
    """Refuse a document that contradicts itself, or whose story does not replay."""
    try:
        _check(document)
    except Refused as refused:
        refused.document = document
        raise


def _check(document: CampaignFile) -> None:
    faults = Faults()
    for found in (_deeds, _games, _facts, _replacements, _entries):
        for fault in found(document):
            faults.append(fault)
    faults.settle()
    for fault in _story(document):
        faults.append(fault)
    faults.settle()


def story_of(document: CampaignFile) -> Story:
    """Return the story that stands."""
    return Story(
        document.seats,
        tuple(
            game_of(game.number, (game.plan, *(entry.fact for entry in _standing(game))))
            for game in sorted(document.games, key=lambda game: game.number)
            if game.withdrawn is None
        ),
    )


def _standing(game: GameEntry) -> list[FactEntry]:
    """Return a game's standing facts, as the story tells them."""
    return sorted((f for f in game.facts if f.withdrawn is None), key=lambda fact: fact.place)


def _deeds(document: CampaignFile) -> Found:
    if not document.deeds:
        yield Fault("deeds", "at least the start", "none", code="file.begins")
        return
    first = document.deeds[0]
    begins = first.kind in (DeedKind.START, DeedKind.FORK) and first.revision == 1
    if not begins:
        yield Fault(
            "deeds[0]", "the start or the fork, at revision 1", str(first.kind), code="file.begins"
        )
    expected = 1
    for place, deed in enumerate(document.deeds):
        if deed.revision is None:
            continue
        if deed.revision != expected:
            yield Fault(f"deeds[{place}].revision", str(expected), str(deed.revision))
            return
        expected += 1
        if place and deed.kind in (DeedKind.START, DeedKind.FORK):
            yield Fault(
                f"deeds[{place}].kind",
                "a campaign that starts once",
                str(deed.kind),
                code="file.begins",
            )


def _games(document: CampaignFile) -> Found:
    standing = [game.number for game in document.games if game.withdrawn is None]
    if sorted(standing) != list(range(1, len(standing) + 1)):
        yield Fault(
            "games",
            "standing games numbered 1, 2, 3 …",
            f"{sorted(standing)[:20]}",
            code="file.games",
        )
    for place, game in enumerate(document.games):
        yield from _written(document, f"games[{place}]", game.recorded, game.withdrawn)
        for at, fact in enumerate(game.facts):
            path = FACT.format(place, at)
            if game.withdrawn is not None and fact.withdrawn is None:
                yield Fault(f"{path}.withdrawn", "a deed: its game was undone", "null")
            if fact.recorded < game.recorded:
                yield Fault(f"{path}.recorded", "a deed after its game’s", str(fact.recorded))
        if game.withdrawn is not None and game.photos:
            yield Fault(f"games[{place}].photos", "none of an undone game", str(len(game.photos)))


def _written(document: CampaignFile, path: str, recorded: int, withdrawn: int | None) -> Found:
    """Yield what is wrong with the deeds by which something came and went."""
    for name, number in (("recorded", recorded), ("withdrawn", withdrawn)):
        if number is None:
            continue
        if number > len(document.deeds):
            yield Fault(f"{path}.{name}", f"a deed from 1 to {len(document.deeds)}", str(number))
        elif document.deeds[number - 1].revision is None:
            yield Fault(f"{path}.{name}", "a deed that has a revision", str(number))
    if withdrawn is not None and withdrawn <= recorded:
        yield Fault(f"{path}.withdrawn", "a later deed than recorded it", str(withdrawn))


def _facts(document: CampaignFile) -> Found:
    numbers: set[int] = set()
    total = sum(len(game.facts) for game in document.games)
    for place, game in enumerate(document.games):
        places: Counter[int] = Counter()
        kinds: Counter[str] = Counter()
        last = 0
        for at, fact in enumerate(game.facts):
            path = FACT.format(place, at)
            yield from _written(document, path, fact.recorded, fact.withdrawn)
            if fact.number in numbers or not last < fact.number <= total:
                expected = f"each of 1 to {total} once, in order within a game"
                yield Fault(f"{path}.number", expected, str(fact.number))
            numbers.add(fact.number)
            last = fact.number
            if fact.withdrawn is None:
                kind = kind_of(fact.fact)
                places[fact.place] += 1
                kinds[kind] += 1
                if places[fact.place] > 1:
                    yield Fault(f"{path}.place", "a place of its own", str(fact.place))
                if kind in ONCE_PER_GAME and kinds[kind] > 1:
                    yield Fault(
                        f"{path}.kind", "such a fact once in a game", str(kind), code="file.once"
                    )


def _replacements(document: CampaignFile) -> Found:
    by_number = {
        fact.number: (place, fact)
        for place, game in enumerate(document.games)
        for fact in game.facts
    }
    replaced: set[int] = set()
    for place, game in enumerate(document.games):
        for at, fact in enumerate(game.facts):
            if fact.replaces is None:
                continue
            path = f"{FACT.format(place, at)}.replaces"
            home, old = by_number.get(fact.replaces, (-1, fact))
            if home != place or fact.replaces >= fact.number:
                yield Fault(path, "an earlier fact of the same game", str(fact.replaces))
            elif old.withdrawn != fact.recorded or old.place != fact.place:
                yield Fault(path, "a fact that gave way to this one", str(fact.replaces))
            elif fact.replaces in replaced:
                yield Fault(path, "a fact that is replaced once", str(fact.replaces))
            replaced.add(fact.replaces)


def _entries(document: CampaignFile) -> Found:
    """Yield what no service would have written: of withdrawn facts too, which are not replayed."""
    seats = len(document.mages)
    if not seats:
        yield Fault("mages", "at least one", "none", code="file.no_mages")
    for problem in seat_problems(document.seats):
        yield _entry("mages", "names that can be kept", problem)
    for place, game in enumerate(document.games):
        entries: list[tuple[str, Fact]] = [(f"games[{place}]", game.plan)]
        entries += [(FACT.format(place, at), fact.fact) for at, fact in enumerate(game.facts)]
        for path, fact in entries:
            for problem in entry_problems(fact):
                yield _entry(f"{path}.{problem.path}", "an entry that can be kept", problem)
            if tidied(fact) != fact:
                yield Fault(
                    path,
                    "an entry in the form in which it is recorded",
                    "another",
                    code="file.untidy",
                )
            if isinstance(fact, StickerPlaced) and fact.seat > seats:
                yield Fault(
                    f"{path}.says.seat",
                    f"a seat from 1 to {seats}",
                    str(fact.seat),
                    "file.number_between",
                    {"low": 1, "high": seats},
                )


def _story(document: CampaignFile) -> Found:
    pack = get_pack(document.system)
    story = story_of(document)
    try:
        replay(story, pack)
    except ReplayError as error:
        path = _path_of(document, error)
        for problem in error.problems:
            yield Fault(path, "a story that replays", problem.code, "file.story", problem=problem)


def _entry(path: str, expected: str, problem: Problem) -> Fault:
    """Return what the services would have said to an entry, as a fault of the file."""
    return Fault(path, expected, problem.code, "file.entry", problem=problem)


def _path_of(document: CampaignFile, error: ReplayError) -> str:
    """Return where the fact stands at which a story breaks."""
    for place, game in enumerate(document.games):
        if error.fact is game.plan:
            return f"games[{place}]"
        for at, entry in enumerate(game.facts):
            if entry.fact is error.fact:
                return FACT.format(place, at)
    return "mages"
