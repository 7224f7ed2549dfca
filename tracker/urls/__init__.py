"""One URL, one view; the patterns of each subject stand in a module of their own."""

from django.urls import URLPattern, URLResolver, path

from tracker.urls import (
    account,
    aftermath,
    campaigns,
    exchange,
    games,
    home,
    one_off,
    people,
    reference,
    sheets,
)
from tracker.views import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    *home.urlpatterns,
    *account.urlpatterns,
    *campaigns.urlpatterns,
    *games.urlpatterns,
    *aftermath.urlpatterns,
    *people.urlpatterns,
    *reference.urlpatterns,
    *exchange.urlpatterns,
    *sheets.urlpatterns,
    *one_off.urlpatterns,
]
