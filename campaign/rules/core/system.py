"""A game system: what the rest of the house may ask of any boxed game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from campaign.rules.aeons_end.catalogue.pack import Pack
from campaign.rules.aeons_end.sheet import SetupSheet


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A game to lay out from nothing; what is left open is the system's to fill or to draw."""

    mages: tuple[str, ...] = ()  # mat ids; names, where players name their mages
    count: int | None = None  # all mages together; None: those that are listed
    nemesis: str | None = None
    difficulty: str | None = None
    language: str = "en"
    seed: str = ""  # only noted on the sheet: chance comes with the generator


@dataclass(frozen=True, slots=True)
class CampaignRules:
    """What a system that is a campaign offers; each has its own stories and states."""

    replay: Callable[..., Any]  # story, pack → state
    check: Callable[..., Any]  # story, pack, game, fact → problems
    next_step: Callable[..., Any]  # state, pack → the one thing to do
    setup_sheet: Callable[..., SetupSheet]  # state, pack → sheet


@dataclass(frozen=True, slots=True)
class System:
    """One game system. ``sheet`` raises ``RulesError`` with every problem of a request."""

    slug: str
    pack: str  # slug of its catalogue
    sheet: Callable[[Pack, SheetRequest, Random], SetupSheet]
    campaign: CampaignRules | None = None  # None: one-off games

    @property
    def is_campaign(self) -> bool:
        """Say whether its games make up a campaign."""
        return self.campaign is not None
