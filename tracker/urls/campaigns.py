"""URLs of a campaign's pages."""

from django.urls import URLPattern, path

from tracker.views import campaign, settings_page

urlpatterns: list[URLPattern] = [
    path("c/<str:code>/", campaign.campaign, name="campaign"),
    path("c/<str:code>/settings", settings_page.settings, name="settings"),
    path("c/<str:code>/archive", settings_page.archive, name="archive"),
    path("c/<str:code>/delete", settings_page.delete, name="delete_campaign"),
]
