"""The game as a system."""

from collections.abc import Iterator
from random import Random

from campaign.rules.core.keys import is_typed
from campaign.rules.core.play import PlaySummary, SeatSummary, Tag
from campaign.rules.core.system import OneOff, Shelf, System
from campaign.rules.relic_nemesis import secrecy
from campaign.rules.relic_nemesis.catalogue import SLUG, Pack, load_pack
from campaign.rules.relic_nemesis.choices import Choices, Role, Seat, Setup
from campaign.rules.relic_nemesis.result import Result, result_problems
from campaign.rules.relic_nemesis.setup import draw_setup
from campaign.rules.relic_nemesis.sheet import setup_sheet
from campaign.rules.relic_nemesis.table import LIVE

FAMILY = "relic_nemesis"
# Kinds of tags; their keys are nemeses.
INFAMY, LEVEL, DEFEATS, CURVE = "infamy", "level", "defeats", "curve"


class RelicGames(OneOff[Pack, Choices, Setup, Result]):
    """One-off games: characters against nemeses, from two to six players."""

    choices = Choices
    setup = Setup
    result = Result
    sheet = staticmethod(setup_sheet)
    result_problems = staticmethod(result_problems)
    redact_setup = staticmethod(secrecy.redact_setup)
    redact_plan = staticmethod(secrecy.redact_plan)
    restore_choices = staticmethod(secrecy.restore_choices)
    export_plan = staticmethod(secrecy.export_plan)

    def draw(self, shelf: Shelf[Pack], choices: Choices, rng: Random) -> Setup:
        """Return the set-up: roles, and the deal of nemesis sheets."""
        return draw_setup(shelf.pack, choices, rng)

    def players(self, choices: Choices) -> tuple[str, ...]:
        return tuple(place.player for place in choices.places)

    def counted(self, choices: Choices, setup: Setup, result: Result) -> PlaySummary:
        """Return the ledger's record: single seats win."""
        del choices
        return PlaySummary(
            result="" if result.winners else "draw",
            ending=str(result.ending),
            against=setup.scenario_key,
            against_name=setup.scenario_name,
            seats=tuple(_seat(n, seat, result) for n, seat in enumerate(setup.seats, start=1)),
            tags=tuple(_tags(setup, result)),
        )


def _seat(number: int, seat: Seat, result: Result) -> SeatSummary:
    """Return the record of a seat; its side is its role."""
    typed = seat.character_name if is_typed(seat.character) else None
    won = "win" if number in result.winners else "loss"
    return SeatSummary(
        number,
        seat.key,
        typed.en if typed else "",
        colour=str(seat.colour or ""),
        side=str(seat.role),
        result=won if result.winners else "draw",
        score=result.of(number).infamy if seat.role is Role.NEMESIS else None,
    )


def _tags(setup: Setup, result: Result) -> Iterator[Tag]:
    for number in setup.nemeses:
        key, noted = setup.seat(number).key, result.of(number)
        for kind, shown in ((INFAMY, noted.infamy), (LEVEL, noted.level), (DEFEATS, noted.defeats)):
            if key and shown is not None:
                yield Tag(kind, key, number=shown)
        for turn, infamy in enumerate(noted.curve, start=1):
            yield Tag(CURVE, f"{key}:{turn}", number=infamy)


GAMES = RelicGames()
SYSTEMS = (System(SLUG, FAMILY, load_pack, one_off=GAMES, live=LIVE),)
