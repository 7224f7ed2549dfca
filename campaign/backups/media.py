"""The pictures of a backup: from the storage to a directory, and back."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage

PICTURES = "pictures"


def take_media(to: Path) -> None:
    """Put every stored file that there is now, and was not before, into a directory."""
    if not isinstance(default_storage, FileSystemStorage):
        for name in _stored():
            if not (to / name).exists():
                _fetch(name, to / name)
        return
    media = Path(settings.MEDIA_ROOT)
    for path in media.rglob("*"):
        target = to / path.relative_to(media)
        if path.is_symlink() or not path.is_file() or target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # deleted just now, and its row before it
            try:
                target.hardlink_to(path)
            except FileNotFoundError:
                raise
            except OSError:  # a file system without links
                shutil.copyfile(path, target)


def add_media(source: Path, names: list[str], *, replace: bool = False) -> None:
    """Store files of a directory; one that is stored already stays as it is, or is replaced."""
    if not isinstance(default_storage, FileSystemStorage):
        for name in names:  # none is used twice: an object of the same name is the same picture
            if not default_storage.exists(name):
                with (source / name).open("rb") as file:
                    default_storage.save(name, File(file))
        return
    media = Path(settings.MEDIA_ROOT)
    for name in names:
        if (source / name).exists() and (replace or not (media / name).exists()):
            (media / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).replace(media / name)


def remove_other_media(names: list[str]) -> None:
    """Delete every stored file but these."""
    if not isinstance(default_storage, FileSystemStorage):
        for name in set(_stored()) - set(names):
            default_storage.delete(name)
        return
    media = Path(settings.MEDIA_ROOT)
    for path in set(media.rglob("*")) - {media / name for name in names}:
        if path.is_file():
            path.unlink(missing_ok=True)


def _stored() -> Iterator[str]:
    yield from (f"{PICTURES}/{name}" for name in default_storage.listdir(PICTURES)[1])


def _fetch(name: str, target: Path) -> None:
    """Copy one file; one that is deleted meanwhile has lost its row before."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        with default_storage.open(name) as file:
            data = file.read()
        target.write_bytes(data)
