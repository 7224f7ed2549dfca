"""URLs of decks."""

from django.urls import URLPattern, path

from tracker.systems.ashes.decks import views
from tracker.systems.ashes.decks.edit import edit
from tracker.systems.ashes.decks.importing import import_deck

urlpatterns: list[URLPattern] = [
    path("decks", views.decks, name="decks"),
    path("decks/new", views.new, name="deck_new"),
    path("decks/import", import_deck, name="deck_import"),
    path("decks/sets", views.card_sets, name="card_sets"),
    path("decks/export.json", views.export, name="decks_export"),
    path("decks/ready/<slug:slug>", views.ready, name="ready_deck"),
    path("decks/ready/<slug:slug>/copy", views.ready_copy, name="ready_deck_copy"),
    path("decks/shared/<str:key>", views.shared, name="shared_deck"),
    path("decks/shared/<str:key>/copy", views.shared_copy, name="shared_deck_copy"),
    path("decks/<str:code>", views.deck, name="deck"),
    path("decks/<str:code>/edit", edit, name="deck_edit"),
    path("decks/<str:code>/copy", views.copy, name="deck_copy"),
    path("decks/<str:code>/share", views.share, name="deck_share"),
    path("decks/<str:code>/delete", views.delete, name="deck_delete"),
    path("decks/<str:code>/restore", views.restore, name="deck_restore"),
    path("decks/<str:code>/list.txt", views.list_text, name="deck_list"),
    path("decks/<str:code>/list.pdf", views.paper, {"kind": "list"}, name="deck_list_pdf"),
    path("decks/<str:code>/proxies.pdf", views.paper, {"kind": "proxies"}, name="deck_proxies_pdf"),
]
