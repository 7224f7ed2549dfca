"""What games keep in tables of their own.

Shared services and exports ask these for the rows that they do not know. A game with such tables
has a module ``campaign/records/<game>.py`` with ``PARTIES`` by system, ``BELONGINGS``, or both.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol

from campaign.models import Campaign, Person
from campaign.rules.registry import GAMES, get_system


class Party(Protocol):
    """Who plays the campaigns of a system; seats are of the system's own type."""

    def read(self, campaign: Campaign) -> tuple[Any, ...]:
        """Return the seats of a campaign."""

    def write(self, campaign: Campaign, seats: Iterable[Any], portraits: Mapping[int, str]) -> None:
        """Store the seats of a new campaign, with the names of stored pictures by seat."""

    def portraits(self, campaign: Campaign) -> dict[int, str]:
        """Return the names of the stored pictures of its seats, by seat."""


class Belongings(Protocol):
    """What a system keeps for a person."""

    def hand_over(self, guest: Person, into: Person) -> None:
        """Move everything of a guest to an account, in the caller's transaction."""

    def exported(self, person: Person) -> Mapping[str, Any]:
        """Return the lists that it adds to the export of an account, by name."""

    def revoke_links(self) -> int:
        """Revoke the links that let anybody in, and return how many there were."""


class NoParty:
    """The opening of such a campaign, or the plan of each game, says who plays."""

    def read(self, campaign: Campaign) -> tuple[Any, ...]:
        """Return the seats of a campaign: none."""
        del campaign
        return ()

    def write(self, campaign: Campaign, seats: Iterable[Any], portraits: Mapping[int, str]) -> None:
        """Create nothing."""

    def portraits(self, campaign: Campaign) -> dict[int, str]:
        """Return the portraits of a campaign: none."""
        del campaign
        return {}


NO_PARTY = NoParty()
PARTIES: dict[str, Party] = {}  # by system
BELONGINGS: list[Belongings] = []


def know(own: ModuleType) -> None:
    """Make known what a game keeps in its own tables."""
    PARTIES.update(getattr(own, "PARTIES", {}))
    BELONGINGS.extend(getattr(own, "BELONGINGS", ()))


for _game in GAMES:
    if find_spec(_module := f"campaign.records.{_game}"):
        know(import_module(_module))


def party_rows(campaign: Campaign) -> Party:
    """Return the rows of a campaign's party."""
    get_system(campaign.system)  # raises if there is no such system any more
    return PARTIES.get(campaign.system, NO_PARTY)
