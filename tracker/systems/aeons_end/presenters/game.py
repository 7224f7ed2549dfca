"""A game of Aeon's End as its page shows it: how it began and how it ended."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaign.models import Campaign, Game
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.state import GameState
from campaign.rules.aeons_end.outcome import Tally, as_ended
from campaign.rules.aeons_end.sheet import SetupSheet
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.presenters.setup import dressed
from tracker.systems.aeons_end.selectors import Start


def ended(tally: Tally, start: Start) -> dict[str, object]:
    """Return how a game ended that began like this."""
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


def game_state(campaign: Campaign, number: int) -> GameState:
    """Return a standing game's state. The caller has made sure that it stands."""
    games = selectors.campaign_state(campaign).games
    return next(game for game in games if game.number == number)


def story_start(campaign: Campaign, number: int) -> Start:
    """Return what the dials of a campaign's game stood at."""
    pack = selectors.campaign_pack(campaign)
    foe = game_state(campaign, number).foe
    seats: tuple[Seat, ...] = selectors.campaign_state(campaign).seats
    name = selectors.campaign_namer(campaign).foe(foe)
    return Start(seats, pack.mage_life, pack.gravehold_life, name, foe.life)


def one_off_start(game: Game) -> Start:
    """Return what the dials of a game stood at."""
    sheet = dressed(selectors.game_sheet(game))
    setup = selectors.game_setup(game).game
    seats = selectors.game_seats(sheet)
    life = sheet.body.nemesis.life or None
    return Start(seats, setup.mage_life, setup.gravehold_life, sheet.body.nemesis.name, life)


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
