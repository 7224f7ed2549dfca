"""The faces of the game systems: one line each."""

from __future__ import annotations

from functools import cache

from django.urls import URLPattern
from django.utils.module_loading import import_string

from tracker.systems.face import CampaignFace, Face, PlayFace

# By path: a face imports views, and these ask for faces.
FACES = {
    "aeons-end-legacy": "tracker.systems.aeons_end.face.LEGACY",
    "aeons-end-war-eternal": "tracker.systems.aeons_end.face.WAR_ETERNAL",
}


@cache
def face_of(slug: str) -> Face:
    """Return the face of a system."""
    found: Face = import_string(FACES[slug])
    return found


def campaign_face(slug: str) -> CampaignFace:
    """Return the face of a system whose games make up a campaign."""
    found = face_of(slug).campaign
    if found is None:
        raise LookupError(f"{slug} has no campaigns.")
    return found


def play_face(slug: str) -> PlayFace | None:
    """Return what a system says of its plays; None for a system that is no longer here."""
    return face_of(slug).plays if slug in FACES else None


def play_columns() -> tuple[str, ...]:
    """Return the columns of the spreadsheet that only the plays of some system fill."""
    faces = filter(None, map(play_face, FACES))
    return tuple(dict.fromkeys(column for face in faces for column in face.columns))


def system_urls() -> list[URLPattern]:
    """Return the addresses that only one system has."""
    return [pattern for slug in FACES for pattern in face_of(slug).urls]
