"""The steps of a set-up as sentences; and the whole sheet as JSON and as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from campaign.rules.ashes.sheet import TABLE, DuelSheet, SheetSeat
from campaign.rules.core.sheet import Line, Value
from tracker.systems.ashes.words.terms import dice_name
from tracker.words import labelled, listed, series

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

TOKENS: Mapping[str, StrPromise] = {
    "wound": gettext_lazy("wounds"),
    "exhaustion": gettext_lazy("exhaustion"),
    "status": gettext_lazy("status"),
}


def step(line: Line) -> str:
    """Return what is to be done."""
    return _STEPS[line.code](line.values)


def step_detail(line: Line) -> str:
    """Return which things a step is about."""
    values = line.values
    match line.code:
        case "step.first_five" | "step.conjurations":
            return series(_texts(values["cards"]))
        case "step.reference_cards":
            return series(dice_name(dice) for dice in _texts(values["dice"]))
    return ""


def _texts(value: Value) -> list[str]:
    return list(map(str, value)) if isinstance(value, tuple) else [str(value)]


def _number(values: Mapping[str, Value]) -> int:
    count = values["count"]
    return count if isinstance(count, int) else 0


def _conjurations(values: Mapping[str, Value]) -> str:
    count = _number(values)
    return ngettext(
        "Place the conjuration pile face down: %(count)s card.",
        "Place the conjuration pile face down: %(count)s cards.",
        count,
    ) % {"count": count}


def _draw_pile(values: Mapping[str, Value]) -> str:
    count = _number(values)
    return ngettext(
        "Shuffle the other %(count)s card into the draw pile.",
        "Shuffle the other %(count)s cards into the draw pile.",
        count,
    ) % {"count": count}


def _dice(values: Mapping[str, Value]) -> str:
    count = _number(values)
    return ngettext(
        "Put %(count)s die into the exhausted pool.",
        "Put all %(count)s dice into the exhausted pool.",
        count,
    ) % {"count": count}


def _tokens(values: Mapping[str, Value]) -> str:
    names = listed(str(TOKENS[token]) for token in _texts(values["tokens"]))
    return _("Set out three supplies of tokens: %(names)s.") % {"names": names}


_STEPS: Mapping[str, Callable[[Mapping[str, Value]], str]] = {
    "step.phoenixborn": lambda v: _("Place %(phoenixborn)s face up.") % dict(v),
    "step.first_five": lambda _v: _("Take the First Five into your hand."),
    "step.conjurations": _conjurations,
    "step.draw_pile": _draw_pile,
    "step.reference_cards": lambda _v: _("Take the reference cards of your dice."),
    "step.dice": _dice,
    "step.tokens": _tokens,
    "step.roll_for_first": lambda _v: _(
        "Everybody rolls: whoever has most basic symbols goes first. Roll again on a tie."
    ),
    "step.first_player": lambda v: _("%(player)s goes first and takes the token.") % dict(v),
}
STEP_CODES = frozenset(_STEPS)


def seat_title(seat: SheetSeat) -> str:
    """Return whose part of a sheet it is: who plays, with whom."""
    return f"{seat.player} · {seat.phoenixborn}" if seat.player else seat.phoenixborn


def sheet_json(sheet: DuelSheet) -> dict[str, Any]:
    """Return the sheet as JSON values, each step with its sentence."""
    plain = sheet.as_dict()
    for said, line in zip(plain["steps"], sheet.steps, strict=True):
        said["text"] = step(line)
        said["detail"] = step_detail(line)
    return plain


def sheet_text(sheet: DuelSheet, title: str) -> str:
    """Return the sheet as plain text."""
    return "\n".join(_text(sheet, title)) + "\n"


def _text(sheet: DuelSheet, title: str) -> Iterator[str]:
    yield from (title, "=" * len(title))
    seats = {f"seat-{seat.number}": seat for seat in sheet.body.seats}
    for part, lines in groupby(sheet.steps, key=lambda line: line.part):
        heading = _("Everybody") if part == TABLE else seat_title(seats[part])
        yield from ("", heading, "-" * len(heading))
        if part != TABLE:
            yield from _values(seats[part])
        for line in lines:
            detail = step_detail(line)
            yield f"  [ ] {step(line)}{f' {detail}' if detail else ''}"
    if sheet.seed:
        yield from ("", labelled(_("Seed"), sheet.seed))


def _values(seat: SheetSeat) -> Iterator[str]:
    if seat.deck:
        yield "  " + labelled(pgettext("thirty cards to play with", "Deck"), seat.deck)
    numbers = (
        (_("Life"), seat.life),
        (_("Battlefield"), seat.battlefield),
        (_("Spellboard"), seat.spellboard),
    )
    for label, value in numbers:
        yield "  " + labelled(label, "?" if value is None else str(value))
    dice = (f"{count} {dice_name(dice)}" for dice, count in seat.dice.items())
    yield "  " + labelled(_("Dice"), series(dice))
