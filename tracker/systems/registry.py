"""The faces of the game systems: one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import URLPattern, reverse
from django.utils.module_loading import import_string

from campaign.rules.core.system import CampaignRules

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from campaign.exchange.reading import Content
    from campaign.models import Campaign, Game
    from tracker.systems.face import CampaignFace, Face, GameFace, OneOffFace, PlayFace, RecordWords

# By path: a face imports forms and views, and these ask for faces.
FACES: dict[str, str] = {
    "aeons-end-legacy": "tracker.systems.aeons_end.face.LEGACY",
    "aeons-end-war-eternal": "tracker.systems.aeons_end.face.WAR_ETERNAL",
    "aeons-end": "tracker.systems.aeons_end.face.SERIES",
    "ashes": "tracker.systems.ashes.face.ASHES",
    "relic-nemesis": "tracker.systems.relic_nemesis.face.RELIC_NEMESIS",
}


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


def one_off_face(slug: str) -> OneOffFace:
    """Return the face of a system of which one-off games are played."""
    found = face_of(slug).one_off
    if found is None:
        raise LookupError(f"{slug} has no one-off games.")
    return found


def one_off_faces() -> dict[str, OneOffFace]:
    """Return every system of which one-off games are played, by its slug."""
    faces = {slug: face_of(slug).one_off for slug in FACES}
    return {slug: face for slug, face in faces.items() if face is not None}


def game_face(game: Game) -> GameFace:
    """Return the face of a game, of a campaign or by itself."""
    if game.campaign_id is not None:
        return campaign_face(game.system)
    return one_off_face(game.system)


def record_words(record: Campaign | Game) -> RecordWords:
    """Return the words for what a record holds."""
    from campaign.models import Game  # the registry is asked before models are there

    if isinstance(record, Game):
        return one_off_face(record.system).words(record)
    return campaign_face(record.system).words(record)


def file_words(content: Content) -> RecordWords:
    """Return the words for what an export file holds."""
    face = campaign_face if isinstance(content.rules, CampaignRules) else one_off_face
    return face(content.document.about.system).file_words(content)


def play_face(slug: str) -> PlayFace | None:
    """Return what a system says of its plays; None for a system that is no longer here."""
    return face_of(slug).plays if slug in FACES else None


def home_links() -> list[tuple[str, StrPromise]]:
    """Return the ways from the home page to what only one system has."""
    return [(reverse(name), label) for slug in FACES for name, label in face_of(slug).home]


def system_urls() -> list[URLPattern]:
    """Return the addresses that only one system has."""
    return [pattern for slug in FACES for pattern in face_of(slug).urls]
