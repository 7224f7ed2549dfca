"""The protocols of a game system on the command line."""

from collections.abc import Callable, Iterable, Mapping
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
    """A system's sheets for ``manage.py sheet``; errors are ``CommandError``."""

    options: Mapping[str, str]  # that only this game has, with their help; values are texts
    told: Mapping[str, Callable[[Line], str]]  # the texts that JSON has for each line, by key

    def campaign_sheet(
        self, campaign: Campaign, game: int | None, language: str
    ) -> SetupSheet[Any]:
        """Return the sheet of a campaign's game, the latest by default."""
        raise CommandError(f"{campaign.system} has no campaigns.")

    def one_off_sheet(self, slug: str, options: Mapping[str, Any]) -> SetupSheet[Any]:
        """Return the sheet of a new game by its options, with language, seed and players."""

    def text(self, sheet: SetupSheet[Any], heading: str) -> Iterable[str]:
        """Return the lines of a sheet as plain text, in the active language."""


def drawn(slug: str, choices: Any, seed: str, language: str, said: Callable[[Problem], str]) -> Any:
    """Return the set-up of a one-off game, or raise its problems in words of the language."""
    try:
        return one_off_rules(slug).draw(get_shelf(slug), choices, seeded(seed))
    except RulesError as error:
        with translation.override(language):
            raise CommandError("\n".join(map(said, error.problems))) from error


def listed_in(option: str | None) -> tuple[str, ...]:
    """Return the parts of an option that are separated by commas."""
    return tuple(filter(None, (" ".join(part.split()) for part in (option or "").split(","))))
