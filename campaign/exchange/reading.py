"""From the bytes of a file to what it holds. Nothing is believed: every fault is named by path."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from campaign.exchange.document import (
    CAMPAIGN,
    GAME,
    CampaignDocument,
    Document,
    FactEntry,
    Faults,
    GameDocument,
    Refused,
)
from campaign.exchange.upgrades import upgraded
from campaign.records.facts import fact_types
from campaign.rules.aeons_end.legacy.facts import Seat
from campaign.rules.core.facts import Fact
from campaign.rules.core.serialize import Fault, reader_of, shown
from campaign.rules.registry import SYSTEMS


@dataclass(frozen=True, slots=True)
class Content:
    """A document, and what its game system makes of who plays and of its facts."""

    document: Document
    party: tuple[Any, ...]
    facts: Mapping[int, Fact]  # by number

    def entries(self) -> Iterator[tuple[str, FactEntry, Fact]]:
        """Yield every fact with the path of its entry."""
        for path, entry in self.document.facts():
            yield path, entry, self.facts[entry.number]

    def standing(self) -> dict[int, list[Fact]]:
        """Return the facts that stand, in their order, by the number of the game."""
        return {
            game.number: [
                self.facts[entry.number]
                for entry in sorted(game.facts, key=lambda entry: entry.place)
                if entry.withdrawn is None
            ]
            for game in self.document.games
            if game.withdrawn is None
        }


def read_json(data: bytes) -> Content:
    """Return what a document holds, upgraded if it is of an older version; or refuse it."""
    plain = _parsed(data)
    if not isinstance(plain, dict) or plain.get("format") not in (CAMPAIGN, GAME):
        raise Refused.because(
            f'the format "{CAMPAIGN}" or "{GAME}"', "another file", "format", code="file.format"
        )
    kind = CampaignDocument if plain["format"] == CAMPAIGN else GameDocument
    faults = Faults()
    document: Document = reader_of(kind)(upgraded(plain), None, faults)
    faults.settle()
    _refuse_unknown(document)
    party: tuple[Any, ...] = ()
    if isinstance(document, CampaignDocument):
        read = reader_of(tuple[Seat, ...])
        party = read(document.party, (None, "party"), faults)
    facts = _facts(document, faults)
    faults.settle()
    return Content(document, party, facts)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise Refused.because("a text in UTF-8", "other bytes", code="file.utf8") from None
    except RecursionError:
        raise Refused.because(
            "a campaign", "lists within lists within lists", code="file.nested"
        ) from None
    except ValueError as error:
        raise Refused.because("a JSON document", str(error), code="file.json") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _value in pairs)
        twice = next(name for name, often in times.items() if often > 1)
        raise Refused.because(
            "each key once", f'"{twice}" twice in one object', code="file.key_twice", key=twice
        )
    return found


def _no_number(text: str) -> NoReturn:
    raise Refused.because("whole numbers", text, code="file.fraction")


def _refuse_unknown(document: Document) -> None:
    """Refuse a game that cannot be played here, or not in this way."""
    slug, in_campaign = document.about.system, isinstance(document, CampaignDocument)
    if slug not in SYSTEMS or SYSTEMS[slug].is_campaign != in_campaign:
        path = f"{'campaign' if in_campaign else 'game'}.system"
        expected = "a game that can be played here"
        raise Refused.because(expected, shown(slug), path, code="file.system", system=slug)


def _facts(document: Document, faults: Faults) -> dict[int, Fact]:
    in_campaign = isinstance(document, CampaignDocument)
    types = fact_types(document.about.system, in_campaign=in_campaign)
    allowed = ", ".join(types)
    found: dict[int, Fact] = {}
    for path, entry in document.facts():
        if entry.kind in types:
            read = reader_of(types[entry.kind])
            found[entry.number] = read(entry.says, (None, f"{path}.says"), faults)
        else:
            expected, got = f"one of {allowed}", shown(entry.kind)
            details = {"allowed": allowed}
            faults.append(Fault(f"{path}.kind", expected, got, "file.choice", details))
    return found
