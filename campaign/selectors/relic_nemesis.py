"""What a group entered in earlier games: values that it read off nemesis sheets, and scenarios.

Nothing is stored for it: the games themselves say it, so that a correction there is one here, and
what was cleared there is forgotten. Only sheets that everybody has seen are told.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from campaign.models import Game, LiveMove, Person
from campaign.packs import get_pack
from campaign.records import GameFacts
from campaign.rules.core.serialize import SerializeError, from_stored
from campaign.rules.relic_nemesis.catalogue import SLUG, Attribute, Pack
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.moves import StartEntered, StartValues
from campaign.selectors.seeing import seen_facts_of

MAX_GAMES: Final = 30  # the latest, in which is looked
MAX_SCENARIOS: Final = 10


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """What was read off a nemesis sheet, and where that was entered last."""

    sheet: str
    game: Game
    seat: int
    attribute: Attribute | None = None
    value: int | None = None
    life: int | None = None

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was read off it."""
        return (self.attribute, self.value, self.life) == (None, None, None)


def sheets_read(owner: int | None, *, besides: Game | None = None) -> dict[str, ReadSheet]:
    """Return what was read off sheets in somebody's games, by sheet; the latest game counts.

    What is printed in the catalogue is left out.
    """
    found: dict[str, ReadSheet] = {}
    games = [game for game in _games(owner) if besides is None or game.pk != besides.pk]
    records = seen_facts_of(games)
    started = _started(games)
    for game in games:
        for read in _sheets(game, records[game.pk], started.get(game.pk, {})):
            found.setdefault(read.sheet, read)
    return found


def scenarios_typed(owner: Person | None) -> tuple[str, ...]:
    """Return the names of scenarios that were typed in somebody's games, the latest first."""
    pack: Pack = get_pack(SLUG)
    games = _games(owner.pk if owner else None)
    records = seen_facts_of(games)
    names = (records[game.pk].planned.choices.scenario for game in games)
    typed = (name for name in names if name and pack.scenario(name) is None)
    return tuple(dict.fromkeys(typed))[:MAX_SCENARIOS]


def _games(owner: int | None) -> list[Game]:
    """Return the latest games of somebody, by their id, the latest first."""
    if owner is None:
        return []
    return list(Game.objects.one_off().filter(owner=owner, system=SLUG).order_by("-pk")[:MAX_GAMES])


def _started(games: list[Game]) -> dict[int, dict[int, StartValues]]:
    """Return what was entered at the start of live tables, by game and seat; the latest counts."""
    found: dict[int, dict[int, StartValues]] = {}
    rows = LiveMove.objects.filter(table__game__in=games, kind=StartEntered.kind).order_by("pk")
    for game, payload in rows.values_list("table__game_id", "payload"):
        try:
            entered = from_stored(StartEntered, {k: v for k, v in payload.items() if k != "kind"})
        except SerializeError:
            continue
        found.setdefault(game, {}).update({value.seat: value for value in entered.seats})
    return found


def _sheets(game: Game, facts: GameFacts, started: dict[int, StartValues]) -> Iterator[ReadSheet]:
    """Yield what was read off the sheets of a game that everybody has seen."""
    setup: Setup | None = facts.planned.setup
    pack: Pack = get_pack(SLUG)
    if setup is None or not setup.is_revealed:
        return
    for number in setup.nemeses:
        kept = setup.seat(number).kept
        printed = pack.nemesis(kept.id) if kept else None
        if kept is None or printed is None:
            continue
        live = started.get(number, StartValues(number))
        read = ReadSheet(
            kept.id,
            game,
            number,
            attribute=None if printed.attribute else kept.attribute,
            value=None if printed.value else kept.value or live.attribute,
            life=None if printed.life else kept.life or live.life,
        )
        if not read.is_empty:
            yield read
