"""What programs read of a Legacy campaign.

The state is made from what the pages show, so that nothing is in it that is sealed there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.rules.aeons_end.mages import Mat
from campaign.rules.aeons_end.sheet import SheetPile
from tracker.people.access import Access
from tracker.systems.aeons_end.legacy.presenters.campaign_snapshot import CampaignSnapshot
from tracker.systems.aeons_end.legacy.presenters.market import piles
from tracker.systems.aeons_end.legacy.presenters.mats import MatView, mats
from tracker.systems.aeons_end.legacy.presenters.nemesis import NemesisPage, nemesis_page
from tracker.systems.aeons_end.legacy.presenters.sealed import rulebook_page, seal_groups
from tracker.systems.aeons_end.shared import selectors


@dataclass(frozen=True, slots=True)
class StickerState:
    """A sticker on a mat."""

    slot: str
    name: str
    brings: str
    text: str
    game: int | None


@dataclass(frozen=True, slots=True)
class MageState:
    """A mage's mat with its stickers."""

    mat: Mat
    stickers: tuple[StickerState, ...]


@dataclass(frozen=True, slots=True)
class BasicState:
    """A basic card of the campaign's nemesis deck."""

    name: str
    tier: int
    kind: str
    stickers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NemesisState:
    """A nemesis that the group has met."""

    name: str
    life: int | None
    games: int


@dataclass(frozen=True, slots=True)
class SectionState:
    """A section of the rulebook that has its sticker."""

    letter: str
    game: int | None
    note: str


@dataclass(frozen=True, slots=True)
class SealState:
    """A deck, envelope or box that is open, in part or in whole."""

    label: str
    is_half_open: bool


@dataclass(frozen=True, slots=True)
class LegacyState:
    """A campaign as its pages show it."""

    chapter: int
    chapters: int
    is_finished: bool
    mages: tuple[MageState, ...]
    market: tuple[SheetPile, ...]
    basics: tuple[BasicState, ...]
    nemeses: tuple[NemesisState, ...]
    sections: tuple[SectionState, ...]
    seals: tuple[SealState, ...]


def legacy_state(access: Access) -> LegacyState:
    """Return a campaign as its pages show it."""
    snapshot = CampaignSnapshot.at(access)
    shown = nemesis_page(snapshot)
    return LegacyState(
        chapter=selectors.campaign_next_step(access.campaign).chapter,
        chapters=snapshot.state.chapters,
        is_finished=snapshot.state.finished,
        mages=tuple(map(_mage, mats(snapshot, {}))),
        market=piles(snapshot),
        basics=tuple(_basics(shown)) if shown.shows_basics else (),
        nemeses=tuple(
            NemesisState(met.name, met.life, len(met.games) + met.games_left_out)
            for met in shown.met
        ),
        sections=tuple(
            SectionState(section.letter, section.game, section.note)
            for section in rulebook_page(snapshot).sections
            if section.is_unlocked
        ),
        seals=tuple(
            SealState(seal.label, seal.is_half_open)
            for group in seal_groups(snapshot)
            for seal in group.seals
            if not seal.is_shut
        ),
    )


def _mage(view: MatView) -> MageState:
    stickers = (
        StickerState(slot.slot, slot.name, slot.brings, slot.text, slot.game)
        for slot in view.slots
        if slot.is_filled
    )
    return MageState(view.mage, tuple(stickers))


def _basics(shown: NemesisPage) -> Iterator[BasicState]:
    for tier in shown.tiers:
        for basic in tier.cards:
            texts = tuple(sticker.text for sticker in basic.stickers)
            yield BasicState(basic.name, basic.card.tier, str(basic.card.kind or ""), texts)
