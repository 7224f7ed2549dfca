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

# Dotted paths avoid circular imports: faces import forms and views, which use this module.
FACES: dict[str, str] = {
    "aeons-end-legacy": "tracker.systems.aeons_end.face.LEGACY",
    "aeons-end-war-eternal": "tracker.systems.aeons_end.face.WAR_ETERNAL",
    "aeons-end": "tracker.systems.aeons_end.face.SERIES",
    "ashes": "tracker.systems.ashes.face.ASHES",
    "relic-nemesis": "tracker.systems.relic_nemesis.face.RELIC_NEMESIS",
}

# The play log as CSV: spreadsheets rely on the names and the order of its columns. The opponent and
# the characters of any game have the names that the first system gave them.
OPPONENT_COLUMN = "nemesis"
CHARACTERS_COLUMN = "mages"
# Columns that only one system has (``PlayFace.columns``): those of a new one go after the last.
COLUMNS_AFTER_ENDING = ("gravehold_life", "nemesis_life")
COLUMNS_AFTER_WINNERS = ("rounds", "infamy")


def face_of(slug: str) -> Face:
    """Return the face of a system."""
    found: Face = import_string(FACES[slug])
    return found


def campaign_face(slug: str) -> CampaignFace:
    """Return the face of a system that has campaigns."""
    found = face_of(slug).campaign
    if found is None:
        raise LookupError(f"{slug} has no campaigns.")
    return found


def one_off_face(slug: str) -> OneOffFace:
    """Return the face of a system that has one-off games."""
    found = face_of(slug).one_off
    if found is None:
        raise LookupError(f"{slug} has no one-off games.")
    return found


def one_off_faces() -> dict[str, OneOffFace]:
    """Return the face of every system that has one-off games, by slug."""
    faces = {slug: face_of(slug).one_off for slug in FACES}
    return {slug: face for slug, face in faces.items() if face is not None}


def game_face(game: Game) -> GameFace:
    """Return the face of a game, of a campaign or one-off."""
    if game.campaign_id is not None:
        return campaign_face(game.system)
    return one_off_face(game.system)


def record_words(record: Campaign | Game) -> RecordWords:
    """Return the words for a record."""
    from campaign.models import Game  # this module is imported before the models are loaded

    if isinstance(record, Game):
        return one_off_face(record.system).words(record)
    return campaign_face(record.system).words(record)


def file_words(content: Content) -> RecordWords:
    """Return the words for the content of an export file."""
    face = campaign_face if isinstance(content.rules, CampaignRules) else one_off_face
    return face(content.document.about.system).file_words(content)


def play_face(slug: str) -> PlayFace | None:
    """Return the play face of a system; None for a system that no longer exists."""
    return face_of(slug).plays if slug in FACES else None


def home_links() -> list[tuple[str, StrPromise]]:
    """Return the links of the home page to pages of one system."""
    return [(reverse(name), label) for slug in FACES for name, label in face_of(slug).home]


def system_urls() -> list[URLPattern]:
    """Return the URL patterns of all systems."""
    return [pattern for slug in FACES for pattern in face_of(slug).urls]
