"""URLs that only Relic: Nemesis has."""

from django.urls import URLPattern, path

from tracker.systems.relic_nemesis import views

GAME = "g/<str:code>/"
SEAT = GAME + "seats/<int:seat>"

urlpatterns: list[URLPattern] = [
    path(GAME + "deal/<int:seat>", views.deal, name="relic_deal"),
    path(SEAT, views.seat_sheet, name="relic_seat"),
    path(f"{SEAT}.pdf", views.seat_sheet, {"face": views.PDF}, name="relic_seat_pdf"),
    path(f"{SEAT}.json", views.seat_sheet, {"face": views.JSON}, name="relic_seat_json"),
    path(GAME + "start", views.start_values, name="relic_start"),
    path(GAME + "battle", views.battle, name="relic_battle"),
    path(GAME + "duel", views.duel, name="relic_duel"),
    path(GAME + "defeat/<int:seat>", views.defeat, name="relic_defeat"),
]
