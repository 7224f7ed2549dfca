"""URLs of one-off games."""

from django.urls import URLPattern, path

from tracker.views import one_off, one_off_photos, one_off_result, one_off_sheet
from tracker.views.one_off_lost import View, told_if_lost


def of_game(route: str, view: View, name: str) -> URLPattern:
    """Return an address of a game, which says so if the game can no longer be laid out."""
    return path(f"g/<str:code>/{route}", told_if_lost(view), name=name)


urlpatterns: list[URLPattern] = [
    path("play", one_off.new, name="one_off_new"),
    of_game("", one_off.game, "one_off"),
    of_game("roll", one_off.roll, "one_off_roll"),
    of_game("undo", one_off.undo, "one_off_undo"),
    of_game("change", one_off.change, "one_off_change"),
    of_game("check", one_off.check, "one_off_check"),
    of_game("share", one_off.share, "one_off_share"),
    of_game("delete", one_off.delete, "one_off_delete"),
    of_game("result", one_off_result.result, "one_off_result"),
    of_game("correct", one_off_result.correct, "one_off_correct"),
    of_game("reopen", one_off_result.reopen, "one_off_reopen"),
    of_game("photos", one_off_photos.photos, "one_off_photos"),
    of_game("photos/<slug:name>", one_off_photos.photo, "one_off_photo"),
    of_game("photos/<slug:name>/thumb", one_off_photos.photo_thumb, "one_off_photo_thumb"),
    of_game("photos/<slug:name>/caption", one_off_photos.photo_edit, "one_off_photo_caption"),
    of_game("photos/<slug:name>/delete", one_off_photos.delete, "one_off_photo_delete"),
    of_game("sheet.pdf", one_off_sheet.sheet_pdf, "one_off_sheet_pdf"),
]
