"""URLs of a campaign's pages."""

from django.urls import URLPattern, path

from tracker.views import campaign, fork, history, settings_page, undo

urlpatterns: list[URLPattern] = [
    path("c/<str:code>/", campaign.campaign, name="campaign"),
    path("c/<str:code>/settings", settings_page.settings, name="settings"),
    path("c/<str:code>/archive", settings_page.archive, name="archive"),
    path("c/<str:code>/delete", settings_page.delete, name="delete_campaign"),
    path("c/<str:code>/history", history.history, name="history"),
    path("c/<str:code>/undo", undo.undo, name="undo"),
    path("c/<str:code>/undo-last", undo.undo_last, name="undo_last"),
    path("c/<str:code>/fork", fork.fork, name="fork"),
]
