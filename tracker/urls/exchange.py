"""URLs of export files: out of here, and in."""

from django.urls import URLPattern, path

from tracker.views import exchange

urlpatterns: list[URLPattern] = [
    path("c/<str:code>/export", exchange.export, name="export"),
    path("g/<str:code>/export", exchange.export_game, name="one_off_export"),
    path("import", exchange.bring_in, name="import"),
]
