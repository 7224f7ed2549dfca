"""What a campaign's file holds, as values; and how a file is refused."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from campaign.models import DeedKind
from campaign.rules.aeons_end.legacy.facts import Fact, Planned, Seat
from campaign.rules.core.cursor import Fault

FORMAT = "breachkeeper-campaign"
VERSION = 1

FAULTS_MOST = 20  # a file is refused when it has so many: nobody reads the twenty-first
_SHOWN = 240


class Refused(Exception):
    """Nothing of the file is taken; ``faults`` are the first things that are wrong with it."""

    document: CampaignFile | None = None  # as far as it was read: it names what is in it

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(
            replace(
                f,
                path=_plain(f.path),
                expected=_plain(f.expected),
                got=_plain(f.got),
                details={k: _plain(v) if isinstance(v, str) else v for k, v in f.details.items()},
            )
            for f in faults
        )
        super().__init__("; ".join(map(str, self.faults)))

    @classmethod
    def because(
        cls, expected: str, got: str, path: str = "", *, code: str, **details: str | int
    ) -> Refused:
        """Refuse a file for one reason."""
        return cls([Fault(path, expected, got, code, details)])


class Faults(list[Fault]):
    """Faults as they are found; a file that is nothing but faults is not read to its end."""

    def append(self, fault: Fault) -> None:
        """Note a fault, and refuse the file when it has had enough of them."""
        super().append(fault)
        if len(self) >= FAULTS_MOST:
            raise Refused(self)

    def settle(self) -> None:
        """Refuse the file if anything is wrong with it."""
        if self:
            raise Refused(self)


@dataclass(frozen=True, slots=True)
class DeedEntry:
    """One write; its number is its place among them, from 1."""

    revision: int | None
    kind: DeedKind
    at: datetime.datetime
    who: str | None  # a name, "" for a guest without one, None for a former player
    detail: str


@dataclass(frozen=True, slots=True)
class FactEntry:
    """A fact, standing or withdrawn; deeds and the fact it replaces are named by number."""

    number: int
    place: int
    fact: Fact
    recorded: int
    withdrawn: int | None = None
    replaces: int | None = None
    played_on: datetime.date | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class PhotoEntry:
    """A photo that lies beside the document in an archive."""

    file: str
    caption: str
    added_at: datetime.datetime


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game, standing or undone."""

    number: int
    plan: Planned
    recorded: int
    withdrawn: int | None = None
    facts: tuple[FactEntry, ...] = ()
    photos: tuple[PhotoEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class MageEntry:
    """A mage, and where its portrait lies in an archive ("" for none)."""

    seat: Seat
    portrait: str = ""


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """A campaign, whole."""

    name: str
    system: str
    pack_version: int
    language: str
    created_at: datetime.datetime
    archived_at: datetime.datetime | None
    forked_after: int | None
    mages: tuple[MageEntry, ...]
    deeds: tuple[DeedEntry, ...]
    games: tuple[GameEntry, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return who sits at the table."""
        return tuple(mage.seat for mage in self.mages)

    def pictures(self) -> dict[str, bool]:
        """Return the files of its pictures, in order; whether each is a portrait."""
        portraits = {mage.portrait: True for mage in self.mages if mage.portrait}
        return portraits | {photo.file: False for game in self.games for photo in game.photos}


def encode(document: Any) -> bytes:
    """Return a document as the one text it has: keys sorted, nothing between, UTF-8."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"{text}\n".encode()


def moment(at: datetime.datetime) -> str:
    """Return a time in the one form it has in a file."""
    return at.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _plain(text: str) -> str:
    """Return a text that can be shown anywhere, whatever the file held."""
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown
    )
