"""Facts in rows: every kind of every system is one column, read and written by its type."""

from collections.abc import Mapping
from typing import Any

from campaign.models import Fact
from campaign.models.games import PLANNED
from campaign.rules.core.facts import Fact as FactValue
from campaign.rules.core.serialize import SerializeError, from_plain
from campaign.rules.registry import get_system


class UnknownKindError(LookupError):
    """Raised for a fact that the rules of its game do not know."""


def fact_of(row: Fact) -> FactValue:
    """Return a stored fact as the rules of its game read it."""
    game = row.game
    return read_fact(row.kind, row.payload, game.system, in_campaign=game.campaign_id is not None)


def read_fact(kind: str, payload: Any, system: str, *, in_campaign: bool) -> FactValue:
    """Return the fact of a payload."""
    types = fact_types(system, in_campaign=in_campaign)
    if kind not in types:
        raise UnknownKindError(f"{kind} in {system}")
    try:
        fact: FactValue = from_plain(types[kind], payload)
    except SerializeError:
        if kind != PLANNED or in_campaign or payload.get("setup") is None:
            raise
        # A set-up that another version stored and this one cannot read is drawn again.
        return read_fact(kind, {**payload, "setup": None}, system, in_campaign=False)
    return fact


def fact_types(system: str, *, in_campaign: bool) -> Mapping[str, Any]:
    """Return the types of a system's facts by their kinds, of its campaigns or one-off games."""
    found = get_system(system)
    rules = found.campaign if in_campaign else found.one_off
    if rules is None:
        raise UnknownKindError(f"no such game of {system}")
    return rules.facts
