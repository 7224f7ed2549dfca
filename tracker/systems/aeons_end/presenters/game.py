"""How a game of Aeon's End ended, as its page shows it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.aeons_end.legacy.state import GameState
from campaign.rules.aeons_end.outcome import Tally, as_ended
from tracker.systems.aeons_end import selectors, words
from tracker.systems.aeons_end.selectors import Start


@dataclass(frozen=True, slots=True)
class Dial:
    """A dial as it stood at the end; ``colour`` is a mage's, or empty."""

    label: str
    value: int
    max: int
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended."""

    outcome: str
    ending: str
    dials: tuple[Dial, ...]
    mages: tuple[Seat, ...]  # who played, where no dial of theirs says so
    exhausted: str


def ended(tally: Tally, start: Start) -> Ended:
    """Return how a game ended that began like this."""
    tally = as_ended(tally, mages=len(start.seats), nemesis_life=start.nemesis_life)
    lives = dict(enumerate(tally.lives, start=1))
    # Who was exhausted and has no dial to show it.
    out = [
        seat.name
        for seat in start.seats
        if seat.number in tally.exhausted and lives.get(seat.number) is None
    ]
    return Ended(
        outcome=str(tally.result),
        ending=words.ending(tally.ending, has_life=start.nemesis_life is not None),
        dials=tuple(_dials(tally, start)),
        mages=() if any(life is not None for life in tally.lives) else tuple(start.seats),
        exhausted=words.listed(out) if out else "",
    )


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


def _dials(tally: Tally, start: Start) -> Iterator[Dial]:
    def dial(label: str, value: int, most: int, colour: str = "") -> Dial:
        return Dial(label, value, max(most, value), colour)

    if tally.gravehold_life is not None:
        yield dial(_("Gravehold"), tally.gravehold_life, start.gravehold_life)
    if tally.nemesis_life is not None and start.nemesis_life:  # of a number without an end, none
        yield dial(start.nemesis, tally.nemesis_life, start.nemesis_life)
    for seat, life in zip(start.seats, tally.lives, strict=False):
        if life is not None:
            yield dial(seat.name, life, start.mage_life, seat.colour)
