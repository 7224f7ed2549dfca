"""A document with its pictures, in a ZIP archive.

Members are read into memory one by one, never unpacked to disk, and only by the names in the
document; so a malicious name in an archive does nothing.
"""

import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO

from django.conf import settings

from campaign.exchange.document import CAMPAIGN, GAME, CampaignDocument, Document
from campaign.exchange.refusals import Refused
from campaign.services.games import MAX_IN_CAMPAIGN
from campaign.services.live import MAX_MOVES, MAX_OF_CAMPAIGN

DOCUMENTS = {CAMPAIGN: "campaign.json", GAME: "game.json"}
PORTRAIT = "portraits/{}.webp"  # by seat
PHOTO = "photos/{}-{}.webp"  # by the number of the game, and the position among its photos
MEGABYTE = 1024 * 1024
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest date in a ZIP, so that archives are reproducible
_ENCRYPTED = 0x1
_LISTED = 512  # bytes of a file's entry in the central directory, at most
_COMMENT = 128 * 1024  # bytes that are searched for the end of an archive
# What zipfile raises for a broken archive.
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of an imported file: sizes in bytes, and how many of what it has.

    A record that is written here has no more entries, games and moves: its export can be imported.
    """

    document: int = 5 * MEGABYTE
    archive: int = 60 * MEGABYTE
    picture: int = 10 * MEGABYTE
    pictures: int = 250
    entries: int = field(default_factory=lambda: settings.MAX_ENTRIES)
    games: int = MAX_IN_CAMPAIGN
    moves: int = MAX_OF_CAMPAIGN + MAX_MOVES  # of all games
    values: int = 160_000  # far more than entries and moves of hundreds of games have


def add_file(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file to an archive, reproducibly."""
    member = zipfile.ZipInfo(name, _FIRST_DAY)
    if name in DOCUMENTS.values():  # pictures are compressed already
        member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system = 3  # Unix, on every platform
    member.external_attr = (stat.S_IFREG | 0o644) << 16
    archive.writestr(member, data)


class Archive:
    """An uploaded archive, whose list of members is validated before any is read."""

    def __init__(self, archive: zipfile.ZipFile, limits: Limits) -> None:
        self._archive = archive
        self._limits = limits
        self.members = {member.filename: member for member in archive.infolist()}
        if len(self.members) < len(archive.infolist()):
            raise Refused.because("archive.twice", "archive")
        pictures, most = len(self.members) - 1, limits.pictures
        if pictures > most:
            raise Refused.because("archive.pictures", "archive", pictures, most=most)
        for name, member in self.members.items():
            if not _is_plain(member):
                raise Refused.because("archive.plain", "archive", name, name=name)
        names = [name for name in DOCUMENTS.values() if name in self.members]
        self._document = names[0] if names else DOCUMENTS[CAMPAIGN]

    def document(self) -> bytes:
        """Return the document."""
        return self._read(self._document, self._limits.document)

    def pictures(self, named: Mapping[str, bool]) -> Iterator[tuple[str, bytes, bool]]:
        """Yield the name and bytes of each picture in a document, and whether it is a portrait."""
        for name in self.members:
            if name != self._document and name not in named:
                raise Refused.because("archive.unnamed", "archive", name, name=name)
        for name, portrait in named.items():
            yield name, self._read(name, self._limits.picture), portrait

    def _read(self, name: str, most: int) -> bytes:
        """Return the bytes of a member; the length in its header is not trusted."""
        if name not in self.members:
            raise Refused.because("archive.missing", "archive", name, name=name)
        try:
            with self._archive.open(self.members[name]) as file:
                data = file.read(most + 1)
        except BROKEN as error:
            raise Refused.because("archive.unreadable", name, error) from error
        if len(data) > most:
            raise Refused.because("file.large", name, most=most // MEGABYTE)
        return data


class _LimitedFile:
    """A file of which only limited reads are allowed until ``zipfile`` has the central directory.

    ``zipfile`` reads all of it, and makes an object of each entry, before they can be counted:
    sixty megabytes may hold more than a million.
    """

    def __init__(self, file: IO[bytes], limits: Limits) -> None:
        self._file = file
        self.most: int | None = _COMMENT + _LISTED * (limits.pictures + 1)
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; refuse a read that is longer than the list of any export."""
        if self.most is None:
            return self._file.read(size)
        data = self._file.read(self.most + 1 if size < 0 else min(size, self.most + 1))
        if len(data) > self.most:
            raise Refused.because("archive.zip", "archive", "a long list of files")
        return data


@contextmanager
def opened(file: IO[bytes], limits: Limits) -> Iterator[Archive]:
    """Open an archive, or refuse it."""
    listed = _LimitedFile(file, limits)
    try:
        archive = zipfile.ZipFile(listed)
    except BROKEN as error:
        raise Refused.because("archive.zip", "archive", error) from error
    listed.most = None
    with archive:
        yield Archive(archive, limits)


def named_pictures(document: Document) -> dict[str, bool]:
    """Return the files of a document's pictures, in order, and whether each is a portrait.

    Refuse a document that names a file otherwise than an export does.
    """
    seats = sorted(document.portraits.items()) if isinstance(document, CampaignDocument) else ()
    named = [(f"portraits.{seat}", file, PORTRAIT.format(seat)) for seat, file in seats]
    named += [
        (f"games[{place}].photos[{at}].file", photo.file, PHOTO.format(game.number, at + 1))
        for place, game in enumerate(document.games)
        for at, photo in enumerate(game.photos)
    ]
    for path, file, expected in named:
        if file != expected:
            raise Refused.because("archive.misplaced", path, file, name=expected)
    return {file: path.startswith("portraits.") for path, file, _expected in named}


def _is_plain(member: zipfile.ZipInfo) -> bool:
    """Say whether a member is a regular file, not encrypted, stored or deflated."""
    kind = stat.S_IFMT(member.external_attr >> 16)
    packed = member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    locked = member.flag_bits & _ENCRYPTED
    return kind in (0, stat.S_IFREG) and packed and not locked and not member.is_dir()
