"""The faces of the game systems, by slug; ``tracker.systems.installed`` has a line for each."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import URLPattern

from campaign.exchange.content import Content
from campaign.rules.core.system import CampaignRules
from tracker.systems.face import CampaignFace, Face, OneOffFace, PlayFace
from tracker.words.records import RecordWords

FACES: dict[str, Face] = {}


def install(*faces: Face) -> None:
    """Make systems known, in the order in which they are offered."""
    FACES.update((face.slug, face) for face in faces)


@dataclass(frozen=True, slots=True)
class LogColumns:
    """What the systems call columns of the play log as CSV, and where their own columns stand.

    Spreadsheets rely on the names and the order: the columns of a new system go after the last.
    """

    opponent: str = "opponent"
    characters: str = "characters"
    after_ending: tuple[str, ...] = ()  # of ``PlayFace.columns``
    after_winners: tuple[str, ...] = ()


LOG_COLUMNS: list[LogColumns] = [LogColumns()]  # the last one counts


def log_columns() -> LogColumns:
    """Return the columns of the play log."""
    return LOG_COLUMNS[-1]


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


def play_face(slug: str) -> PlayFace | None:
    """Return the play face of a system; None for a system that no longer exists."""
    return FACES[slug].plays if slug in FACES else None


def system_urls() -> list[URLPattern]:
    """Return the URL patterns of all systems."""
    return [pattern for face in FACES.values() for pattern in face.urls]
