"""URLs that only Aeon's End has."""

from django.urls import URLPattern

from tracker.systems.aeons_end.urls import aftermath, games, reference, sheets

urlpatterns: list[URLPattern] = [
    *games.urlpatterns,
    *aftermath.urlpatterns,
    *reference.urlpatterns,
    *sheets.urlpatterns,
]
