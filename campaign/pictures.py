"""Stored pictures: where they lie, and how they go.

A picture is two files, itself and a thumbnail, under one name that cannot be guessed. Nothing
serves the directory they lie in: a view hands them out to who may look at their campaign.
"""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

try:  # object storage is one of two places; its packages need not be there
    from botocore.exceptions import BotoCoreError, ClientError
except ImportError:
    STORAGE_FAULTS: tuple[type[Exception], ...] = (OSError,)
else:
    STORAGE_FAULTS = (OSError, BotoCoreError, ClientError)

TYPE = "image/webp"  # of every stored picture
NAME = re.compile(r"[A-Za-z0-9_-]+")  # as ``keeping`` makes them


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was read, checked and encoded anew; ``width`` and ``height`` are its own."""

    full: bytes
    thumb: bytes
    width: int
    height: int


def picture_path(name: str, *, thumb: bool = False) -> str:
    """Return where a picture lies in the storage; a row with another kind of name leads nowhere."""
    if not NAME.fullmatch(name):
        raise FileNotFoundError(name)
    return f"pictures/{name}{'.thumb' if thumb else ''}.webp"


def picture_read(name: str, *, thumb: bool = False) -> bytes | None:
    """Return a stored picture; None if its file is gone."""
    try:
        with default_storage.open(picture_path(name, thumb=thumb)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def picture_remove(names: Iterable[str]) -> None:
    """Remove pictures' files now; one that is gone already is no fault."""
    for name in filter(NAME.fullmatch, names):
        default_storage.delete(picture_path(name))
        default_storage.delete(picture_path(name, thumb=True))


def forget_pictures(names: Iterable[str]) -> None:
    """Remove pictures' files once the transaction that forgets their rows has been committed."""
    gone = [name for name in names if name]
    transaction.on_commit(lambda: picture_remove(gone), robust=True)


@contextmanager
def keeping(pictures: Iterable[Picture]) -> Iterator[dict[str, Picture]]:
    """Write pictures before their rows, and give them by their new names, in order.

    If the rows are not written, the files go again.
    """
    stored: dict[str, Picture] = {}
    try:
        for picture in pictures:
            name = secrets.token_urlsafe(24)
            stored[name] = picture  # first: what is half written must go too
            default_storage.save(picture_path(name), ContentFile(picture.full))
            default_storage.save(picture_path(name, thumb=True), ContentFile(picture.thumb))
        yield stored
    except BaseException:
        picture_remove(stored)
        raise
