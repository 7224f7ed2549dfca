"""The set-up of a duel on paper: the table's part, and a slip for each player to cut off."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaign.rules.ashes.sheet import TABLE, DuelSheet, SheetSeat
from tracker.sheets.compiler import Document, Paper
from tracker.sheets.qr import qr_svg
from tracker.systems.ashes.presenters import seat_groups, steps
from tracker.systems.ashes.sheets import TYPST, dice_pictures, dice_rows
from tracker.systems.ashes.words.record import versus
from tracker.systems.ashes.words.steps import figures


def duel_document(
    sheet: DuelSheet, *, paper: Paper, heading: str, link: str = "", foot: str = ""
) -> Document:
    """Return the set-up sheet; ``link`` is where the result is entered, as a QR code."""
    title = versus([seat.phoenixborn for seat in sheet.body.seats])
    return Document(
        template=TYPST / "duel.typ",
        title=f"{title} · {heading}",
        data={
            "paper": paper.value,
            "heading": title,
            "kicker": heading,
            "foot": foot,
            "qr": _("QR code: %(link)s") % {"link": link} if link else None,
            "words": _words(),
            "table": [step.text for step in steps(sheet, TABLE)],
            "seats": [_seat(sheet, seat) for seat in sheet.body.seats],
        },
        files={**dice_pictures(), **({"qr.svg": qr_svg(link)} if link else {})},
    )


def _words() -> dict[str, str]:
    return {
        "everybody": _("Everybody"),
        "qr": _("Enter the result"),
        "deck": pgettext("thirty cards to play with", "Deck"),
        "first_five": _("First Five"),
        "conjurations": _("Conjuration pile"),
        "dice": _("Dice"),
        "wounds": _("Wounds"),
        "cards": _("Cards"),
    }


def _seat(sheet: DuelSheet, seat: SheetSeat) -> dict[str, Any]:
    return {
        "player": seat.player,
        "deck": seat.deck,
        "phoenixborn": seat.phoenixborn,
        "figures": [{"label": label, "value": value} for label, value in figures(seat)],
        "life": seat.life if isinstance(seat.life, int) else 0,
        "steps": [
            {"text": step.text, "detail": step.detail, "brief": step.kind == "reference_cards"}
            for step in steps(sheet, f"seat-{seat.number}")
        ],
        "dice": dice_rows(seat.dice),
        "groups": seat_groups(seat),
    }
