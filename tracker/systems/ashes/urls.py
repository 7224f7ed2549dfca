"""URLs that only this game has."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from tracker.systems.ashes.cards import views as cards
from tracker.systems.ashes.counted import counted
from tracker.systems.ashes.decks import about, files, history, imports, in_games, public
from tracker.systems.ashes.decks import views as decks
from tracker.systems.ashes.decks.build import edit
from tracker.systems.ashes.drafts import start as drafts_start
from tracker.systems.ashes.drafts import views as drafts

SEAT = "g/<str:code>/decks/<int:seat>"


def _files(at: str, prefix: str) -> Iterator[URLPattern]:
    """Yield the addresses that every deck has; ``prefix`` begins their names."""
    yield path(f"{at}/hand", decks.hand, name=f"{prefix}deck_hand")
    yield path(f"{at}/list.txt", files.list_text, name=f"{prefix}deck_list")
    yield path(f"{at}/deck.json", files.deck_json, name=f"{prefix}deck_json")
    yield path(f"{at}/list.pdf", files.paper, {"kind": "list"}, name=f"{prefix}deck_list_pdf")
    yield path(f"{at}/sleeve.pdf", files.paper, {"kind": "sleeve"}, name=f"{prefix}deck_sleeve_pdf")
    yield path(f"{at}/ashes-live.json", files.ashes_live, name=f"{prefix}deck_ashes_live")
    proxies = {"kind": "proxies"}
    yield path(f"{at}/proxies.pdf", files.paper, proxies, name=f"{prefix}deck_proxies_pdf")


urlpatterns: list[URLPattern] = [
    path(SEAT, in_games.game_deck, name="duel_own_deck"),
    path(f"{SEAT}.pdf", in_games.game_paper, {"kind": "deck"}, name="duel_deck_pdf"),
    path(f"{SEAT}/proxies.pdf", in_games.game_paper, {"kind": "proxies"}, name="duel_proxies_pdf"),
    path("g/<str:code>/counted", counted, name="duel_counted"),
    path("decks", decks.decks, name="decks"),
    path("decks/new", decks.new, name="deck_new"),
    path("decks/import", imports.import_deck, name="deck_import"),
    path("decks/sets", decks.card_sets, name="card_sets"),
    path("decks/export.json", files.export, name="decks_export"),
    path("decks/cards", cards.cards, name="cards"),
    path("decks/cards/<slug:edition>/<slug:key>", cards.card, name="card"),
    path("decks/ready/<slug:slug>", decks.open_deck, name="ready_deck"),
    path("decks/ready/<slug:slug>/copy", decks.copy, name="ready_deck_copy"),
    path("decks/ready/<slug:slug>/play", in_games.play, name="ready_deck_play"),
    path("decks/shared/<str:key>", decks.open_deck, name="shared_deck"),
    path("decks/shared/<str:key>/copy", decks.copy, name="shared_deck_copy"),
    path("decks/shared/<str:key>/play", in_games.play, name="shared_deck_play"),
    path("decks/public", public.public_decks, name="public_decks"),
    path("decks/public/<str:public>", public.public_deck, name="public_deck"),
    path("decks/public/<str:public>/copy", decks.copy, name="public_deck_copy"),
    path("decks/public/<str:public>/play", in_games.play, name="public_deck_play"),
    path("decks/public/<str:public>/report", public.report, name="public_deck_report"),
    path("decks/<str:code>", decks.deck, name="deck"),
    path("decks/<str:code>/edit", edit, name="deck_edit"),
    path("decks/<str:code>/about", about.about, name="deck_about"),
    path("decks/<str:code>/own-cards", about.own_cards, name="deck_own_cards"),
    path("decks/<str:code>/copy", decks.copy, name="deck_copy"),
    path("decks/<str:code>/play", in_games.play, name="deck_play"),
    path("decks/<str:code>/share", decks.share, name="deck_share"),
    path("decks/<str:code>/delete", decks.delete, name="deck_delete"),
    path("decks/<str:code>/restore", decks.restore, name="deck_restore"),
    path("decks/<str:code>/publish", public.publish, name="deck_publish"),
    path("decks/<str:code>/unpublish", public.unpublish, name="deck_unpublish"),
    path("decks/<str:code>/history", history.history, name="deck_history"),
    path(
        "decks/<str:code>/history/<int:revision>/restore",
        history.restore,
        name="deck_version_restore",
    ),
    *_files("decks/<str:code>", ""),
    *_files("decks/public/<str:public>", "public_"),
    *_files("decks/ready/<slug:slug>", "ready_"),
    *_files("decks/shared/<str:key>", "shared_"),
    path("drafts", drafts_start.drafts, name="drafts"),
    path("drafts/join/<str:key>", drafts_start.old_invitation, name="old_draft_join"),
    path("drafts/<str:code>", drafts_start.old_draft, name="old_draft"),
    path("drafts/<str:code>/<str:rest>", drafts_start.old_draft, name="old_draft_page"),
    path("g/<str:code>/draft", drafts.draft, name="draft"),
    path("g/<str:code>/draft/begin", drafts.begin, name="draft_begin"),
    path("g/<str:code>/draft/move", drafts.move, name="draft_move"),
    path("g/<str:code>/draft/keep", drafts.keep, name="draft_keep"),
    path("g/<str:code>/draft/play", drafts.play, name="draft_play"),
]
