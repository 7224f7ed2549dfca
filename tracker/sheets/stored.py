"""Compiled sheets, stored under the digest of what they were compiled from."""

import hashlib
import json
import logging
from collections.abc import Callable
from datetime import timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from campaign.pictures import STORAGE_FAULTS
from tracker.bounded.work import Work

KEPT = timedelta(days=7)
logger = logging.getLogger(__name__)


def compiled_once(asked: Work, edition: str, compile_it: Callable[[], bytes]) -> bytes:
    """Return the sheet that was compiled from the same before, or compile and store it.

    A storage that does not answer keeps nobody from their sheet.
    """
    name = _name(asked, edition)
    try:
        with storages["sheets"].open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        pass
    except STORAGE_FAULTS as error:
        logger.warning("No sheet can be read from the storage: %s", type(error).__name__)
    made = compile_it()
    try:
        storages["sheets"].save(name, ContentFile(made))
        _prune(name[:2])
    except STORAGE_FAULTS as error:
        logger.warning("No sheet can be stored: %s", type(error).__name__)
    return made


def _name(asked: Work, edition: str) -> str:
    digest = hashlib.sha256(json.dumps([edition, asked.values], sort_keys=True).encode())
    for blob in asked.blobs:
        digest.update(len(blob).to_bytes(8))
        digest.update(blob)
    return f"{digest.hexdigest()[:2]}/{digest.hexdigest()}"


def _prune(folder: str) -> None:
    """Delete old sheets, of one folder in 256 at a time."""
    storage, oldest = storages["sheets"], timezone.now() - KEPT
    for name in storage.listdir(folder)[1]:
        if storage.get_modified_time(f"{folder}/{name}") < oldest:
            storage.delete(f"{folder}/{name}")
