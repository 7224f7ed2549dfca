"""URLs that only Relic: Nemesis has."""

from django.urls import URLPattern, path

from tracker.systems.relic_nemesis.views import fights, seats

GAME = "g/<str:code>/"
SEAT = GAME + "seats/<int:seat>"

urlpatterns: list[URLPattern] = [
    path(GAME + "deal/<int:seat>", seats.deal, name="relic_deal"),
    path(SEAT, seats.seat_sheet, name="relic_seat"),
    path(f"{SEAT}.pdf", seats.seat_sheet, {"face": seats.PDF}, name="relic_seat_pdf"),
    path(f"{SEAT}.json", seats.seat_sheet, {"face": seats.JSON}, name="relic_seat_json"),
    path(GAME + "battle", fights.battle, name="relic_battle"),
    path(GAME + "duel", fights.duel, name="relic_duel"),
    path(GAME + "defeat/<int:seat>", fights.defeat, name="relic_defeat"),
]
