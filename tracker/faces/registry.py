"""The faces of the systems, by slug: those of each game that the rules know."""

from __future__ import annotations

from importlib import import_module

from django.urls import URLPattern

from campaign.exchange.content import Content
from campaign.rules.core.json_schema import Schema, schema_of
from campaign.rules.core.system import CampaignRules
from campaign.rules.registry import GAMES
from campaign.selectors.admission import admit_by
from tracker.faces.campaigns import CampaignFace
from tracker.faces.face import Face
from tracker.faces.one_offs import OneOffFace
from tracker.faces.plays import PlayFace
from tracker.words.records import RecordWords

FACES: dict[str, Face] = {}


def install() -> None:
    """Read the faces of all games; Django does so when it starts, when models can be imported."""
    for game in GAMES:
        for face in faces_of(f"tracker.systems.{game}").values():
            FACES[face.slug] = face
            if face.admission is not None:
                admit_by(face.slug, face.admission)


def faces_of(pages: str) -> dict[str, Face]:
    """Return the faces of a game by system, given the package of its pages."""
    faces: tuple[Face, ...] = import_module(f"{pages}.face").FACES
    return {face.slug: face for face in faces}


def face_of(slug: str) -> Face:
    """Return the face of a system."""
    return FACES[slug]


def campaign_face(slug: str) -> CampaignFace:
    """Return the face of a system that has campaigns."""
    face = face_of(slug).campaign
    if face is None:
        raise LookupError(f"{slug} has no campaigns.")
    return face


def campaign_faces() -> dict[str, CampaignFace]:
    """Return the face of every system that has campaigns, by slug."""
    return {slug: face.campaign for slug, face in FACES.items() if face.campaign is not None}


def one_off_face(slug: str) -> OneOffFace:
    """Return the face of a system that has one-off games."""
    face = face_of(slug).one_off
    if face is None:
        raise LookupError(f"{slug} has no one-off games.")
    return face


def one_off_faces() -> dict[str, OneOffFace]:
    """Return the face of every system that has one-off games, by slug."""
    return {slug: face.one_off for slug, face in FACES.items() if face.one_off is not None}


def file_words(content: Content | None) -> RecordWords | None:
    """Return the words for the content of an export file; None if it could not be read."""
    if content is None:
        return None
    slug = content.document.about.system
    in_campaign = isinstance(content.rules, CampaignRules)
    face = campaign_face(slug) if in_campaign else one_off_face(slug)
    return face.file_words(content)


def file_schemas() -> dict[str, Schema]:
    """Return the JSON Schemas of the files that only one system has, by name."""
    return {
        name: schema_of(kind, f"{name} of {slug}")
        for slug, face in FACES.items()
        for name, kind in face.files.items()
    }


def play_face(slug: str) -> PlayFace | None:
    """Return the play face of a system; None for a system that no longer exists."""
    return FACES[slug].plays if slug in FACES else None


def system_urls() -> list[URLPattern]:
    """Return the URL patterns of all systems."""
    return [pattern for face in FACES.values() for pattern in face.urls]
