"""Documents of older versions, upgraded step by step.

When the format changes, bump ``VERSION`` and add the step from the version before it here. A step
takes a document of its version and returns one of the next. The result is read like any other
document, so a step need not validate anything.
"""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.exchange.document import VERSION
from campaign.exchange.refusals import Refused
from campaign.models.change_texts import detail_of_text
from campaign.models.plan_payloads import with_one_switch
from campaign.rules.core.constraints import shown

Plain = dict[str, Any]
NESTED = {"played": "tally", "growth": "growth", "sticker": "sticker"}


def upgraded(document: Plain) -> Plain:
    """Return a document in the current version."""
    version = document.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < min(STEPS):
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
    """Move facts out of games into one list, with plans among them."""
    renamed = {"deeds": "changes", "mages": "party"}
    new = {renamed.get(key, key): value for key, value in old.items()}
    new["party"] = [
        {"number" if key == "seat" else key: value for key, value in mage.items()}
        for mage in new["party"]
    ]
    portraits = {str(mage["number"]): mage.pop("portrait", "") for mage in new["party"]}
    new["portraits"] = {seat: file for seat, file in portraits.items() if file}
    facts = [
        {**fact, "game": position}
        for position, game in enumerate(new["games"], start=1)
        for fact in (_plan(game), *map(_fact_to_two, game["facts"]))
    ]
    facts.sort(key=lambda fact: (fact["recorded"], fact["kind"] != "planned", fact["number"]))
    positions: dict[Any, int | None] = {None: None}
    for position, fact in enumerate(facts, start=1):
        if positions.setdefault(fact.pop("number"), position) != position and "replaces" in fact:
            raise ValueError("two facts of one number")
    for fact in facts:
        fact["replaces"] = positions[fact.get("replaces")]
    kept = ("number", "withdrawn", "photos")
    new["games"] = [{key: game[key] for key in kept if key in game} for game in new["games"]]
    return {**new, "facts": facts}


def _plan(game: Plain) -> Plain:
    """Return the plan of a game, whose fields version 1 has in the game itself."""
    says = {"foe": game["nemesis"], **{key: game[key] for key in ("chapter", "pairs", "reason")}}
    by = {"recorded": game["recorded"], "withdrawn": game["withdrawn"]}
    return {"number": 0, "kind": "planned", "place": 0, "says": says, **by}


def _fact_to_two(old: Plain) -> Plain:
    says = dict(old["says"])
    beside = {key: says.pop(key) for key in ("played_on", "minutes", "seat") if key in says}
    if old["kind"] in NESTED:
        says = {NESTED[old["kind"]]: says}
    fact = {key: value for key, value in old.items() if key != "reason"}
    return {**fact, "says": {**says, **beside, "reason": old["reason"]}}


def _to_three(old: Plain) -> Plain:
    """Return a document without seats: version 2 had none."""
    return dict(old)


def _to_four(old: Plain) -> Plain:
    """Give changes a detail with fields: until version 3 it was a text."""
    changes = [
        {**change, "detail": detail_of_text(change["kind"], change.get("detail", ""))}
        for change in old["changes"]
    ]
    return {**old, "changes": changes}


def _to_five(old: Plain) -> Plain:
    """Say of a plan once whether the choices of its seats are secret: version 4 said it of each."""
    facts = [
        {**fact, "says": with_one_switch(fact["says"])} if fact["kind"] == "planned" else fact
        for fact in old["facts"]
    ]
    return {**old, "facts": facts}


def _to_six(old: Plain) -> Plain:
    """Drop the names of who sits at a live table: version 5 had them there once more."""
    return {**old, "games": [_without_names(game) for game in old["games"]]}


def _without_names(game: Plain) -> Plain:
    live = game.get("live")
    if not live:
        return game
    seats = [
        {key: value for key, value in seat.items() if key != "name"}
        if isinstance(seat, Mapping)
        else seat
        for seat in live["start"].get("seats", ())
    ]
    start = {**live["start"], "seats": seats} if "seats" in live["start"] else live["start"]
    return {**game, "live": {**live, "start": start}}


# By the version that they upgrade. The first release wrote version 1.
STEPS: Mapping[int, Callable[[Plain], Plain]] = {
    1: _to_two,
    2: _to_three,
    3: _to_four,
    4: _to_five,
    5: _to_six,
}
