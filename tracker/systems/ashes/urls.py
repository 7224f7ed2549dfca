"""URLs that only this game has."""

from django.urls import URLPattern, path

from tracker.systems.ashes.decks import in_games
from tracker.systems.ashes.decks import views as decks
from tracker.systems.ashes.decks.edit import edit
from tracker.systems.ashes.drafts import views as drafts

SEAT = "g/<str:code>/decks/<int:seat>"

urlpatterns: list[URLPattern] = [
    path(SEAT, in_games.game_deck, name="duel_own_deck"),
    path(f"{SEAT}.pdf", in_games.game_paper, {"kind": "deck"}, name="duel_deck_pdf"),
    path(f"{SEAT}/proxies.pdf", in_games.game_paper, {"kind": "proxies"}, name="duel_proxies_pdf"),
    path("decks", decks.decks, name="decks"),
    path("decks/new", decks.new, name="deck_new"),
    path("decks/import", decks.import_deck, name="deck_import"),
    path("decks/sets", decks.card_sets, name="card_sets"),
    path("decks/export.json", decks.export, name="decks_export"),
    path("decks/ready/<slug:slug>", decks.open_deck, name="ready_deck"),
    path("decks/ready/<slug:slug>/copy", decks.copy, name="ready_deck_copy"),
    path("decks/shared/<str:key>", decks.open_deck, name="shared_deck"),
    path("decks/shared/<str:key>/copy", decks.copy, name="shared_deck_copy"),
    path("decks/<str:code>", decks.deck, name="deck"),
    path("decks/<str:code>/edit", edit, name="deck_edit"),
    path("decks/<str:code>/copy", decks.copy, name="deck_copy"),
    path("decks/<str:code>/play", in_games.play, name="deck_play"),
    path("decks/<str:code>/share", decks.share, name="deck_share"),
    path("decks/<str:code>/delete", decks.delete, name="deck_delete"),
    path("decks/<str:code>/restore", decks.restore, name="deck_restore"),
    path("decks/<str:code>/list.txt", decks.list_text, name="deck_list"),
    path("decks/<str:code>/list.pdf", decks.paper, {"kind": "list"}, name="deck_list_pdf"),
    path("decks/<str:code>/proxies.pdf", decks.paper, {"kind": "proxies"}, name="deck_proxies_pdf"),
    path("drafts", drafts.drafts, name="drafts"),
    path("drafts/join/<str:key>", drafts.join, name="draft_join"),
    path("drafts/<str:code>", drafts.draft, name="draft"),
    path("drafts/<str:code>/seats", drafts.seats, name="draft_seats"),
    path("drafts/<str:code>/begin", drafts.begin, name="draft_begin"),
    path("drafts/<str:code>/move", drafts.move, name="draft_move"),
    path("drafts/<str:code>/keep", drafts.keep, name="draft_keep"),
    path("drafts/<str:code>/play", drafts.play, name="draft_play"),
    path("drafts/<str:code>/delete", drafts.delete, name="draft_delete"),
]
