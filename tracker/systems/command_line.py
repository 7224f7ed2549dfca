"""What the command line asks of a game system."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.core.management.base import CommandError
from django.utils import translation

from campaign.models import Campaign
from campaign.packs import get_shelf
from campaign.rules.core.problems import Problem, RulesError
from campaign.rules.core.system import seeded
from campaign.rules.registry import one_off_rules
from tracker.sheets.compiler import Document


@dataclass(frozen=True, slots=True)
class CommandSheet:
    """A set-up sheet for the command line; its forms are made in its language."""

    language: str
    as_json: Callable[[], Mapping[str, Any]]  # each line with its sentence
    as_text: Callable[[], str]
    document: Callable[[], Document]


class SheetCommand(Protocol):
    """What ``manage.py sheet`` asks of a system; faults are ``CommandError``."""

    @property
    def options(self) -> Mapping[str, str]:
        """Return the options that only this game has, with their help; their values are text."""

    def campaign_sheet(self, campaign: Campaign, game: int | None, language: str) -> CommandSheet:
        """Return the sheet of a campaign's game, the latest by default."""
        del game, language
        raise CommandError(f"{campaign.system} has no campaigns.")

    def one_off_sheet(self, slug: str, options: Mapping[str, Any]) -> CommandSheet:
        """Return the sheet of a new game by the options given: language, seed and players too."""


def drawn(slug: str, choices: Any, seed: str, language: str, said: Callable[[Problem], str]) -> Any:
    """Return the set-up of a one-off game; what stands against it is said in the language."""
    try:
        return one_off_rules(slug).draw(get_shelf(slug), choices, seeded(seed))
    except RulesError as error:
        with translation.override(language):
            raise CommandError("\n".join(map(said, error.problems))) from error


@dataclass(frozen=True, slots=True)
class CheckedList:
    """What a system says of a deck list: what is wrong with it, and what could be better."""

    name: str
    problems: tuple[str, ...]
    hints: tuple[str, ...] = ()
