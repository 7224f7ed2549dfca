"""The set-up sheet of a game: the steps of each player, in the rulebook's order (pp. 4-6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from campaign.rules.core.sheet import Line, SetupSheet, picked, plain
from campaign.rules.relic_nemesis.catalogue import SLUG, Nemesis
from campaign.rules.relic_nemesis.choices import Role, Seat, Setup
from campaign.rules.relic_nemesis.clarifications import clarifications
from campaign.rules.relic_nemesis.infamy import GOAL

GENERAL, NEMESIS, CHARACTER = "general", "nemesis", "character"
FIRST_STEP, LAST_STEP = 3, 12  # of the base game, for characters


@dataclass(frozen=True, slots=True)
class SheetNemesis:
    """A nemesis sheet in one language; players read off what is None."""

    key: str
    name: str
    attribute: str | None
    dial: str | None
    value: int | None
    life: int | None
    space: str | None


HIDDEN = SheetNemesis("", "", None, None, None, None, None)  # what everybody but its player sees


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """The set-up of one seat."""

    seat: int
    player: str
    role: str
    colour: str | None = None
    dealt: tuple[SheetNemesis, ...] = ()
    kept: SheetNemesis | None = None
    level: int = 0
    infamy: int = 0
    character: str = ""  # a name
    has_chosen: bool = False


@dataclass(frozen=True, slots=True)
class RelicBody:
    """The body of the sheet."""

    scenario: str  # a key
    scenario_name: str
    seats: tuple[SheetSeat, ...]
    is_revealed: bool
    teams: bool = False
    of: int | None = None  # the seat whose sheet it is; None: of the whole table

    @property
    def nemeses(self) -> tuple[SheetSeat, ...]:
        """Return the seats of nemeses."""
        return tuple(seat for seat in self.seats if seat.role == Role.NEMESIS)

    @property
    def characters(self) -> tuple[SheetSeat, ...]:
        """Return the seats of characters."""
        return tuple(seat for seat in self.seats if seat.role == Role.CHARACTER)

    def shows(self, line: Line) -> bool:
        """Say whether a step is on this sheet; a player's has the general ones and their own."""
        if self.of is None or line.part == GENERAL:
            return True
        role = next((seat.role for seat in self.seats if seat.seat == self.of), "")
        return line.values.get("seat", self.of) == self.of and role == line.part

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "seat": self.of,
            "scenario": {"key": self.scenario, "name": self.scenario_name},
            "roles": {
                "nemeses": [plain(seat) for seat in self.nemeses],
                "characters": [
                    picked(seat, "seat", "player", "character") for seat in self.characters
                ],
            },
            "infamy": 0,
            "infamy_goal": GOAL,
        }


def setup_sheet(
    setup: Setup,
    *,
    language: str = "en",
    seed: str = "",
    players: Sequence[str] = (),
    of: int | None = None,
) -> SetupSheet[RelicBody]:
    """Return the sheet of a set-up, or of one seat (``of``)."""
    names = (*players, *("" for _seat in setup.seats))
    seats = tuple(
        _seat(number, seat, player, language)
        for number, (seat, player) in enumerate(zip(setup.seats, names, strict=False), start=1)
    )
    body = RelicBody(
        scenario=setup.scenario_key,
        scenario_name=setup.scenario_called(language),
        seats=seats,
        is_revealed=setup.is_revealed,
        teams=setup.scenario is not None and setup.scenario.teams,
        of=of,
    )
    return SetupSheet(
        system=SLUG,
        pack_version=setup.pack_version,
        language=language,
        players=len(seats),
        body=body,
        steps=tuple(line for line in _steps(body) if body.shows(line)),
        seed=seed,
        notes=(*setup.notes, *clarifications(setup)),
    )


def _seat(number: int, seat: Seat, player: str, language: str) -> SheetSeat:
    kept = None if seat.is_redacted else seat.kept
    return SheetSeat(
        number,
        player,
        str(seat.role),
        seat.colour and str(seat.colour),
        tuple(_nemesis(sheet, language) for sheet in seat.dealt),
        _nemesis(kept, language) if kept else None,
        character=seat.character_name.in_language(language) if seat.character_name else "",
        has_chosen=seat.kept is not None,
    )


def _nemesis(sheet: Nemesis, language: str) -> SheetNemesis:
    return SheetNemesis(
        sheet.id,
        sheet.name.in_language(language),
        sheet.attribute and str(sheet.attribute),
        sheet.attribute.dial if sheet.attribute else None,
        sheet.value,
        sheet.life,
        sheet.space.in_language(language) if sheet.space else None,
    )


def _steps(body: RelicBody) -> Iterator[Line]:
    """Yield the steps of everybody, of each nemesis and of the characters."""
    yield Line(GENERAL, "step.mix")  # p. 4
    yield Line(GENERAL, "step.board", {"scenario": body.scenario_name})
    if body.nemeses:
        yield Line(GENERAL, "step.imperium")
    for seat in body.nemeses:
        yield from _nemesis_steps(seat)
    yield Line(CHARACTER, "step.characters", {"first": FIRST_STEP, "last": LAST_STEP})
    if body.nemeses:
        yield Line(CHARACTER, "step.reveal")
        yield Line(GENERAL, "step.order")


def _nemesis_steps(seat: SheetSeat) -> Iterator[Line]:
    """Yield the steps of a nemesis (p. 6); a third one has no board (p. 14)."""
    kept, number = seat.kept or HIDDEN, {"seat": seat.seat}
    dealt = tuple(sheet.name for sheet in seat.dealt if sheet.name) if seat.kept is None else ()
    yield Line(NEMESIS, "step.deal", {**number, "sheets": len(seat.dealt), "names": dealt})
    yield Line(NEMESIS, "step.keep", {**number, "name": kept.name})
    yield Line(NEMESIS, "step.colour", {**number, "colour": seat.colour or ""})
    deck = "step.deck" if seat.colour else "step.deck_without_board"
    yield Line(NEMESIS, deck, {**number, "name": kept.name})
    yield Line(NEMESIS, "step.bust", {**number, "space": kept.space or ""})
    attribute, dial = kept.attribute or "", kept.dial or ""
    if seat.colour:
        yield Line(NEMESIS, "step.level", {**number, "attribute": attribute, "dial": dial})
    values = {"value": kept.value, "life": kept.life}
    known = {name: value for name, value in values.items() if value is not None}
    dials = "step.dials" if seat.colour else "step.dials_without_board"
    yield Line(NEMESIS, dials, {**number, "attribute": attribute, "infamy": 0, **known})
