"""URLs of drafts."""

from django.urls import URLPattern, path

from tracker.systems.ashes.drafts import seats, views

urlpatterns: list[URLPattern] = [
    path("drafts", seats.drafts, name="drafts"),
    path("drafts/join/<str:key>", seats.join, name="draft_join"),
    path("drafts/<str:code>", views.draft, name="draft"),
    path("drafts/<str:code>/seats", seats.seats, name="draft_seats"),
    path("drafts/<str:code>/begin", views.begin, name="draft_begin"),
    path("drafts/<str:code>/move", views.move, name="draft_move"),
    path("drafts/<str:code>/keep", views.keep, name="draft_keep"),
    path("drafts/<str:code>/play", views.play, name="draft_play"),
    path("drafts/<str:code>/delete", views.delete, name="draft_delete"),
]
