"""From the bytes of a file to what it holds. Nothing is believed: every fault is named by path."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from django.conf import settings

from campaign.exchange.document import (
    FORMAT,
    CampaignFile,
    DeedEntry,
    FactEntry,
    Faults,
    GameEntry,
    MageEntry,
    PhotoEntry,
    Refused,
)
from campaign.exchange.facts import MINUTES_MOST, SEATS, read_says
from campaign.exchange.upgrades import upgraded
from campaign.exchange.words import day, line, number, time
from campaign.models import DeedKind, sizes
from campaign.models.facts import STORED
from campaign.rules.aeons_end.legacy.facts import COLOURS, SIDES, FactKind, Foe, Planned, Seat
from campaign.rules.core.cursor import Cursor
from campaign.rules.registry import SYSTEMS
from campaign.services.photos import CAPTION_LONGEST, PHOTOS_MOST

DETAIL_LONGEST = 200
FILE_LONGEST = 60
PAIRED = (2, SEATS)  # who may share cards with seat 1


def read_json(data: bytes) -> CampaignFile:
    """Return what a document holds, upgraded if it is of an older version; or refuse it."""
    document = _parsed(data)
    top = Cursor(document)
    if top["format"].peek() != FORMAT:
        raise Refused.because(
            f'the format "{FORMAT}"', "another file", "format", code="file.format"
        )
    faults = Faults()
    found = _campaign(Cursor(upgraded(document), faults=faults))
    faults.settle()
    return found


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


def _campaign(top: Cursor) -> CampaignFile:
    top.record(("format", "version", "campaign", "mages", "deeds", "games"))
    about = top["campaign"].record(
        ("name", "system", "pack_version", "language", "created_at", "archived_at", "forked_after")
    )
    systems = [slug for slug, system in SYSTEMS.items() if system.is_campaign]
    languages = [code for code, _name in settings.LANGUAGES]
    return CampaignFile(
        name=line(about["name"], sizes.CAMPAIGN_NAME, empty=False),
        system=_one_of(about["system"], systems),
        pack_version=number(about["pack_version"], 1, 32767),
        language=_one_of(about["language"], languages),
        created_at=time(about["created_at"]),
        archived_at=about["archived_at"].maybe(time),
        forked_after=about["forked_after"].maybe(number),
        mages=tuple(_mage(mage) for mage in top["mages"].items()),
        deeds=tuple(_deed(deed) for deed in top["deeds"].items()),
        games=tuple(_game(game) for game in top["games"].items()),
    )


def _mage(place: Cursor) -> MageEntry:
    place.record(("seat", "colour", "side", "name", "player"), ("portrait",))
    seat = Seat(
        number=number(place["seat"], 1, SEATS),
        colour=_one_of(place["colour"], COLOURS),
        side=_one_of(place["side"], SIDES),
        name=line(place["name"], sizes.PERSON_NAME, empty=False),
        player=line(place["player"], sizes.PERSON_NAME),
    )
    portrait = place["portrait"]
    return MageEntry(seat, "" if portrait.absent else _file(portrait))


def _deed(place: Cursor) -> DeedEntry:
    place.record(("revision", "kind", "at", "who", "detail"))
    kinds = [kind for kind in DeedKind.values if kind != DeedKind.IMPORT]
    kind = _one_of(place["kind"], kinds)
    return DeedEntry(
        revision=place["revision"].maybe(lambda there: number(there, 1)),
        kind=DeedKind(kind) if kind else DeedKind.START,
        at=time(place["at"]),
        who=place["who"].maybe(lambda there: line(there, sizes.PERSON_NAME)),
        detail=line(place["detail"], DETAIL_LONGEST),
    )


def _game(place: Cursor) -> GameEntry:
    place.record(
        ("number", "chapter", "nemesis", "pairs", "reason", "recorded", "withdrawn", "facts"),
        ("photos",),
    )
    photos = place["photos"]
    entry = GameEntry(
        number=number(place["number"], 1),
        plan=_plan(place),
        recorded=number(place["recorded"], 1),
        withdrawn=place["withdrawn"].maybe(lambda there: number(there, 1)),
        facts=tuple(_fact(fact) for fact in place["facts"].items()),
        photos=() if photos.absent else tuple(_photo(photo) for photo in photos.items()),
    )
    if len(entry.photos) > PHOTOS_MOST:
        photos.fault(
            f"{PHOTOS_MOST} photos of a game at most", code="file.photos", most=PHOTOS_MOST
        )
    return entry


def _plan(place: Cursor) -> Planned:
    nemesis = place["nemesis"].record(("key", "name", "life"))
    foe = Foe(
        line(nemesis["key"], sizes.KEY, empty=False),
        line(nemesis["name"], sizes.NAME),
        nemesis["life"].maybe(lambda there: number(there, 1, sizes.NUMBER_MOST)),
    )
    return Planned(
        number(place["chapter"], 1, 32767),
        foe,
        place["pairs"].maybe(_pairs),
        reason=line(place["reason"], sizes.REASON),
    )


def _pairs(place: Cursor) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Read who shares cards with whom: the pair of seat 1 first, the lower seat first."""
    listed = place.peek()
    for partner in range(PAIRED[0], PAIRED[1] + 1):
        third, fourth = (seat for seat in (2, 3, 4) if seat != partner)
        if listed == [[1, partner], [third, fourth]] and not _has_flags(listed):
            return (1, partner), (third, fourth)
    place.fault("two pairs of seats, such as [[1, 2], [3, 4]]", code="file.pairs")
    return None


def _has_flags(listed: list[list[object]]) -> bool:
    """Say whether true stands where 1 should: the two are equal to Python."""
    return any(isinstance(seat, bool) for pair in listed for seat in pair)


def _fact(place: Cursor) -> FactEntry:
    keys = ("number", "kind", "place", "reason", "recorded", "withdrawn", "replaces", "says")
    place.record(keys)
    kind = _one_of(place["kind"], [str(kind) for kind in STORED])
    told = place["says"]
    reason = line(place["reason"], sizes.REASON)
    fact = read_says(FactKind(kind or FactKind.SETTLED), told if kind else Cursor({}), reason)
    played = kind == FactKind.PLAYED
    return FactEntry(
        number=number(place["number"], 1),
        place=number(place["place"]),
        fact=fact,
        recorded=number(place["recorded"], 1),
        withdrawn=place["withdrawn"].maybe(lambda there: number(there, 1)),
        replaces=place["replaces"].maybe(lambda there: number(there, 1)),
        played_on=told["played_on"].maybe(day) if played else None,
        minutes=told["minutes"].maybe(lambda there: number(there, 1, MINUTES_MOST))
        if played
        else None,
    )


def _photo(place: Cursor) -> PhotoEntry:
    place.record(("file", "caption", "added_at"))
    return PhotoEntry(
        _file(place["file"]), line(place["caption"], CAPTION_LONGEST), time(place["added_at"])
    )


def _file(place: Cursor) -> str:
    """Read where a picture lies; that it does, and under no other name, the archive makes sure."""
    return line(place, FILE_LONGEST, empty=False)


def _one_of(place: Cursor, accepted: Iterable[str]) -> str:
    """Read one of some words; "" where another stands."""
    words = tuple(accepted)
    value = place.peek()
    if isinstance(value, str) and value in words:
        return value
    if not place.absent:
        allowed = ", ".join(words)
        place.fault(f"one of {allowed}", code="file.choice", allowed=allowed)
    return ""
