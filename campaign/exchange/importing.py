"""Import of a file as a new campaign or one-off game: read and checked before it is written."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import IO, Any

from django.db import DataError, IntegrityError, transaction

from campaign.exchange.archive import MEGABYTE, Limits, named_pictures, opened
from campaign.exchange.checks import check_content
from campaign.exchange.content import Content
from campaign.exchange.document import CampaignDocument, Document, GameDocument
from campaign.exchange.live import write_live
from campaign.exchange.reading import read_json
from campaign.exchange.refusals import Refused
from campaign.models import (
    Campaign,
    Change,
    ChangeKind,
    Fact,
    Game,
    Person,
    Photo,
    Record,
    Role,
    Seat,
)
from campaign.models.records import new_invite_key
from campaign.pictures import Picture, picture_remove_on_commit, storing
from campaign.records.members import Members
from campaign.records.own_tables import party_rows
from campaign.rules.core.facts import Planned
from campaign.rules.core.serialize import to_plain
from campaign.rules.registry import campaign_rules
from campaign.services.new_records import begun_before, campaign_quota_problems, game_quota_problems
from campaign.services.one_offs import new_seed
from campaign.services.photos import photo_quota_problems
from campaign.services.plays import campaign_plays_update, game_plays_update

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
        content = _checked(file.read(most), bounds)
        if named_pictures(content.document):
            raise Refused.because("file.alone")
        return Import(content, {})
    with opened(file, bounds) as archive:
        content = _checked(archive.document(), bounds)
        read: dict[str, Picture] = {}
        for name, data, portrait in archive.pictures(named_pictures(content.document)):
            try:
                read[name] = pictures(data, portrait)
            except PictureFault as fault:
                raise Refused.because("archive.picture", name, fault) from fault
    return Import(content, read)


def file_import(
    *, person: Person, brought: Import, token: str | None = None, bounded: bool = True
) -> Record:
    """Store the pictures of a file, and import it (``record_import``)."""
    with storing(brought.pictures.values()) as files:
        return record_import(
            person=person, brought=brought, files=files, token=token, bounded=bounded
        )


def record_import(
    *,
    person: Person,
    brought: Import,
    files: dict[str, Picture],
    token: str | None = None,
    bounded: bool = True,
) -> Record:
    """Create a campaign or one-off game of ``person`` from a file, with all of its facts.

    It is refused if it exceeds the person's quotas (``bounded``), also of photos. The same form
    submitted twice creates one. ``files`` are its pictures, stored by ``storing`` outside of any
    transaction: they may take longer than one may be idle.
    """
    try:
        with transaction.atomic():
            done = begun_before(person, token, ChangeKind.IMPORT)
            if done is not None and (imported := done.campaign or done.game):
                picture_remove_on_commit(files)  # the record has its own
                return imported
            if bounded:
                _refuse_without_room(person, brought)
            stored = dict(zip(brought.pictures, files, strict=True))
            record = _write_record(person, brought, stored)
            transaction.on_commit(files.clear)  # whatever fails from then on, they stay
            # It has no revision: it is no part of the record, and not exported.
            record.changes.create(kind=ChangeKind.IMPORT, person=person, token=token or None)
    except (IntegrityError, DataError) as error:
        raise Refused.because("file.database", got=error) from error
    return record


def demo_import(data: bytes) -> Campaign:
    """Create a demo campaign from a document: it has no keeper, and everybody can view it."""
    with transaction.atomic():
        brought = Import(_checked(data), {})
        document = brought.content.document
        if not isinstance(document, CampaignDocument):
            raise TypeError("a demo is a campaign: a one-off game has an owner")
        return _write_campaign(None, brought, document, {}, demo=True)


def _checked(data: bytes, limits: Limits | None = None) -> Content:
    content = read_json(data, limits)
    check_content(content)
    return content


def _refuse_without_room(person: Person, brought: Import) -> None:
    """Refuse a file that exceeds the quotas of a person."""
    a_campaign = isinstance(brought.content.document, CampaignDocument)
    for problem in campaign_quota_problems(person) if a_campaign else game_quota_problems(person):
        most = int(str(problem.details["most"]))
        raise Refused.because("file.campaigns" if a_campaign else "file.one_offs", most=most)
    photos = sum(len(game.photos) for game in brought.content.document.games)
    for problem in photo_quota_problems(person, photos):
        most = int(str(problem.details["most"]))
        raise Refused.because("file.no_room", got=photos, most=most)


def _write_record(person: Person, brought: Import, stored: Mapping[str, str]) -> Record:
    """Write all rows of a file, which somebody keeps from now on."""
    match brought.content.document:
        case CampaignDocument() as document:
            campaign = _write_campaign(person, brought, document, stored)
            campaign.memberships.create(person=person, role=Role.KEEPER)
            return campaign
        case GameDocument() as document:
            return _write_one_off(person, brought, document, stored)


def _write_campaign(
    person: Person | None,
    brought: Import,
    document: CampaignDocument,
    stored: Mapping[str, str],
    *,
    demo: bool = False,
) -> Campaign:
    # Columns have the same names in a file.
    campaign = Campaign.objects.create(
        demo=demo,
        revision=_revision(document),
        **asdict(document.about),
    )
    if person is not None:
        Members(campaign).of(person)
    if brought.content.opening is not None:
        kind = campaign_rules(campaign.system).opening
        campaign.opening = Members(campaign).numbered(kind, brought.content.opening)
        campaign.save(update_fields=["opening"])
    portraits = {seat: stored[file] for seat, file in document.portraits.items()}
    party_rows(campaign).write(campaign, brought.content.party, portraits)
    changes = _write_changes(campaign, document)
    _write_contents(person, brought, _write_games(campaign, document, changes), changes, stored)
    campaign_plays_update(campaign)
    return campaign


def _write_one_off(
    person: Person, brought: Import, document: GameDocument, stored: Mapping[str, str]
) -> Game:
    game = Game.objects.create(
        owner=person,
        revision=_revision(document),
        invite_key=new_invite_key(),
        **asdict(document.about),
    )
    members = Members(game)
    members.of(person)
    Seat.objects.bulk_create(
        Seat(game=game, number=seat.number, member=members.sitting(seat.name))
        for seat in document.games[0].seats
    )
    _write_contents(person, brought, [game], _write_changes(game, document), stored)
    game_plays_update(game)
    return game


def _revision(document: Document) -> int:
    return max(change.revision or 0 for change in document.changes)


def _write_changes(record: Record, document: Document) -> list[Change]:
    return Change.objects.bulk_create(
        record.new_change(
            revision=change.revision,
            kind=change.kind,
            signed=change.who,
            at=change.at,
            payload=to_plain(change.detail),
        )
        for change in document.changes
    )


def _write_contents(
    person: Person | None,
    brought: Import,
    games: list[Game],
    changes: list[Change],
    stored: Mapping[str, str],
) -> None:
    """Write what is in the games, in the order in which it is exported again."""
    _write_facts(brought.content, games, changes)
    _write_photos(person, brought, games, stored)
    write_live(brought.content.document, games)


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
    entries, members = content.document.facts, Members.of_change(changes[0])
    rows = Fact.objects.bulk_create(
        Fact(
            game=games[entry.game - 1],
            kind=entry.kind,
            place=entry.place,
            payload=members.numbered(content.rules.facts[entry.kind], _with_seed(fact)),
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
