"""Addresses that only this game has."""

from django.urls import URLPattern, path

from tracker.systems.ashes import views
from tracker.systems.ashes.decks.urls import urlpatterns as deck_urls
from tracker.systems.ashes.drafts.urls import urlpatterns as draft_urls

SEAT = "g/<str:code>/decks/<int:seat>"

urlpatterns: list[URLPattern] = [
    path(f"{SEAT}.pdf", views.deck_file, {"kind": "deck"}, name="duel_deck_pdf"),
    path(f"{SEAT}/proxies.pdf", views.deck_file, {"kind": "proxies"}, name="duel_proxies_pdf"),
    *deck_urls,
    *draft_urls,
]
