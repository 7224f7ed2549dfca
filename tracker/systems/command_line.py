"""What the command line asks of a game system."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.core.management.base import CommandError
from django.utils import translation

from campaign.models import Campaign
from campaign.packs import get_shelf
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.sheet import Line, SetupSheet
from campaign.rules.core.system import seeded
from campaign.rules.registry import one_off_rules


class SheetCommand(Protocol):
    """What ``manage.py sheet`` asks of a system; faults are ``CommandError``."""

    options: Mapping[str, str]  # that only this game has, with their help; their values are text
    told: Mapping[str, Callable[[Line], str]]  # what JSON says of each line, by its key

    def campaign_sheet(
        self, campaign: Campaign, game: int | None, language: str
    ) -> SetupSheet[Any]:
        """Return the sheet of a campaign's game, the latest by default."""
        del game, language
        raise CommandError(f"{campaign.system} has no campaigns.")

    def one_off_sheet(self, slug: str, options: Mapping[str, Any]) -> SetupSheet[Any]:
        """Return the sheet of a new game by the options given: language, seed and players too."""

    def text(self, sheet: SetupSheet[Any], heading: str) -> Iterable[str]:
        """Return the lines of a sheet as plain text, in the active language."""


def drawn(slug: str, choices: Any, seed: str, language: str, said: Callable[[Problem], str]) -> Any:
    """Return the set-up of a one-off game; what stands against it is said in the language."""
    try:
        return one_off_rules(slug).draw(get_shelf(slug), choices, seeded(seed))
    except RulesError as error:
        with translation.override(language):
            raise CommandError("\n".join(map(said, error.problems))) from error


def listed_in(option: str | None) -> tuple[str, ...]:
    """Return what an option lists, with commas between."""
    return tuple(filter(None, (" ".join(part.split()) for part in (option or "").split(","))))


@dataclass(frozen=True, slots=True)
class CheckedList:
    """What a system says of a deck list: what is wrong with it, and what could be better."""

    name: str
    problems: tuple[str, ...]
    hints: tuple[str, ...] = ()
