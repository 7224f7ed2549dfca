"""One URL, one view; the patterns of each subject stand in a module of their own."""

from django.urls import URLPattern, URLResolver, path

from tracker.admin import support
from tracker.systems.registry import system_urls
from tracker.urls import (
    account,
    app_shell,
    campaigns,
    exchange,
    games,
    home,
    one_offs,
    people,
    plays,
)
from tracker.views import health

handler403 = "tracker.views.errors.forbidden"
handler500 = "tracker.views.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", support.urls),
    *home.urlpatterns,
    *app_shell.urlpatterns,
    *account.urlpatterns,
    *campaigns.urlpatterns,
    *games.urlpatterns,
    *people.urlpatterns,
    *exchange.urlpatterns,
    *one_offs.urlpatterns,
    *plays.urlpatterns,
    *system_urls(),
]
