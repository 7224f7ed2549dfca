"""URLs of what is printed."""

from django.urls import URLPattern, path

from tracker.systems.aeons_end.views import sheets

CAMPAIGN = "c/<str:code>"
GAME = f"{CAMPAIGN}/games/<int:number>"
MAGE = f"{CAMPAIGN}/mages/<int:seat>"

urlpatterns: list[URLPattern] = [
    path(f"{CAMPAIGN}/print", sheets.print_page, name="print"),
    path(f"{GAME}/sheet.pdf", sheets.setup_pdf, name="setup_pdf"),
    path(f"{GAME}/restore.pdf", sheets.restore_pdf, name="restore_pdf"),
    path(f"{GAME}/share.png", sheets.game_share_png, name="game_share"),
    path(f"{MAGE}/mat.pdf", sheets.mat_pdf, name="mat_pdf"),
    path(f"{MAGE}/mat.png", sheets.mat_png, name="mat_png"),
    path(f"{CAMPAIGN}/mats.pdf", sheets.mats_pdf, name="mats_pdf"),
    path(f"{CAMPAIGN}/slips.pdf", sheets.slips_pdf, name="slips_pdf"),
    path(f"{CAMPAIGN}/results.pdf", sheets.results_pdf, name="results_pdf"),
    path(f"{CAMPAIGN}/chronicle.pdf", sheets.chronicle_pdf, name="chronicle_pdf"),
    path(f"{CAMPAIGN}/share.png", sheets.share_png, name="share"),
]
