"""Import of a file as a new campaign or one-off game: read and checked before it is written."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import IO, Any

from django.conf import settings
from django.db import DataError, IntegrityError, transaction

from campaign.exchange.archive import MEGABYTE, Limits, named_pictures, opened
from campaign.exchange.checks import check_content
from campaign.exchange.document import CampaignDocument, Document, Refused
from campaign.exchange.live import write_live
from campaign.exchange.reading import Content, read_json
from campaign.models import Campaign, Change, ChangeKind, Fact, Game, Person, Photo, Role
from campaign.pictures import Picture, picture_remove, storing
from campaign.records.parties import PARTIES
from campaign.rules.core.facts import Planned
from campaign.rules.core.serialize import to_plain
from campaign.services.one_offs import new_seed
from campaign.services.photos import photo_quota_problems
from campaign.services.plays import plays_update
from campaign.services.writing import begun_before, campaign_quota_problems, game_quota_problems

# Takes the bytes of a picture and whether it is a portrait; returns it re-encoded.
PictureReader = Callable[[bytes, bool], Picture]
ZIP = b"PK\x03\x04"


class PictureFault(ValueError):
    """Raised by a :data:`PictureReader` for a picture that it does not accept."""


@dataclass(frozen=True, slots=True)
class Import:
    """A file that was read and checked: its content, and its pictures by file name."""

    content: Content
    pictures: Mapping[str, Picture]


def read_file(file: IO[bytes], *, pictures: PictureReader, limits: Limits | None = None) -> Import:
    """Read and check a file, a document or an archive; or refuse it with its faults."""
    bounds = limits or Limits()
    file.seek(0, 2)
    size = file.tell()
    file.seek(0)
    archived = file.read(len(ZIP)) == ZIP
    most = bounds.archive if archived else bounds.document
    if size > most:
        raise Refused.because("file.large", got=f"{size} bytes", most=most // MEGABYTE)
    file.seek(0)
    if not archived:
        content = _checked(file.read(most))
        if named_pictures(content.document):
            raise Refused.because("file.alone")
        return Import(content, {})
    with opened(file, bounds) as archive:
        content = _checked(archive.document())
        read: dict[str, Picture] = {}
        for name, data, portrait in archive.pictures(named_pictures(content.document)):
            try:
                read[name] = pictures(data, portrait)
            except PictureFault as fault:
                raise Refused.because("archive.picture", name, fault) from fault
    return Import(content, read)


def file_import(
    *, person: Person, brought: Import, token: str | None = None, bounded: bool = True
) -> Campaign | Game:
    """Create a campaign or one-off game of ``person`` from a file, with all of its facts.

    It is refused if it exceeds the person's quotas (``bounded``), also of photos. The same form
    submitted twice creates one.
    """
    # Files outside the transaction: if it fails, even on commit, they are removed.
    try:
        with storing(brought.pictures.values()) as names, transaction.atomic():
            if (done := begun_before(person, token, ChangeKind.IMPORT)) is not None:
                picture_remove(names)  # the record has its own
                return done
            if bounded:
                _refuse_without_room(person, brought)
            stored = dict(zip(brought.pictures, names, strict=True))
            record = _write(person, brought, stored)
            if isinstance(record, Campaign):
                record.memberships.create(person=person, role=Role.KEEPER)
            # It has no revision: it is no part of the record, and not exported.
            record.changes.create(kind=ChangeKind.IMPORT, person=person, token=token or None)
    except (IntegrityError, DataError) as error:
        raise Refused.because("file.database", got=error) from error
    return record


def demo_import(data: bytes) -> Campaign:
    """Create a demo campaign from a document: it has no keeper, and everybody can view it."""
    with transaction.atomic():
        record = _write(None, Import(_checked(data), {}), {}, demo=True)
        if not isinstance(record, Campaign):
            raise TypeError("a demo is a campaign: a one-off game has an owner")
    return record


def _checked(data: bytes) -> Content:
    content = read_json(data)
    check_content(content)
    return content


def _refuse_without_room(person: Person, brought: Import) -> None:
    """Refuse a file that exceeds the quotas of a person."""
    a_campaign = isinstance(brought.content.document, CampaignDocument)
    for problem in campaign_quota_problems(person) if a_campaign else game_quota_problems(person):
        most = int(str(problem.details["most"]))
        raise Refused.because("file.campaigns" if a_campaign else "file.one_offs", most=most)
    entries = len(brought.content.document.changes)
    if entries > settings.MAX_ENTRIES:
        raise Refused.because("file.entries", got=entries, most=settings.MAX_ENTRIES)
    photos = sum(len(game.photos) for game in brought.content.document.games)
    for problem in photo_quota_problems(person, photos):
        most = int(str(problem.details["most"]))
        raise Refused.because("file.no_room", got=photos, most=most)


def _write(
    person: Person | None, brought: Import, stored: Mapping[str, str], *, demo: bool = False
) -> Campaign | Game:
    """Write all rows of a record, in the order in which they are exported again."""
    content, document = brought.content, brought.content.document
    revision = max(change.revision or 0 for change in document.changes)
    # Columns have the same names in a file.
    columns = asdict(document.about)
    record: Campaign | Game
    if isinstance(document, CampaignDocument):
        record = Campaign.objects.create(demo=demo, revision=revision, **columns)
        portraits = {seat: stored[file] for seat, file in document.portraits.items()}
        PARTIES[record.system].write(record, content.party, portraits)
    else:
        record = Game.objects.create(owner=person, revision=revision, **columns)
    changes = Change.objects.bulk_create(
        Change(
            campaign=record if isinstance(record, Campaign) else None,
            game=record if isinstance(record, Game) else None,
            revision=change.revision,
            kind=change.kind,
            signed=change.who,
            at=change.at,
            detail=change.detail,
        )
        for change in document.changes
    )
    games = [record] if isinstance(record, Game) else _write_games(record, document, changes)
    _write_facts(content, games, changes)
    _write_photos(person, brought, games, stored)
    write_live(document, games)
    plays_update(record)
    return record


def _write_games(campaign: Campaign, document: Document, changes: list[Change]) -> list[Game]:
    first = {fact.game: changes[fact.recorded - 1].at for fact in reversed(document.facts)}
    return Game.objects.bulk_create(
        Game.of_campaign(
            campaign,
            game.number,
            created_at=first[position],
            withdrawn=changes[game.withdrawn - 1] if game.withdrawn else None,
        )
        for position, game in enumerate(document.games, start=1)
    )


def _write_facts(content: Content, games: list[Game], changes: list[Change]) -> None:
    entries = content.document.facts
    rows = Fact.objects.bulk_create(
        Fact(
            game=games[entry.game - 1],
            kind=entry.kind,
            place=entry.place,
            payload=to_plain(_with_seed(fact)),
            recorded=changes[entry.recorded - 1],
            withdrawn=changes[entry.withdrawn - 1] if entry.withdrawn else None,
        )
        for entry, fact in zip(entries, content.facts, strict=True)
    )
    replacing = []
    for row, entry in zip(rows, entries, strict=True):
        if entry.replaces is not None:
            row.replaces = rows[entry.replaces - 1]
            replacing.append(row)
    Fact.objects.bulk_update(replacing, ["replaces"], batch_size=200)


def _with_seed(fact: Any) -> Any:
    """Give a plan a seed whose own was a secret when it was exported."""
    if isinstance(fact, Planned) and not fact.seed:
        return replace(fact, seed=new_seed())
    return fact


def _write_photos(
    person: Person | None, brought: Import, games: list[Game], stored: Mapping[str, str]
) -> None:
    Photo.objects.bulk_create(
        Photo(
            game=game,
            name=stored[photo.file],
            caption=photo.caption,
            width=brought.pictures[photo.file].width,
            height=brought.pictures[photo.file].height,
            added_by=person,
            added_at=photo.added_at,
        )
        for game, held in zip(games, brought.content.document.games, strict=True)
        for photo in held.photos
    )
