"""The set-up of a game on its page, on paper and on the command line; and its result."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.core.sheet import SetupSheet
from campaign.rules.relic_nemesis import sheet as rules
from campaign.rules.relic_nemesis.choices import Setup
from campaign.rules.relic_nemesis.infamy import GOAL
from campaign.rules.relic_nemesis.levels import LEVEL_MOST, POINTS
from campaign.rules.relic_nemesis.result import Result
from campaign.rules.relic_nemesis.sheet import HIDDEN, RelicBody, SheetSeat
from tracker.presenters.games import Group, Step
from tracker.sheets.compiler import Document
from tracker.systems.relic_nemesis.presenters.turns import turn_of_a_nemesis
from tracker.systems.relic_nemesis.words import lines, terms
from tracker.words import listed

TEMPLATE = Path(__file__).parent.parent / "sheet.typ"


def seat_views(sheet: SetupSheet[RelicBody]) -> list[dict[str, Any]]:
    """Return the seats, nemeses first; on a player's own sheet only theirs."""
    body = sheet.body
    seats = (*body.nemeses, *body.characters)
    return [_seat(seat) for seat in seats if body.of in (None, seat.seat)]


def groups(sheet: SetupSheet[RelicBody]) -> list[Group]:
    """Return the steps, grouped by who does them, in the rulebook's order."""
    body = sheet.body
    parts: list[tuple[str, str, int | None]] = [(_("Everybody"), rules.GENERAL, None)]
    parts += [
        (terms.player(seat.seat, seat.player), rules.NEMESIS, seat.seat) for seat in body.nemeses
    ]
    parts += [(_("Characters"), rules.CHARACTER, None)]
    found = (Group(title, tuple(_steps(sheet, part, seat))) for title, part, seat in parts)
    return [group for group in found if group.steps]


def notes(sheet: SetupSheet[RelicBody]) -> list[str]:
    """Return the notes on a set-up."""
    return [lines.note(code) for code in sheet.notes]


def _steps(sheet: SetupSheet[RelicBody], part: str, seat: int | None) -> Iterator[Step]:
    for place, line in enumerate(sheet.steps):
        if line.part == part and line.values.get("seat") == seat:
            yield Step(f"{line.code}-{place}", lines.step(line))


def _seat(seat: SheetSeat) -> dict[str, Any]:
    """Return a seat, with nemesis sheets as far as the set-up sheet shows them."""
    kept = seat.kept or HIDDEN
    details = (
        f"{terms.attribute(kept.attribute)} {kept.value or ''}".strip() if kept.attribute else "",
        _("Life %(life)s") % {"life": kept.life} if kept.life else "",
        kept.space,
    )
    dealt = [] if seat.has_chosen else [sheet.name for sheet in seat.dealt if sheet.name]
    return {
        "number": seat.seat,
        "player": terms.player(seat.seat, seat.player),
        "role": seat.role,
        "role_name": terms.role(seat.role),
        "title": kept.name or seat.character,
        "life": kept.life,
        "colour": seat.colour or "",
        "colour_name": terms.colour(seat.colour or ""),
        "detail": " · ".join(filter(None, details)),
        "has_chosen": seat.has_chosen,
        "either": lines.either(dealt),
        "dealt": dealt,
    }


def sheet_document(sheet: SetupSheet[RelicBody], heading: str) -> Document:
    """Return the sheet on paper, with tracks to cross out for each nemesis."""
    title = sheet.body.scenario_name or heading
    return Document(
        template=TEMPLATE,
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
            },
            "seats": seat_views(sheet),
            "groups": groups(sheet),
            "notes": notes(sheet),
            "phases": turn_of_a_nemesis() if sheet.body.nemeses else (),
            "goal": GOAL,
            "levels": LEVEL_MOST,
        },
    )


def ended(result: Result, setup: Setup, seats: dict[int, str]) -> dict[str, Any]:
    """Return the result: who won and how, and the numbers of each nemesis."""
    hunted = [result.of(number) for number in setup.nemeses]
    return {
        "outcome": "win" if result.winners else "draw",
        "winner": listed(seats.get(number, str(number)) for number in result.winners),
        "winners": len(result.winners),
        "ending": terms.ending(result.ending),
        "nemeses": [
            (seats[each.seat], setup.seat(each.seat).colour or "", each)
            for each in hunted
            if (each.infamy, each.level, each.defeats) != (None, None, None)
        ],
        "goal": GOAL,
    }
