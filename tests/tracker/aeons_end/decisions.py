"""Fill in the forms of the aftermath as a browser without scripts does."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from campaign.models import Campaign
from campaign.rules.aeons_end.legacy.facts import Fact
from campaign.rules.aeons_end.legacy.state import State
from campaign.rules.core.keys import typed_key
from campaign.selectors.campaigns import campaign_facts, campaign_state
from tests.addresses import game_at
from tests.campaign import factories

PAGES = ("verdict", "sections", "seals", "growth", "evolution", "pool", "close", "ordered")


def at(campaign: Campaign, page: str = "", game: int | None = None, *more: object) -> str:
    """Return the address of a page of the latest game's aftermath, or of another game's."""
    number = factories.last_game(campaign) if game is None else game
    name = f"aftermath_{page}" if page else "aftermath"
    return game_at(campaign, number, name, *more)


def fresh(campaign: Campaign) -> Campaign:
    """Read a campaign again, as the next request does."""
    campaign.refresh_from_db()
    return campaign


def state(campaign: Campaign) -> State:
    """Return the campaign as it is now."""
    return campaign_state(fresh(campaign))


def facts(campaign: Campaign, kind: type[Fact]) -> list[Any]:
    """Return the standing facts of a kind in the latest game."""
    facts = campaign_facts(fresh(campaign))
    last = max(facts.story.games)
    return [e.fact for e in facts.entries if e.game == last and isinstance(e.fact, kind)]


def unknown(name: str, tier: int | str = "", kind: str = "") -> dict[str, str]:
    """Return tier and kind of a basic card that the pack does not know, as its row sends them."""
    row = f"{crc32(typed_key(name).encode()):08x}"
    return {f"tier_{row}": str(tier), f"kind_{row}": kind}


def growth(**more: Any) -> dict[str, Any]:
    """Return a growth that fits chapter 1's market."""
    offer = {
        "name_0": "Ember Reed",
        "kind_0": "gem",
        "cost_0": "3",
        "name_1": "Glass Storm",
        "kind_1": "spell",
        "cost_1": "5",
        "name_2": "Tin Choir",
        "kind_2": "relic",
        "cost_2": "4",
        "name_3": "Moth Lantern",
        "kind_3": "relic",
        "cost_3": "2",
        "take": ["0", "1"],
        "banish": ["fire-chakram", "warping-haze"],
    }
    return {**offer, **more}
