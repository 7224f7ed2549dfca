"""The set-up of a game on its page, on paper and on the command line."""

from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis import sheet as rules
from campaign.rules.relic_nemesis.choices import Role
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import MAX_LEVEL, POINTS
from campaign.rules.relic_nemesis.sheet import HIDDEN, RelicBody, SheetNemesis, SheetSeat
from tracker.presenters.games import Group, Step
from tracker.sheets.compiler import Document
from tracker.systems.relic_nemesis.look import LOOK
from tracker.systems.relic_nemesis.presenters.turns import PhaseView, turn_of_a_nemesis
from tracker.systems.relic_nemesis.words import lines, terms

TYPST = Path(__file__).parents[1] / "typst"


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat, with nemesis sheets as far as the set-up sheet shows them."""

    number: int
    player: str
    is_nemesis: bool
    role: str
    role_name: str
    title: str  # its nemesis or character; "" until that is chosen, or while it is secret
    colour: str
    colour_name: str
    detail: str  # from the nemesis sheet
    life: int | None
    dealt: tuple[str, ...]  # the sheets to choose from; () once one is kept
    either: str  # the same in words
    has_chosen: bool
    are_all_revealed: bool

    @property
    def is_choosing(self) -> bool:
        """Say whether its player has still to keep a nemesis sheet."""
        return self.is_nemesis and not self.has_chosen and not self.are_all_revealed

    @property
    def keeps_secret(self) -> bool:
        """Say whether its player has kept a nemesis sheet that nobody else sees yet."""
        return self.is_nemesis and self.has_chosen and not self.are_all_revealed

    @property
    def description(self) -> str:
        """Return its colour and what its nemesis sheet says."""
        return " · ".join(filter(None, (self.colour_name, self.detail)))


@dataclass(frozen=True, slots=True)
class SetupView:
    """The set-up page of a game."""

    seats: tuple[SeatView, ...]
    groups: tuple[Group, ...]
    notes: tuple[str, ...]
    has_nemeses: bool
    are_all_revealed: bool
    phases: tuple[PhaseView, ...]  # of the turn of a nemesis


def setup_view(sheet: SetupSheet[RelicBody]) -> SetupView:
    """Return the set-up page of a game."""
    has_nemeses = bool(sheet.body.nemeses)
    return SetupView(
        seats=seat_views(sheet),
        groups=groups(sheet),
        notes=notes(sheet),
        has_nemeses=has_nemeses,
        are_all_revealed=sheet.body.is_revealed,
        phases=turn_of_a_nemesis() if has_nemeses else (),
    )


def seat_views(sheet: SetupSheet[RelicBody]) -> tuple[SeatView, ...]:
    """Return the seats, nemeses first; on a player's own sheet only theirs."""
    body = sheet.body
    return tuple(
        _seat_view(seat, are_all_revealed=body.is_revealed)
        for seat in (*body.nemeses, *body.characters)
        if body.of in (None, seat.seat)
    )


def _seat_view(seat: SheetSeat, *, are_all_revealed: bool) -> SeatView:
    nemesis = seat.kept or HIDDEN
    dealt = () if seat.has_chosen else tuple(sheet.name for sheet in seat.dealt if sheet.name)
    return SeatView(
        number=seat.seat,
        player=terms.player(seat.seat, seat.player),
        is_nemesis=seat.role == Role.NEMESIS,
        role=seat.role,
        role_name=terms.role(seat.role),
        title=nemesis.name or seat.character,
        colour=seat.colour or "",
        colour_name=terms.colour(seat.colour or ""),
        detail=_detail(nemesis),
        life=nemesis.life,
        dealt=dealt,
        either=lines.either(dealt),
        has_chosen=seat.has_chosen,
        are_all_revealed=are_all_revealed,
    )


def _detail(nemesis: SheetNemesis) -> str:
    """Return the attribute, life and starting space of a nemesis, as far as they are known."""
    details = []
    if nemesis.attribute:
        details.append(f"{terms.attribute(nemesis.attribute)} {nemesis.value or ''}".strip())
    if nemesis.life:
        details.append(_("Life %(life)s") % {"life": nemesis.life})
    if nemesis.space:
        details.append(nemesis.space)
    return " · ".join(details)


def groups(sheet: SetupSheet[RelicBody]) -> tuple[Group, ...]:
    """Return the steps, grouped by who does them, in the rulebook's order."""
    every_group = (
        Group(_("Everybody"), _steps(sheet, rules.GENERAL)),
        *(
            Group(terms.player(seat.seat, seat.player), _steps(sheet, rules.NEMESIS, seat.seat))
            for seat in sheet.body.nemeses
        ),
        Group(_("Characters"), _steps(sheet, rules.CHARACTER)),
    )
    return tuple(group for group in every_group if group.steps)


def _steps(sheet: SetupSheet[RelicBody], part: str, seat: int | None = None) -> tuple[Step, ...]:
    """Return the steps of one part; those of nemeses are done seat by seat."""
    return tuple(
        Step(f"{line.code}-{place}", lines.step(line))
        for place, line in enumerate(sheet.steps)
        if line.part == part and line.values.get("seat") == seat
    )


def notes(sheet: SetupSheet[RelicBody]) -> tuple[str, ...]:
    """Return the notes on a set-up."""
    return tuple(lines.note(code) for code in sheet.notes)


def sheet_document(sheet: SetupSheet[RelicBody], heading: str) -> Document:
    """Return the sheet on paper, with tracks to cross out for each nemesis."""
    title = sheet.body.scenario_name or heading
    seats = seat_views(sheet)
    return Document(
        template=TYPST / "hunt.typ",
        look=LOOK,
        sigil=title,
        title=f"{title} · {heading}" if title != heading else heading,
        data={
            "heading": title,
            "kicker": heading if title != heading else "",
            "words": {
                "qr": _("Enter the result"),
                "infamy": _("Infamy"),
                "level": _("Level"),
                "life": _("Life"),
                "trophies": _("%(points)s trophy points: one level") % {"points": POINTS},
                "notes": _("Good to know"),
                "turn": _("The turn of a nemesis"),
                "nemeses": pgettext("a role", "Nemeses"),
                "characters": _("Characters"),
                "setup": _("Set-up"),
                "own_notes": _("Notes"),
            },
            "nemeses": [seat for seat in seats if seat.is_nemesis],
            "characters": [seat for seat in seats if not seat.is_nemesis],
            "groups": groups(sheet),
            "notes": notes(sheet),
            "phases": turn_of_a_nemesis() if sheet.body.nemeses else (),
            "goal": GOAL,
            "levels": MAX_LEVEL,
        },
    )
