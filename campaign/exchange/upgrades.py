"""Documents of older versions, upgraded step by step.

When the format changes, ``VERSION`` becomes the next number, and the step from the one before it is
added here. A step takes a document of its version and returns one of the next; what it makes is
read like any other, so it need not check anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from campaign.exchange.document import VERSION, Refused
from campaign.rules.core.serialize import shown

Plain = dict[str, Any]
NESTED = {"played": "tally", "growth": "growth", "sticker": "sticker"}


def upgraded(document: Plain) -> Plain:
    """Return a document in the version of today."""
    version = document.get("version")
    oldest = min(STEPS, default=VERSION)
    if isinstance(version, bool) or not isinstance(version, int) or version < oldest:
        raise Refused.because("file.version", "version", shown(version))
    if version > VERSION:
        raise Refused.because("file.newer", "version", version)
    while version < VERSION:
        try:
            document = STEPS[version](document)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Refused.because("file.unfit", "version", version) from None
        version += 1
        document["version"] = version
    return document


def _to_two(old: Plain) -> Plain:
    """Make the plan of each game a fact like any other, and let facts say their plain values."""
    renamed = {"deeds": "changes", "mages": "party"}
    new = {renamed.get(key, key): value for key, value in old.items()}
    new["party"] = [
        {"number" if key == "seat" else key: value for key, value in mage.items()}
        for mage in new["party"]
    ]
    portraits = {str(mage["number"]): mage.pop("portrait", "") for mage in new["party"]}
    new["portraits"] = {seat: file for seat, file in portraits.items() if file}
    new["games"] = [_game_to_two(dict(game)) for game in new["games"]]
    _number([fact for game in new["games"] for fact in game["facts"]])
    return new


def _game_to_two(game: Plain) -> Plain:
    plan = {
        "number": 0,
        "kind": "planned",
        "place": 0,
        "recorded": game.pop("recorded"),
        "withdrawn": game["withdrawn"],
        "says": {
            "chapter": game.pop("chapter"),
            "foe": game.pop("nemesis"),
            "pairs": game.pop("pairs"),
            "reason": game.pop("reason"),
        },
    }
    return {**game, "facts": [plan, *(_fact_to_two(dict(fact)) for fact in game["facts"])]}


def _fact_to_two(fact: Plain) -> Plain:
    says = dict(fact["says"])
    beside = {key: says.pop(key) for key in ("played_on", "minutes", "seat") if key in says}
    if fact["kind"] in NESTED:
        says = {NESTED[fact["kind"]]: says}
    says |= {**beside, "reason": fact.pop("reason")}
    return {**fact, "says": says}


def _number(facts: list[Plain]) -> None:
    """Number the facts anew, the plans among them, in the order in which they were recorded."""
    facts.sort(key=lambda fact: (fact["recorded"], fact["kind"] != "planned", fact["number"]))
    numbers: dict[Any, int] = {None: 0}
    for number, fact in enumerate(facts, start=1):
        if numbers.setdefault(fact["number"], number) != number and fact["kind"] != "planned":
            raise ValueError("two facts of one number")
    for number, fact in enumerate(facts, start=1):
        fact |= {"number": number, "replaces": numbers[fact.get("replaces")] or None}


# By the version it starts from. The first release wrote version 1: there is nothing older.
STEPS: Mapping[int, Callable[[Plain], Plain]] = MappingProxyType({1: _to_two})
