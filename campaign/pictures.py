"""Stored pictures: paths, reading, writing and deleting.

A picture is two files, itself and a thumbnail, under one random name. The web server does not serve
their directory: a view checks access to the campaign first.
"""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

try:  # only object storage needs these packages
    from botocore.exceptions import BotoCoreError, ClientError
except ImportError:
    STORAGE_FAULTS: tuple[type[Exception], ...] = (OSError,)
else:
    STORAGE_FAULTS = (OSError, BotoCoreError, ClientError)

TYPE = "image/webp"
WEBP = b"RIFF"  # how its files begin
NAME = re.compile(r"[A-Za-z0-9_-]+")  # as ``storing`` makes them


@dataclass(frozen=True, slots=True)
class Picture:
    """A validated and re-encoded picture; ``width`` and ``height`` are those of ``full``."""

    full: bytes
    thumb: bytes
    width: int
    height: int


def picture_path(name: str, *, thumb: bool = False) -> str:
    """Return the path of a picture in the storage; raise if the name is not one of ours."""
    if not NAME.fullmatch(name):
        raise FileNotFoundError(name)
    return f"pictures/{name}{'.thumb' if thumb else ''}.webp"


def picture_read(name: str, *, thumb: bool = False) -> bytes | None:
    """Return the bytes of a stored picture; None if its file is missing, empty or cut short."""
    try:
        with default_storage.open(picture_path(name, thumb=thumb)) as file:
            data = bytes(file.read())
    except FileNotFoundError:
        return None
    return None if _is_cut_short(data) else data


def _is_cut_short(data: bytes) -> bool:
    """Say whether a WebP file is shorter than it says: the disk was full, or power failed."""
    length = int.from_bytes(data[4:8], "little")  # of what follows it
    return WEBP.startswith(data[:4]) and len(data) < 8 + length


def picture_remove(names: Iterable[str]) -> None:
    """Delete the files of pictures now; missing ones are ignored."""
    for name in filter(NAME.fullmatch, names):
        default_storage.delete(picture_path(name))
        default_storage.delete(picture_path(name, thumb=True))


def picture_remove_on_commit(names: Iterable[str]) -> None:
    """Delete the files of pictures when the current transaction is committed."""
    gone = [name for name in names if name]
    transaction.on_commit(lambda: picture_remove(gone), robust=True)


@contextmanager
def storing(pictures: Iterable[Picture]) -> Iterator[dict[str, Picture]]:
    """Store the files of pictures, and yield the pictures by their new names, in order.

    If the block raises, the files of those that are still among them are deleted again.
    """
    stored: dict[str, Picture] = {}
    try:
        for picture in pictures:
            name = secrets.token_urlsafe(24)
            stored[name] = picture  # first, so that partly written files are deleted too
            default_storage.save(picture_path(name), ContentFile(picture.full))
            default_storage.save(picture_path(name, thumb=True), ContentFile(picture.thumb))
        yield stored
    except BaseException:
        picture_remove(stored)
        raise
