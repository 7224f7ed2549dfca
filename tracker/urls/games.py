"""URLs of a campaign's games."""

from django.urls import URLPattern, path

from tracker.views import games, photos

GAME = "c/<str:code>/games/<int:number>/"
PHOTO = "c/<str:code>/photos/<slug:name>"

urlpatterns: list[URLPattern] = [
    path(GAME, games.game, name="game"),
    path(GAME + "result", games.result, name="result"),
    path(GAME + "correct", games.correct, name="correct"),
    path(GAME + "notes", games.note, name="note"),
    path(GAME + "notes/<int:fact>/delete", games.note_delete, name="note_delete"),
    path(GAME + "photos", photos.photos, name="photos"),
    path(GAME + "photos/<slug:name>/caption", photos.photo_edit, name="photo_caption"),
    path(GAME + "photos/<slug:name>/delete", photos.delete, name="photo_delete"),
    path(PHOTO, photos.photo, name="photo"),
    path(f"{PHOTO}/thumb", photos.photo, {"thumb": True}, name="photo_thumb"),
]
