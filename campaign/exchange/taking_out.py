"""From a campaign's rows to its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaign.exchange.document import (
    FORMAT,
    VERSION,
    CampaignFile,
    DeedEntry,
    FactEntry,
    GameEntry,
    MageEntry,
    encode,
    moment,
)
from campaign.exchange.facts import says
from campaign.models import Campaign, Deed, DeedKind, Fact, Photo, Session, sizes
from campaign.record import fact_of, planned_of, seat_of
from campaign.rules.aeons_end.legacy.facts import FactKind, Planned, kind_of
from campaign.services.entries import one_line, text_problems


@dataclass(frozen=True, slots=True)
class Taken:
    """A campaign as it was read, and where its pictures are stored."""

    document: CampaignFile
    portraits: Mapping[int, str]  # by seat
    photos: Mapping[int, Sequence[Photo]]  # by the number of the game


def export_json(campaign: Campaign) -> bytes:
    """Return a campaign's file, without pictures."""
    return encode(as_json(take_out(campaign).document))


def take_out(campaign: Campaign) -> Taken:
    """Read everything a campaign is; again, if somebody wrote between two of the queries."""
    fresh = Campaign.objects.get(pk=campaign.pk)
    while True:
        mages = list(fresh.mages.all())
        sessions = list(fresh.sessions.order_by("pk"))
        rows = list(Fact.objects.filter(session__campaign=fresh).told().order_by("pk"))
        # Last of all: every deed that a row names is among them.
        deeds = fresh.deeds.exclude(kind=DeedKind.IMPORT).select_related("person").order_by("pk")
        found = list(deeds)
        again = Campaign.objects.get(pk=fresh.pk)
        if again.stamp == fresh.stamp:
            break
        fresh = again
    photos: dict[int, list[Photo]] = {}
    # Of an undone game nobody sees the photos any more.
    shown = Photo.objects.filter(session__campaign=fresh, session__withdrawn=None)
    for photo in shown.select_related("session"):
        photos.setdefault(photo.session.number, []).append(photo)
    document = CampaignFile(
        name=fresh.name,
        system=fresh.system,
        pack_version=fresh.pack_version,
        language=fresh.language,
        created_at=fresh.created_at,
        archived_at=fresh.archived_at,
        forked_after=fresh.forked_after,
        mages=tuple(MageEntry(seat_of(mage)) for mage in mages),
        deeds=tuple(_deed(deed) for deed in found),
        games=_games(sessions, rows, found),
    )
    return Taken(document, {mage.seat: mage.portrait for mage in mages if mage.portrait}, photos)


def as_json(document: CampaignFile) -> dict[str, Any]:
    """Return a document as JSON has it."""
    archived = document.archived_at
    return {
        "format": FORMAT,
        "version": VERSION,
        "campaign": {
            "name": document.name,
            "system": document.system,
            "pack_version": document.pack_version,
            "language": document.language,
            "created_at": moment(document.created_at),
            "archived_at": moment(archived) if archived else None,
            "forked_after": document.forked_after,
        },
        "mages": [_mage_json(mage) for mage in document.mages],
        "deeds": [
            {
                "revision": deed.revision,
                "kind": deed.kind,
                "at": moment(deed.at),
                "who": deed.who,
                "detail": deed.detail,
            }
            for deed in document.deeds
        ],
        "games": [_game_json(game) for game in document.games],
    }


def _deed(deed: Deed) -> DeedEntry:
    return DeedEntry(deed.revision, DeedKind(deed.kind), deed.at, _who(deed), deed.detail)


def _who(deed: Deed) -> str | None:
    """Return the name of who wrote it; nothing else of a person leaves the house."""
    if deed.signed is not None:
        return deed.signed
    if deed.person is None:
        return None
    name = one_line(deed.person.display_name or deed.person.username or "")
    # A name that came past the forms (createsuperuser) may be one that no file can hold.
    return "" if list(text_problems("", name, sizes.PERSON_NAME)) else name


def _games(sessions: list[Session], rows: list[Fact], deeds: list[Deed]) -> tuple[GameEntry, ...]:
    deed_numbers = {deed.pk: number for number, deed in enumerate(deeds, start=1)}
    fact_numbers = {row.pk: number for number, row in enumerate(rows, start=1)}
    by_session: dict[int, list[FactEntry]] = {}
    for row in rows:
        played = row.kind == FactKind.PLAYED
        entry = FactEntry(
            number=fact_numbers[row.pk],
            place=row.place,
            fact=fact_of(row),
            recorded=deed_numbers[row.recorded_id],
            withdrawn=deed_numbers[row.withdrawn_id] if row.withdrawn_id else None,
            replaces=fact_numbers[row.replaces_id] if row.replaces_id else None,
            played_on=row.result.played_on if played else None,
            minutes=row.result.minutes if played else None,
        )
        by_session.setdefault(row.session_id, []).append(entry)
    return tuple(
        GameEntry(
            number=session.number,
            plan=planned_of(session),
            recorded=deed_numbers[session.recorded_id],
            withdrawn=deed_numbers[session.withdrawn_id] if session.withdrawn_id else None,
            facts=tuple(by_session.get(session.pk, ())),
        )
        for session in sessions
    )


def _mage_json(mage: MageEntry) -> dict[str, Any]:
    seat = mage.seat
    told: dict[str, Any] = {
        "seat": seat.number,
        "colour": seat.colour,
        "side": seat.side,
        "name": seat.name,
        "player": seat.player,
    }
    return told | ({"portrait": mage.portrait} if mage.portrait else {})


def _game_json(game: GameEntry) -> dict[str, Any]:
    told = {
        "number": game.number,
        **_plan_json(game.plan),
        "recorded": game.recorded,
        "withdrawn": game.withdrawn,
        "facts": [_fact_json(entry) for entry in game.facts],
    }
    photos = [
        {"file": photo.file, "caption": photo.caption, "added_at": moment(photo.added_at)}
        for photo in game.photos
    ]
    return told | ({"photos": photos} if photos else {})


def _plan_json(plan: Planned) -> dict[str, Any]:
    foe = plan.foe
    return {
        "chapter": plan.chapter,
        "nemesis": {"key": foe.key, "name": foe.name, "life": foe.life},
        "pairs": [list(pair) for pair in plan.pairs] if plan.pairs else None,
        "reason": plan.reason,
    }


def _fact_json(entry: FactEntry) -> dict[str, Any]:
    told = says(entry.fact)
    kind = kind_of(entry.fact)
    if kind is FactKind.PLAYED:
        day = entry.played_on
        told |= {"played_on": day.isoformat() if day else None, "minutes": entry.minutes}
    return {
        "number": entry.number,
        "kind": kind,
        "place": entry.place,
        "reason": entry.fact.reason,
        "recorded": entry.recorded,
        "withdrawn": entry.withdrawn,
        "replaces": entry.replaces,
        "says": told,
    }
