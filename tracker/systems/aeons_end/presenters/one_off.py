"""A one-off game as its pages show it: the table, and how it ended."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaign.models import Fact, Game
from campaign.models.games import PLAYED
from campaign.records import GameRecord, fact_of
from campaign.rules.aeons_end.legacy.facts import COLOURS
from campaign.rules.aeons_end.legacy.facts import Played as StoryPlayed
from campaign.rules.aeons_end.outcome import Tally
from campaign.rules.aeons_end.sheet import SetupSheet, SheetMage
from campaign.rules.core.facts import Played
from campaign.selectors import games as selectors
from campaign.selectors.history import Happening
from tracker.systems.aeons_end import words
from tracker.systems.aeons_end.presenters.game import Dial
from tracker.systems.aeons_end.presenters.setup import Table, table
from tracker.words.history import game_change

SHOWN = 12  # changes on a game's page


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


def one_off_table(game: Game) -> Table:
    """Return a game's sheet as the page shows it."""
    sheet = selectors.game_sheet(game)
    shown = dressed(sheet)
    laid = table(shown, selectors.game_seats(shown), selectors.game_namer(game))
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


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One change of a game: what it did, what it recorded or took back, by whom and when."""

    text: str
    details: tuple[str, ...]
    who: str
    at: datetime.datetime


def change_lines(game: Game, happened: Iterable[Happening]) -> tuple[ChangeLine, ...]:
    """Return changes of a game in words."""
    sheet = selectors.game_sheet(game)
    seats, namer = selectors.game_seats(sheet), selectors.game_namer(game)

    def result(row: Fact) -> str:
        row.game = game
        played = fact_of(row)
        if not isinstance(played, Played):
            return ""
        return words.fact(StoryPlayed(played.result), namer, seats)

    return tuple(
        ChangeLine(
            text=game_change(happening),
            details=tuple(filter(None, map(result, happening.recorded))),
            who=words.who(happening.change),
            at=happening.change.at,
        )
        for happening in happened
    )


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


def ended(game: Game, record: GameRecord) -> Ended | None:
    """Return how a game ended; None while it is still to be played."""
    played = record.played
    if played is None:
        return None
    tally: Tally = played.result
    sheet = dressed(selectors.game_sheet(game))
    out = (mage.name for mage in sheet.body.mages if mage.seat in tally.exhausted)
    ending, has_life = tally.ending, bool(sheet.body.nemesis.life)
    return Ended(
        outcome=tally.result,
        ending=words.ending(ending, has_life=has_life) if ending else "",
        dials=tuple(_dials(tally, sheet)),
        exhausted=words.listed(out),
        played_on=played.played_on,
        minutes=played.minutes,
        note=record.note,
        reason=played.reason,
        who=_recorded_by(game),
    )


def _recorded_by(game: Game) -> str:
    """Return who wrote the result down, by the name they go by now."""
    results = game.facts.standing().filter(kind=PLAYED).select_related("recorded__person")
    row = results.first()
    return str((row and row.recorded.person) or "")


def _dials(tally: Tally, sheet: SetupSheet) -> Iterator[Dial]:
    if tally.gravehold_life is not None:
        yield _dial(_("Gravehold"), tally.gravehold_life, sheet.body.gravehold_life)
    if tally.nemesis_life is not None and sheet.body.nemesis.life:
        yield _dial(sheet.body.nemesis.name, tally.nemesis_life, sheet.body.nemesis.life)
    for mage, life in zip(sheet.body.mages, tally.lives, strict=False):
        if life is not None:
            yield _dial(mage.name, life, mage.life, mage.colour)


def _dial(label: str, value: int, start: int, colour: str = "") -> Dial:
    return Dial(label, value, max(start, value), colour)
