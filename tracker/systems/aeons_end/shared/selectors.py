"""Reads of Aeon's End: campaigns, one-off games and boxes, in its own types."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaign.models import Campaign, Game, Mage, Person, Record
from campaign.packs import get_pack, get_shelf
from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.catalogue.series import Series
from campaign.rules.aeons_end.expeditions.state import State as Expedition
from campaign.rules.aeons_end.legacy.decisions import NextStep, next_step
from campaign.rules.aeons_end.legacy.facts import COLOURS, Seat
from campaign.rules.aeons_end.legacy.names import Namer
from campaign.rules.aeons_end.legacy.state import GameState, State
from campaign.rules.aeons_end.one_off.choices import Guest
from campaign.rules.aeons_end.one_off.system import boxes_of
from campaign.rules.aeons_end.plays import PILE
from campaign.rules.aeons_end.sheet import SetupSheet
from campaign.rules.aeons_end.systems import SERIES, SLUGS
from campaign.selectors import campaigns
from campaign.selectors.campaigns import campaign_facts, campaign_sheet
from campaign.selectors.games import game_sheet, sheet_for
from campaign.selectors.plays import tagged_last
from campaign.selectors.seeing import game_setup

__all__ = ["campaign_facts", "campaign_sheet", "game_setup", "game_sheet"]


@dataclass(frozen=True, slots=True)
class StartLife:
    """The mages, the nemesis and the life of each when a game began."""

    seats: Sequence[Seat]
    mage_life: int
    gravehold_life: int
    nemesis: str
    nemesis_life: int | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of the results table: the rulebook's five columns, then the rest."""

    game: GameState
    nemesis: str
    played_on: datetime.date | None = None
    minutes: int | None = None


# --- campaigns ---


def namer_of(record: Record) -> Namer:
    """Return the namer of a campaign or a game, in the language of its box."""
    return Namer(box(record.system), record.language)


def campaign_state(campaign: Campaign, *, after: int | None = None) -> State:
    """Return the state of a campaign, now or after a game."""
    state: State = campaigns.campaign_state(campaign, after=after)
    return state


def campaign_next_step(campaign: Campaign) -> NextStep:
    """Return the next step of a campaign."""
    return next_step(campaign_state(campaign), box(campaign.system))


def expedition_state(campaign: Campaign, *, after: int | None = None) -> Expedition:
    """Return the state of an expedition, now or after a game."""
    state: Expedition = campaigns.campaign_state(campaign, after=after)
    return state


def game_state(campaign: Campaign, number: int | None) -> GameState:
    """Return the state of a game, which must not be withdrawn; ``LookupError`` if it is."""
    for game in campaign_state(campaign).games:
        if game.number == number:
            return game
    raise LookupError(f"There is no game {number}.")


def start_of(game: Game) -> StartLife:
    """Return how a game began, of a campaign or a one-off game."""
    if game.campaign and game.campaign.system == SERIES.slug:
        return _start_on(sheet_for(game))
    if campaign := game.campaign:
        namer, foe = namer_of(campaign), game_state(campaign, game.number).foe
        dials = namer.pack.mage_life, namer.pack.gravehold_life
        return StartLife(campaign_state(campaign).seats, *dials, namer.name(foe), foe.life)
    return _start_on(game_sheet(game))


def _start_on(sheet: SetupSheet) -> StartLife:
    """Return how a game began that is set up by this sheet."""
    body = sheet.body
    dials = body.mages[0].life, body.gravehold_life
    return StartLife(game_seats(sheet), *dials, body.nemesis.name, body.nemesis.life or None)


def results_table(campaign: Campaign) -> tuple[ResultRow, ...]:
    """Return the results table, the first game first."""
    namer = namer_of(campaign)
    played = campaign_facts(campaign).results
    rows = ((game, played.get(game.number)) for game in campaign_state(campaign).games)
    return tuple(
        ResultRow(
            game, namer.name(game.foe), result and result.played_on, result and result.minutes
        )
        for game, result in rows
    )


# --- one-off games ---


def guest_of(mage: Mage) -> Guest:
    """Return a mage as a guest, in their current state."""
    mat = campaign_state(mage.campaign).mats[mage.seat - 1]
    return Guest(replace(mat, player=""), mage.pk, mage.campaign.name)


def box(system: str) -> Pack:
    """Return the catalogue of a box."""
    pack: Pack = get_pack(system)
    return pack


def series() -> Series:
    """Return the catalogue of every box."""
    catalogue: Series = get_pack(SERIES.slug)
    return catalogue


def box_names(slugs: Sequence[str], language: str) -> list[str]:
    """Return the names of boxes; an unknown one is left out."""
    boxes = series().boxes
    return [boxes[slug].name(language) for slug in slugs if slug in boxes]


def boxes_on_table(pack: Pack, slugs: Sequence[str]) -> tuple[Pack, ...]:
    """Return a game's own catalogue, then those of its further boxes."""
    return (pack, *boxes_of(get_shelf(pack.slug), slugs).values())


def with_colours(sheet: SetupSheet) -> SetupSheet:
    """Give each mage without a colour one of their own, to tell them apart.

    For pages only: the sheet itself has the colours that are printed on mats.
    """
    taken = {mage.colour for mage in sheet.body.mages}
    free = iter([colour for colour in COLOURS if colour not in taken])
    mages = tuple(
        mage if mage.colour else replace(mage, colour=next(free)) for mage in sheet.body.mages
    )
    return replace(sheet, body=replace(sheet.body, mages=mages))


def game_seats(sheet: SetupSheet) -> tuple[Seat, ...]:
    """Return the seats of a one-off game, for pages and sentences."""
    return tuple(
        Seat(mage.seat, mage.colour or "", mage.side, mage.name, mage.player)
        for mage in with_colours(sheet).body.mages
    )


def last_piles(person: Person, *, but: Game) -> frozenset[str]:
    """Return the market of the latest other game of a person."""
    return frozenset(tagged_last(person, SLUGS, PILE, but=but))


def things_of(game: Game) -> list[tuple[str, str]]:
    """Return what can be redrawn of a game's set-up: keys and names."""
    body = game_sheet(game).body
    mats = game_setup(game).game.mats
    mages = [
        (mat.mage, mage.name)
        for mat, mage in zip(mats, body.mages, strict=True)
        if not mat.name  # not a guest from a campaign
    ]
    piles = [(pile.id, pile.name) for pile in body.market]
    return [*mages, (body.nemesis.key, body.nemesis.name), *piles]
