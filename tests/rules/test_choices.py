"""What players chose for a one-off game, as it is stored."""

import json

from campaign.rules.aeons_end.catalogue.pack import CardKind
from campaign.rules.aeons_end.market.draw import AtLeast, Exclude
from campaign.rules.aeons_end.one_off.choices import Choices, Place, from_json, upgrade_choices
from campaign.rules.aeons_end.one_off.setup import MarketRequest

# As a database of November 2026 holds it.
VERSION_1 = {
    "version": 1,
    "places": [
        {"mage": "mist", "player": "Ola", "guest": None},
        {"mage": "", "player": "", "guest": None},
    ],
    "nemesis": None,
    "nemesis_difficulty": [3, 6],
    "difficulty": "normal",
    "market": {
        "suggested": None,
        "chosen": [],
        "template": None,
        "locks": ["jade"],
        "constraints": [
            {"exclude": ["amethyst-shard", "sage-s-brand"]},
            {"count": 2, "kind": "gem", "min_cost": 0, "max_cost": 4},
            {"count": 1, "kind": None, "min_cost": 7, "max_cost": None},
        ],
    },
    "paired": False,
    "partner": 2,
    "solo_cards": 3,
    "solo_life": None,
    "boxes": ["aeons-end-legacy"],
    "reason": "",
}


def test_choices_that_version_1_stored_can_be_read() -> None:
    excluded = Exclude(frozenset({"amethyst-shard", "sage-s-brand"}))
    wishes = (excluded, AtLeast(2, CardKind.GEM, max_cost=4), AtLeast(min_cost=7))
    chosen = Choices(
        (Place("mist", player="Ola"), Place()),
        nemesis_difficulty=(3, 6),
        market=MarketRequest(locks=("jade",), constraints=wishes),
        boxes=("aeons-end-legacy",),
    )
    assert from_json(VERSION_1) == chosen
    upgraded = upgrade_choices(VERSION_1)
    assert json.loads(json.dumps(upgraded)) == upgraded
    assert from_json(upgraded) == chosen
