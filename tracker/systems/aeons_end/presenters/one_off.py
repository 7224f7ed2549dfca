"""A one-off game as its pages show it."""

from dataclasses import replace

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.aeons_end.legacy.facts import COLOURS
from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.sheet import SetupSheet
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.setup import Table, table
from tracker.systems.aeons_end.selectors import Start


def dressed(sheet: SetupSheet) -> SetupSheet:
    """Give each mage of the box a colour that nobody else at the table has: they are told apart.

    Only the page needs it. The sheet itself says nothing of a colour that no mat has.
    """
    taken = {mage.colour for mage in sheet.body.mages}
    free = iter([colour for colour in COLOURS if colour not in taken])

    def coloured(mage: Mat) -> Mat:
        return mage if mage.colour else replace(mage, colour=next(free))

    mages = tuple(coloured(mage) for mage in sheet.body.mages)
    return replace(sheet, body=replace(sheet.body, mages=mages))


def one_off_table(game: Game) -> Table:
    """Return a game's sheet as the page shows it."""
    sheet = selectors.game_sheet(game)
    shown = dressed(sheet)
    laid = table(shown, selectors.game_seats(shown), selectors.game_namer(game))
    mages = tuple(
        mage if held.colour else replace(mage, mat=replace(mage.mat, text=_mat(sheet, held)))
        for mage, held in zip(laid.mages, sheet.body.mages, strict=True)
    )
    return replace(laid, mages=mages)


def _mat(sheet: SetupSheet, mage: Mat) -> str:
    """Return which mat to lay out, and from which box where there are several."""
    box = sheet.body.box_names.get(mage.box, "")
    shown = {"mage": mage.name, "box": box}
    return _("The mat of %(mage)s (%(box)s).") % shown if box else _("The mat of %(mage)s.") % shown


def stickers(sheet: SetupSheet) -> tuple[tuple[str, str], ...]:
    """Return the stickers that guests brought, each with its mage."""
    return tuple(
        (mage.name, sticker.name or words.sticker_kind(sticker.kind))
        for mage in sheet.body.mages
        for sticker in mage.stickers
    )


def one_off_start(game: Game) -> Start:
    """Return what the dials of a game stood at."""
    sheet = dressed(selectors.game_sheet(game))
    setup = selectors.game_setup(game).game
    seats = selectors.game_seats(sheet)
    life = sheet.body.nemesis.life or None
    return Start(seats, setup.mage_life, setup.gravehold_life, sheet.body.nemesis.name, life)
