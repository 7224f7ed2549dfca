"""The choices of players, and the set-up that is drawn from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from campaign.rules.core.constraints import Limit
from campaign.rules.core.entries import At, BySeat, Few, PersonName, Reason
from campaign.rules.core.entries import Name as TypedName
from campaign.rules.core.keys import typed_key
from campaign.rules.core.pack import Name
from campaign.rules.core.players import PlayerName
from campaign.rules.relic_nemesis.catalogue import Attribute, Colour, Nemesis, Scenario


class Role(StrEnum):
    """The role of a player."""

    NEMESIS = "nemesis"
    CHARACTER = "character"


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """The choices of one player: the role they want, and what they have in hand so far."""

    player: Annotated[PlayerName, At("")] = ""
    wish: Role | None = None
    character: PersonName = ""  # an id of the pack, or a typed name
    colour: Colour | None = None
    kept: str = ""  # the id of a nemesis sheet
    attribute: Attribute | None = None  # these three are read off the sheet
    value: Annotated[int, Limit(1, 30)] | None = None
    life: Annotated[int, Limit(1, 30)] | None = None
    stays: Role | None = None  # the role that was drawn, if only the sheets are dealt again

    @property
    def wanted(self) -> Role | None:
        """Return the role that this place is to get; None for any."""
        return self.stays or self.wish

    @property
    def unkept(self) -> SeatChoice:
        """Return the place without a kept sheet."""
        return replace(self, kept="", attribute=None, value=None, life=None)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of all players; what they leave open is drawn."""

    places: Annotated[BySeat[SeatChoice], At("players", first=1)]
    scenario: TypedName = ""  # an id of the pack, or a typed name; "": not chosen
    nemeses: int | None = None  # None: as the rulebook says
    reason: Reason = ""  # overrules problems that rest on the pack


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it was drawn, with copies of its sheets, so that a game needs no pack."""

    role: Role
    colour: Colour | None = None  # None: there are only two boards
    dealt: Few[Nemesis] = ()
    kept: Nemesis | None = None
    character: str = ""  # a key
    character_name: Name | None = None

    @property
    def is_redacted(self) -> bool:
        """Say whether its sheets are left out: they are secret."""
        return any(sheet is not None and not sheet.id for sheet in (*self.dealt, self.kept))

    @property
    def key(self) -> str:
        """Return the key that the ledger counts: of the kept nemesis, or of the character."""
        return (self.kept.id if self.kept else "") or self.character


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up of a game."""

    pack_version: int
    seats: BySeat[Seat]
    scenario: Scenario | None = None  # of the pack
    scenario_name: str = ""  # if it was typed
    notes: Few[str] = ()

    @property
    def nemeses(self) -> tuple[int, ...]:
        """Return the seats of nemeses."""
        return self.seats_of(Role.NEMESIS)

    def seats_of(self, role: Role) -> tuple[int, ...]:
        """Return the numbers of the seats with a role."""
        return tuple(n for n, seat in enumerate(self.seats, start=1) if seat.role is role)

    def seat(self, number: int) -> Seat:
        """Return a seat by its number."""
        return self.seats[number - 1]

    def seat_or_none(self, number: int) -> Seat | None:
        """Return a seat by its number; None if there is none."""
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    @property
    def is_revealed(self) -> bool:
        """Say whether every nemesis has kept a sheet: they are revealed together (p. 6)."""
        return all(self.seat(number).kept is not None for number in self.nemeses)

    def revealed_sheet(self, number: int) -> Nemesis | None:
        """Return the sheet that a seat has kept, if everybody may know it.

        None for a seat that there is not: a live table may have more than the set-up.
        """
        seat = self.seat_or_none(number) if self.is_revealed else None
        return seat.kept if seat else None

    def scenario_called(self, language: str) -> str:
        """Return the name of the scenario; "" while it is not chosen."""
        return self.scenario.name.in_language(language) if self.scenario else self.scenario_name

    @property
    def scenario_key(self) -> str:
        """Return the key of the scenario in the ledger; "" while it is not chosen."""
        if self.scenario is not None:
            return self.scenario.id
        return typed_key(self.scenario_name) if self.scenario_name else ""
