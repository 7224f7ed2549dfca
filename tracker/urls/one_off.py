"""URLs of one-off games."""

from django.urls import URLPattern, path

from tracker.views import one_off, one_off_result, one_off_sheet

GAME = "g/<str:code>/"

urlpatterns: list[URLPattern] = [
    path("play", one_off.new, name="one_off_new"),
    path(GAME, one_off.game, name="one_off"),
    path(GAME + "roll", one_off.roll, name="one_off_roll"),
    path(GAME + "change", one_off.change, name="one_off_change"),
    path(GAME + "check", one_off.check, name="one_off_check"),
    path(GAME + "share", one_off.share, name="one_off_share"),
    path(GAME + "delete", one_off.delete, name="one_off_delete"),
    path(GAME + "result", one_off_result.result, name="one_off_result"),
    path(GAME + "correct", one_off_result.correct, name="one_off_correct"),
    path(GAME + "reopen", one_off_result.reopen, name="one_off_reopen"),
    path(GAME + "sheet.pdf", one_off_sheet.sheet_pdf, name="one_off_sheet_pdf"),
]
