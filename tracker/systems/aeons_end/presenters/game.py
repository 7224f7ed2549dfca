"""A game of Aeon's End as its page shows it: how it ended, and the stickers of its guests."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.rules.aeons_end.outcome import Tally, as_ended
from campaign.rules.aeons_end.sheet import SetupSheet
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.selectors import Start


def ended(game: Game, played: Any) -> dict[str, object]:
    """Return how a game ended, of a campaign or by itself."""
    start = selectors.start_of(game)
    tally: Tally = played.result if game.campaign is None else played.tally
    tally = as_ended(tally, mages=len(start.seats), nemesis_life=start.nemesis_life)
    lives = dict(enumerate(tally.lives, start=1))
    # Who was exhausted and has no dial to show it.
    out = [
        seat.name
        for seat in start.seats
        if seat.number in tally.exhausted and lives.get(seat.number) is None
    ]
    return {
        "outcome": str(tally.result),
        "ending": words.ending(tally.ending, has_life=start.nemesis_life is not None),
        "dials": list(_dials(tally, start)),
        # Who played, where no dial of theirs says so.
        "mages": () if any(life is not None for life in tally.lives) else start.seats,
        "exhausted": words.listed(out) if out else "",
    }


def stickers(sheet: SetupSheet) -> tuple[tuple[str, str], ...]:
    """Return the stickers that guests brought, each with its mage."""
    return tuple(
        (mage.name, sticker.name or words.sticker_kind(sticker.kind))
        for mage in sheet.body.mages
        for sticker in mage.stickers
    )


def _dials(tally: Tally, start: Start) -> Iterator[tuple[str, int, int, str]]:
    """Yield the dials as they stood at the end: label, value, most, and a mage's colour."""
    if tally.gravehold_life is not None:
        most = max(start.gravehold_life, tally.gravehold_life)
        yield _("Gravehold"), tally.gravehold_life, most, ""
    if tally.nemesis_life is not None and start.nemesis_life:  # of a number without an end, none
        most = max(start.nemesis_life, tally.nemesis_life)
        yield start.nemesis, tally.nemesis_life, most, ""
    for seat, life in zip(start.seats, tally.lives, strict=False):
        if life is not None:
            yield seat.name, life, max(start.mage_life, life), seat.colour
