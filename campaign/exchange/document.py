"""The schema of an export file.

The dataclasses are the schema: :mod:`campaign.rules.core.serialize` writes and reads them. Payloads
of facts and parties of campaigns are plain values here: the game system has their types.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from django.conf import settings

from campaign.models import Change, ChangeDetail, ChangeKind, LiveMove
from campaign.models.changes import NO_DETAIL
from campaign.records import Names
from campaign.rules.core import sizes
from campaign.rules.core.constraints import (
    ONE_LINE,
    TRIMMED,
    VISIBLE,
    Check,
    Limit,
    Line,
    Most,
    Prose,
    one_of,
)
from campaign.rules.core.entries import BySeat
from campaign.rules.core.players import written_to_file
from campaign.rules.core.texts import one_line, text_problems
from campaign.selectors.names import author_of
from campaign.services.live import MAX_MOVES
from campaign.services.photos import CAPTION_LONGEST, MAX_PHOTOS

CAMPAIGN, GAME = "breachkeeper-campaign", "breachkeeper-game"
VERSION = 6

MAX_CHANGES = 30_000  # as many entries as a site can allow a campaign
MAX_FACTS = 2 * MAX_CHANGES
MAX_SEATS = 20  # more than any game has
MAX_NUMBER = 1_000_000  # of positions; far more than fit into a file
FIRST = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)  # no box that is played here is older
LAST = datetime.datetime(2200, 1, 1, tzinfo=datetime.UTC)
_EXAMPLE = "2026-05-01T19:30:00.000000Z"


# --- constraints of values beyond their types ---


_ONE = Check(
    lambda games: [(game.number, game.withdrawn) for game in games] == [(1, None)],
    "one game, of number 1",
    "file.games",
)
Time = Annotated[
    datetime.datetime,
    Check(
        lambda at: FIRST <= at < LAST,
        f"a time such as {_EXAMPLE}",
        "file.time",
        {"example": _EXAMPLE},
    ),
]
Number = Annotated[int, Limit(1, MAX_NUMBER)]
FactOrder = Annotated[int, Limit(0, MAX_NUMBER)]
CampaignName = Annotated[str, Line(sizes.CAMPAIGN_NAME), ONE_LINE, VISIBLE]
PersonName = Annotated[str, Line(sizes.PERSON_NAME), ONE_LINE]
Caption = Annotated[str, Prose(CAPTION_LONGEST), TRIMMED]
File = Annotated[str, Line(60), ONE_LINE, VISIBLE]
# An import is no part of the record, so files do not contain it.
Kind = Annotated[str, one_of(*(kind for kind in ChangeKind.values if kind != ChangeKind.IMPORT))]


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """One write."""

    kind: Kind
    at: Time
    revision: Number | None = None
    who: PersonName | None = None  # "" for a guest without a name, None for a former player
    detail: ChangeDetail = NO_DETAIL


@dataclass(frozen=True, slots=True)
class FactEntry:
    """A fact, withdrawn or not."""

    game: Number
    kind: str
    place: FactOrder
    recorded: Number
    says: Any
    withdrawn: Number | None = None
    replaces: Number | None = None


@dataclass(frozen=True, slots=True)
class PhotoEntry:
    """A photo, in a file beside the document in an archive."""

    file: File
    added_at: Time
    caption: Caption = ""


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A move at a live table."""

    at: Time
    says: Any
    who: PersonName | None = None  # as in ChangeEntry


@dataclass(frozen=True, slots=True)
class LiveEntry:
    """The live table of a game."""

    opened_at: Time
    start: Any
    moves: Annotated[tuple[MoveEntry, ...], Most(MAX_MOVES, "file.moves")] = ()


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """The name of who sat at a seat; whose phone that was stays here."""

    number: Annotated[int, Limit(1, MAX_SEATS)]
    name: PersonName


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game, undone or not."""

    number: Number
    withdrawn: Number | None = None
    photos: Annotated[tuple[PhotoEntry, ...], Most(MAX_PHOTOS, "photo.too_many")] = ()
    live: LiveEntry | None = None  # of a game that is or was played live
    seats: Annotated[tuple[SeatEntry, ...], Most(MAX_SEATS)] = ()  # of a one-off game


@dataclass(frozen=True, slots=True)
class About:
    """Columns of a one-off game."""

    system: str
    pack_version: Annotated[int, Limit(1, 32767)]
    language: Annotated[str, one_of(*(code for code, _name in settings.LANGUAGES))]
    created_at: Time


@dataclass(frozen=True, slots=True)
class CampaignAbout(About):
    """Columns of a campaign."""

    name: CampaignName
    archived_at: Time | None = None
    forked_after: FactOrder | None = None


@dataclass(frozen=True, slots=True)
class _Lists:
    """What files of campaigns and of one-off games have in common.

    Changes, games and facts refer to each other by their positions in these lists, from 1.
    """

    format: str
    version: int
    changes: Annotated[tuple[ChangeEntry, ...], Most(MAX_CHANGES)]
    games: Annotated[tuple[GameEntry, ...], Most(MAX_CHANGES)]
    facts: Annotated[tuple[FactEntry, ...], Most(MAX_FACTS)]


@dataclass(frozen=True, slots=True)
class CampaignDocument(_Lists):
    """A campaign with all its games."""

    campaign: CampaignAbout
    party: BySeat[Any]
    opening: Any = None  # of the type of its system, where campaigns of it begin with more
    portraits: Annotated[Mapping[int, File], Most(sizes.SEATS)] = field(default_factory=dict)

    @property
    def about(self) -> CampaignAbout:
        """Return the columns of the campaign."""
        return self.campaign


@dataclass(frozen=True, slots=True)
class GameDocument(_Lists):
    """A one-off game, as the only one of its ``games``."""

    games: Annotated[tuple[GameEntry, ...], Most(MAX_CHANGES), _ONE]
    game: About

    @property
    def about(self) -> About:
        """Return the columns of the game."""
        return self.game


Document = CampaignDocument | GameDocument
KINDS: Mapping[str, Any] = {CAMPAIGN: CampaignDocument, GAME: GameDocument}


def encode(plain: Any) -> bytes:
    """Return plain values as canonical JSON: sorted keys, no spaces, UTF-8."""
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"{written_to_file(text)}\n".encode()


def signed_name(made: Change | LiveMove, names: Names) -> str | None:
    """Return the name of the author; nothing else about a person is exported."""
    name = author_of(made, names)
    if name is None or made.signed is not None:
        return name
    name = one_line(name)
    # A name that no form validated (createsuperuser) may be invalid in a file.
    return "" if any(text_problems("", name, sizes.PERSON_NAME)) else name
