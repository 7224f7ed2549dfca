"""A one-off game as its pages show it: the table, and how it ended."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaign.models import OneOffGame
from campaign.rules.aeons_end.legacy.facts import COLOURS
from campaign.rules.aeons_end.sheet import SetupSheet, SheetMage
from campaign.selectors import one_off as selectors
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.game import Dial
from tracker.systems.aeons_end.presenters.setup import Table, table


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended."""

    outcome: str
    ending: str
    dials: tuple[Dial, ...]
    exhausted: str
    played_on: datetime.date | None
    minutes: int | None
    note: str
    reason: str
    who: str


def dressed(sheet: SetupSheet) -> SetupSheet:
    """Give each mage of the box a colour that nobody else at the table has: they are told apart.

    Only the page needs it. The sheet itself says nothing of a colour that no mat has.
    """
    taken = {mage.colour for mage in sheet.body.mages}
    free = iter([colour for colour in COLOURS if colour not in taken])

    def coloured(mage: SheetMage) -> SheetMage:
        return mage if mage.colour else replace(mage, colour=next(free))

    mages = tuple(coloured(mage) for mage in sheet.body.mages)
    return replace(sheet, body=replace(sheet.body, mages=mages))


def one_off_table(game: OneOffGame) -> Table:
    """Return a game's sheet as the page shows it."""
    sheet = selectors.one_off_setup_sheet(game)
    shown = dressed(sheet)
    laid = table(shown, selectors.one_off_seats(shown), selectors.one_off_namer(game))
    mats = {mage.seat: bool(mage.colour) for mage in sheet.body.mages}
    mages = tuple(
        mage
        if mats[mage.seat]
        else replace(
            mage, mat=replace(mage.mat, text=_("The mat of %(mage)s.") % {"mage": mage.name})
        )
        for mage in laid.mages
    )
    return replace(laid, mages=mages)


def rule_notes(sheet: SetupSheet) -> tuple[str, ...]:
    """Return what the table should know beside the numbers."""
    return tuple(words.note(code) for code in sheet.notes)


def stickers(sheet: SetupSheet) -> tuple[tuple[str, str], ...]:
    """Return the stickers that guests brought, each with its mage."""
    return tuple(
        (mage.name, str(sticker["name"] or words.sticker_kind(str(sticker["kind"]))))
        for mage in sheet.body.mages
        for sticker in mage.stickers
    )


def ended(game: OneOffGame) -> Ended | None:
    """Return how a game ended; None while it is still to be played."""
    tally = selectors.one_off_tally(game)
    if tally is None:
        return None
    sheet = dressed(selectors.one_off_setup_sheet(game))
    out = (mage.name for mage in sheet.body.mages if mage.seat in tally.exhausted)
    ending, has_life = tally.ending, bool(sheet.body.nemesis.life)
    return Ended(
        outcome=tally.result,
        ending=words.ending(ending, has_life=has_life) if ending else "",
        dials=tuple(_dials(game, sheet, tally.lives)),
        exhausted=words.listed(out),
        played_on=game.played_on,
        minutes=game.minutes,
        note=game.note,
        reason=game.reason,
        who=str(game.recorded_by or ""),
    )


def _dials(game: OneOffGame, sheet: SetupSheet, lives: Iterable[int | None]) -> Iterator[Dial]:
    if game.gravehold_life is not None:
        yield _dial(_("Gravehold"), game.gravehold_life, sheet.body.gravehold_life)
    if game.nemesis_life is not None and sheet.body.nemesis.life:
        yield _dial(sheet.body.nemesis.name, game.nemesis_life, sheet.body.nemesis.life)
    for mage, life in zip(sheet.body.mages, lives, strict=False):
        if life is not None:
            yield _dial(mage.name, life, mage.life, mage.colour)


def _dial(label: str, value: int, start: int, colour: str = "") -> Dial:
    return Dial(label, value, max(start, value), colour)
