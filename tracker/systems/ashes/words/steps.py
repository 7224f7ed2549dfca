"""The steps of a set-up as sentences; the sheet as plain text."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext

from campaign.rules.ashes.red_rains_sheet import CHIMERA, SheetChimera
from campaign.rules.ashes.sheet import TABLE, DuelSheet, SheetSeat
from campaign.rules.core.sheet import Line
from tracker.systems.ashes.words import red_rains
from tracker.systems.ashes.words.terms import NUMBERS, dice_name
from tracker.words import labelled, listed, series
from tracker.words.phrases import Words
from tracker.words.sheets import Sentences, Values, sentence_of

TOKENS: Words = {
    "wound": gettext_lazy("wounds"),
    "exhaustion": gettext_lazy("exhaustion"),
    "status": gettext_lazy("status"),
}


def step_detail(line: Line) -> str:
    """Return the names of the cards or dice of a step."""
    values: Values = line.values
    match line.code:
        case "step.first_five" | "step.conjurations" | "step.chimera_conjures":
            return series(values["cards"])
        case "step.reference_cards":
            return series(map(dice_name, values["dice"]))
    return ""


def _tokens(values: Values) -> str:
    names = listed(str(TOKENS[token]) for token in values["tokens"])
    return _("Set out three supplies of tokens: %(names)s.") % {"names": names}


_STEPS: Sentences = {
    "step.draft": gettext_lazy("Draft your decks first: each of you picks on their own phone."),
    "step.phoenixborn": gettext_lazy("Place %(phoenixborn)s face up."),
    "step.first_five": gettext_lazy("Take the First Five into your hand."),
    "step.choose_five": gettext_lazy(
        "Choose five different cards of your deck in secret: your First Five."
    ),
    "step.secret_five": gettext_lazy(
        "Take the First Five that you chose on your phone. The others see them when the game is "
        "over."
    ),
    "step.organised": gettext_lazy(
        "Organised play: no chained card is among the First Five, or played in the first round."
    ),
    "step.own_deck": gettext_lazy(
        "Set up your deck as your own page says. The others see it when the game is over."
    ),
    "step.conjurations": ngettext_lazy(
        "Place the conjuration pile face down: %(count)s card.",
        "Place the conjuration pile face down: %(count)s cards.",
        "count",
    ),
    "step.draw_pile": ngettext_lazy(
        "Shuffle the other %(count)s card into the draw pile.",
        "Shuffle the other %(count)s cards into the draw pile.",
        "count",
    ),
    "step.reference_cards": gettext_lazy("Take the reference cards of your dice."),
    "step.dice": ngettext_lazy(
        "Put %(count)s die into the exhausted pool.",
        "Put all %(count)s dice into the exhausted pool.",
        "count",
    ),
    "step.tokens": _tokens,
    "step.roll_for_first": gettext_lazy(
        "Everybody rolls: whoever has the most basic symbols goes first. Roll again on a tie."
    ),
    "step.first_player": gettext_lazy("%(player)s goes first and takes the token."),
    **red_rains.STEPS,
}
step = partial(sentence_of, _STEPS, dict)


def seat_title(seat: SheetSeat) -> str:
    """Return the title of a seat: its player and Phoenixborn."""
    return f"{seat.player} · {seat.phoenixborn}" if seat.player else seat.phoenixborn


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a Phoenixborn with its label."""

    label: str
    value: str  # "?" if it is unknown


def figures(seat: SheetSeat) -> tuple[Figure, ...]:
    """Return the numbers of a Phoenixborn."""
    names = ("life", "battlefield", "spellboard")
    values = ((NUMBERS[name], getattr(seat, name)) for name in names)
    return tuple(
        Figure(str(label), "?" if value is None else str(value)) for label, value in values
    )


def chimera_figures(chimera: SheetChimera) -> tuple[Figure, ...]:
    """Return the numbers of a Chimera."""
    values = (
        (str(NUMBERS["life"]), chimera.life),
        (pgettext("a value of a Chimera", "Threat"), chimera.threat),
        (pgettext("a value of a Chimera", "Ultimate"), chimera.ultimate),
    )
    return tuple(Figure(label, "?" if value is None else str(value)) for label, value in values)


def sheet_text(sheet: DuelSheet, heading: str) -> Iterator[str]:
    """Yield the lines of the sheet as plain text."""
    yield from (heading, "=" * len(heading))
    seats = {f"seat-{seat.number}": seat for seat in sheet.body.seats}
    chimera = sheet.body.chimera
    titles = {TABLE: _("Everybody"), **{part: seat_title(seat) for part, seat in seats.items()}}
    if chimera is not None:
        titles[CHIMERA] = chimera.name
    for part, lines in groupby(sheet.steps, key=lambda line: line.part):
        yield from ("", titles[part], "-" * len(titles[part]))
        if part in seats:
            yield from _values(seats[part])
        elif part == CHIMERA and chimera is not None:
            yield from (
                f"  {labelled(each.label, each.value)}" for each in chimera_figures(chimera)
            )
        for line in lines:
            detail = step_detail(line)
            yield f"  [ ] {step(line)}{f' {detail}' if detail else ''}"
    if sheet.seed:
        yield from ("", labelled(_("Seed"), sheet.seed))


def _values(seat: SheetSeat) -> Iterator[str]:
    if seat.deck:
        yield "  " + labelled(pgettext("thirty cards to play with", "Deck"), seat.deck)
    for figure in figures(seat):
        yield "  " + labelled(figure.label, figure.value)
    dice = (f"{count} {dice_name(dice)}" for dice, count in seat.dice.items())
    yield "  " + labelled(_("Dice"), series(dice))
