"""From a file to a new campaign: read and checked whole, then written whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO

from django.db import DataError, IntegrityError, models, transaction

from campaign.exchange.archive import MEGABYTE, Limits, check_names, opened
from campaign.exchange.checks import check_document
from campaign.exchange.document import CampaignFile, FactEntry, Refused
from campaign.exchange.reading import read_json
from campaign.models import (
    Campaign,
    Deed,
    DeedKind,
    Fact,
    Mage,
    Membership,
    Person,
    Photo,
    Role,
    Session,
)
from campaign.pictures import Picture, keeping
from campaign.record import details_of, plan_columns
from campaign.rules.aeons_end.legacy.facts import Played, kind_of
from campaign.services.photos import no_room
from campaign.services.plays import plays_update
from campaign.services.writing import AlreadyDone

# Of a picture's bytes, and whether it is a portrait: the picture, encoded anew.
PictureReader = Callable[[bytes, bool], Picture]
ZIP = b"PK\x03\x04"


class PictureFault(ValueError):
    """Raised by a :data:`PictureReader` for what is no picture it takes."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A file that was read and found whole: what it holds, and its pictures by file."""

    document: CampaignFile
    pictures: Mapping[str, Picture]


def read_file(file: IO[bytes], *, pictures: PictureReader, limits: Limits | None = None) -> Brought:
    """Read a campaign's file, a document or an archive; or refuse it, naming what is wrong."""
    bounds = limits or Limits()
    file.seek(0, 2)
    size = file.tell()
    file.seek(0)
    archived = file.read(len(ZIP)) == ZIP
    most = bounds.archive if archived else bounds.document
    if size > most:
        raise Refused.because(
            f"{most // MEGABYTE} MB at most",
            f"{size / MEGABYTE:.0f} MB",
            code="file.large",
            most=most // MEGABYTE,
        )
    file.seek(0)
    if not archived:
        document = _checked(file.read(most))
        if document.pictures():
            raise Refused.because(
                "the archive that has its pictures", "the document alone", code="file.alone"
            )
        return Brought(document, {})
    with opened(file, bounds) as archive:
        document = _checked(archive.document())
        read: dict[str, Picture] = {}
        for name, data, portrait in archive.pictures(document):
            try:
                read[name] = pictures(data, portrait)
            except PictureFault as fault:
                raise Refused.because(
                    "a picture", str(fault), name, code="archive.picture"
                ) from fault
    return Brought(document, read)


def campaign_import(
    *, person: Person, brought: Brought, token: str | None = None, bounded: bool = True
) -> Campaign:
    """Make a new campaign, equal fact by fact to the one in the file; ``person`` keeps it.

    Its photos count as theirs, and it is refused if they have no room for them (``bounded``).
    """
    # Outside the transaction: if it is rolled back, even while committing, the files go too.
    try:
        with keeping(brought.pictures.values()) as names, transaction.atomic():
            _refuse_twice(person, token)
            if bounded:
                _refuse_without_room(person, brought.document)
            stored = dict(zip(brought.pictures, names, strict=True))
            campaign = _written(person, brought, stored)
            plays_update(campaign=campaign)
            Membership.objects.create(campaign=campaign, person=person, role=Role.KEEPER)
            # It is no part of the record: a file is written without it.
            Deed.objects.create(
                campaign=campaign,
                revision=None,
                kind=DeedKind.IMPORT,
                person=person,
                token=token or None,
            )
    except (IntegrityError, DataError) as error:
        raise Refused.because(
            "a record that the database can keep", str(error), code="file.database"
        ) from error
    return campaign


def demo_import(data: bytes) -> Campaign:
    """Make a demo campaign of a document: nobody keeps it, everybody can view it."""
    brought = Brought(_checked(data), {})
    with transaction.atomic():
        return _written(None, brought, {}, demo=True)


def _checked(data: bytes) -> CampaignFile:
    document = read_json(data)
    check_document(document)
    check_names(document)
    return document


def _refuse_twice(person: Person, token: str | None) -> None:
    """Refuse a form that has already brought a campaign in; its twin waits here meanwhile."""
    Person.objects.select_for_update().filter(pk=person.pk).first()
    done = Deed.objects.filter(person=person, token=token, kind=DeedKind.IMPORT).first()
    if token and done is not None:
        raise AlreadyDone(done)


def _refuse_without_room(person: Person, document: CampaignFile) -> None:
    """Refuse photos beyond what one person can keep: files come one after the other."""
    photos = sum(len(game.photos) for game in document.games)
    for problem in no_room(person, photos):
        most = int(str(problem.details["most"]))
        raise Refused.because(
            f"{most} photos of one person at most",
            f"{photos} more",
            code="file.no_room",
            most=most,
        )


def _written(
    person: Person | None, brought: Brought, stored: Mapping[str, str], *, demo: bool = False
) -> Campaign:
    document = brought.document
    campaign = Campaign.objects.create(
        name=document.name,
        system=document.system,
        pack_version=document.pack_version,
        language=document.language,
        demo=demo,
        revision=sum(deed.revision is not None for deed in document.deeds),
        forked_after=document.forked_after,
        created_at=document.created_at,
        archived_at=document.archived_at,
    )
    Mage.objects.bulk_create(
        Mage(
            campaign=campaign,
            seat=mage.seat.number,
            colour=mage.seat.colour,
            side=mage.seat.side,
            name=mage.seat.name,
            player=mage.seat.player,
            portrait=stored.get(mage.portrait, ""),
        )
        for mage in document.mages
    )
    deeds = Deed.objects.bulk_create(
        Deed(
            campaign=campaign,
            revision=deed.revision,
            kind=deed.kind,
            signed=deed.who,
            at=deed.at,
            detail=deed.detail,
        )
        for deed in document.deeds
    )
    sessions = Session.objects.bulk_create(
        Session(
            campaign=campaign,
            number=game.number,
            recorded=deeds[game.recorded - 1],
            withdrawn=deeds[game.withdrawn - 1] if game.withdrawn else None,
            **plan_columns(game.plan),
        )
        for game in document.games
    )
    _write_facts(document, sessions, deeds)
    _write_photos(person, brought, sessions, stored)
    return campaign


def _write_facts(document: CampaignFile, sessions: list[Session], deeds: list[Deed]) -> None:
    """Write the facts in the order of their numbers, which is the order of their ids from now."""
    told: list[tuple[Session, FactEntry]] = [
        (session, entry)
        for session, game in zip(sessions, document.games, strict=True)
        for entry in game.facts
    ]
    told.sort(key=lambda pair: pair[1].number)
    rows = Fact.objects.bulk_create(
        Fact(
            session=session,
            kind=kind_of(entry.fact),
            place=entry.place,
            reason=entry.fact.reason,
            recorded=deeds[entry.recorded - 1],
            withdrawn=deeds[entry.withdrawn - 1] if entry.withdrawn else None,
        )
        for session, entry in told
    )
    replacing = []
    by_table: dict[type[models.Model], list[models.Model]] = {}
    for row, (_session, entry) in zip(rows, told, strict=True):
        if entry.replaces is not None:
            row.replaces = rows[entry.replaces - 1]
            replacing.append(row)
        played = isinstance(entry.fact, Played)
        evening = {"played_on": entry.played_on, "minutes": entry.minutes} if played else {}
        for detail in details_of(entry.fact, row, **evening):
            by_table.setdefault(type(detail), []).append(detail)
    Fact.objects.bulk_update(replacing, ["replaces"], batch_size=200)
    for table, details in by_table.items():
        table._default_manager.bulk_create(details)


def _write_photos(
    person: Person | None, brought: Brought, sessions: list[Session], stored: Mapping[str, str]
) -> None:
    Photo.objects.bulk_create(
        Photo(
            session=session,
            name=stored[photo.file],
            caption=photo.caption,
            width=brought.pictures[photo.file].width,
            height=brought.pictures[photo.file].height,
            added_by=person,
            added_at=photo.added_at,
        )
        for session, game in zip(sessions, brought.document.games, strict=True)
        for photo in game.photos
    )
