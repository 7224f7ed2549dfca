"""The pictures of a backup, copied from the storage to a directory and back."""

import contextlib
from pathlib import Path

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage

from campaign.models import Campaign, Photo
from campaign.records.own_tables import PARTIES

PICTURES = "pictures"


def take_media(to: Path) -> None:
    """Copy every stored file that is not there yet into a directory."""
    for name in _stored():
        if not (to / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):  # deleted meanwhile, after its row
                _take(name, to / name)


def add_media(source: Path, names: list[str], *, replace: bool = False) -> list[str]:
    """Store files of a directory, and return the names of those that were stored.

    Existing ones are kept, unless ``replace`` is set.
    """
    stored = []
    if not isinstance(default_storage, FileSystemStorage):
        for name in names:  # names are never reused: an object of that name is the same picture
            if not default_storage.exists(name):
                with (source / name).open("rb") as file:
                    default_storage.save(name, File(file))
                stored.append(name)
        return stored
    media = Path(settings.MEDIA_ROOT)
    for name in names:
        if (source / name).exists() and (replace or not (media / name).exists()):
            (media / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).replace(media / name)
            stored.append(name)
    return stored


def remove_media(names: list[str]) -> None:
    """Delete stored files."""
    for name in names:
        default_storage.delete(name)


def pictures_in_use() -> set[str]:
    """Return the names of the pictures that rows refer to: photos, and portraits of seats."""
    names = set(Photo.objects.values_list("name", flat=True))
    for system, party in PARTIES.items():
        for campaign in Campaign.objects.filter(system=system).iterator():
            names.update(party.portraits(campaign).values())
    return names


def _stored() -> list[str]:
    if not isinstance(default_storage, FileSystemStorage):
        return [f"{PICTURES}/{name}" for name in default_storage.listdir(PICTURES)[1]]
    media = Path(settings.MEDIA_ROOT)
    # Not what lies beside them: backups and restores stage their files there.
    found = (media / PICTURES).rglob("*")
    files = (path for path in found if path.is_file() and not path.is_symlink())
    return [path.relative_to(media).as_posix() for path in files]


def _take(name: str, target: Path) -> None:
    """Hard-link a file, or copy it if the storage has no links."""
    with contextlib.suppress(NotImplementedError, OSError):
        target.hardlink_to(default_storage.path(name))
        return
    with default_storage.open(name) as file:
        target.write_bytes(file.read())
