"""URLs of a campaign's games."""

from django.urls import URLPattern, path

from tracker.views import games, live, photos, ticks

GAME = "c/<str:code>/games/<int:number>/"
PHOTO = "c/<str:code>/photos/<slug:name>"

urlpatterns: list[URLPattern] = [
    path(GAME, games.game, name="game"),
    path(GAME + "result", games.result, name="result"),
    path(GAME + "correct", games.correct, name="correct"),
    path(GAME + "live", live.live, name="live"),
    path(GAME + "live/open", live.live_open, name="live_open"),
    path(GAME + "live/move", live.live_move, name="live_move"),
    path(GAME + "live/state", live.live_state, name="live_state"),
    path(GAME + "live/events", live.live_events, name="live_events"),
    path(GAME + "live/log", live.live_log, name="live_log"),
    path(GAME + "live/moves.json", live.live_moves, name="live_moves"),
    path(GAME + "live/clear", live.live_clear, name="live_clear"),
    path(GAME + "ticks", ticks.ticks, name="ticks"),
    path(GAME + "notes", games.note, name="note"),
    path(GAME + "notes/<int:fact>/delete", games.note_delete, name="note_delete"),
    path(GAME + "photos", photos.photos, name="photos"),
    path(GAME + "photos/<slug:name>/caption", photos.photo_edit, name="photo_caption"),
    path(GAME + "photos/<slug:name>/delete", photos.delete, name="photo_delete"),
    path(PHOTO, photos.photo, name="photo"),
    path(f"{PHOTO}/thumb", photos.photo, {"thumb": True}, name="photo_thumb"),
]
