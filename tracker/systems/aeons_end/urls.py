"""URLs that only Aeon's End has."""

from django.urls import URLPattern, path

from tracker.sheets.compiler import Format
from tracker.systems.aeons_end import campaign_views
from tracker.systems.aeons_end.expeditions.views import entries as expeditions
from tracker.systems.aeons_end.expeditions.views import pages as expedition_pages
from tracker.systems.aeons_end.legacy.views import campaign, reference, sheets
from tracker.systems.aeons_end.legacy.views import first_evening as evening
from tracker.systems.aeons_end.legacy.views.aftermath import decisions, nemesis, overview, stickers
from tracker.systems.aeons_end.one_off.views import games, sharing, shelf

CAMPAIGN = "c/<str:code>"
GAME = "g/<str:code>"
AFTERMATH = f"{GAME}/aftermath"
MAGE = f"{CAMPAIGN}/mages/<int:seat>"

urlpatterns: list[URLPattern] = [
    # One-off games, boxes, planning and setting up a game.
    path("g/<str:code>/check", games.check, name="check_choices"),
    path("g/<str:code>/complete", campaign_views.complete, name="game_complete"),
    path("g/<str:code>/never", games.exclude, name="exclude"),
    path("g/<str:code>/wishes", shelf.preset_save, name="preset_save"),
    path("g/<str:code>/table", sharing.table, name="game_table"),
    path("play/table", sharing.shared_table, name="shared_table"),
    path("play/table/<str:key>", sharing.shared_game, name="shared_game"),
    path("boxes", shelf.boxes, name="boxes"),
    path("boxes/never", shelf.exclusions, name="exclusions"),
    path("boxes/patterns", shelf.patterns, name="patterns"),
    path("boxes/wishes/<int:pk>", shelf.preset_change, name="preset_change"),
    path(f"{CAMPAIGN}/first-evening", evening.first_evening, name="first_evening"),
    path(f"{CAMPAIGN}/plan", campaign.plan, name="plan"),
    path(f"{GAME}/plan", campaign.correct_plan, name="correct_plan"),
    path(f"{GAME}/setup", campaign_views.setup, name="setup"),
    path(f"{GAME}/begun", sheets.begun, name="begun"),
    path(f"{GAME}/restore", sheets.restore, name="restore"),
    # Expeditions.
    path("expeditions/new", expeditions.start, name="expedition_start"),
    path(f"{CAMPAIGN}/barracks", expedition_pages.barracks, name="expedition_barracks"),
    path(f"{CAMPAIGN}/battles", expedition_pages.battles, name="expedition_battles"),
    path(f"{CAMPAIGN}/battle", expeditions.battle, name="expedition_battle"),
    path(f"{CAMPAIGN}/recipe", expedition_pages.recipe, name="expedition_recipe"),
    path(f"{CAMPAIGN}/read-on", expeditions.node, name="expedition_node"),
    path(f"{GAME}/reward", expeditions.reward, name="expedition_reward"),
    path(f"{GAME}/reward/came", expedition_pages.came, name="expedition_came"),
    path(f"{GAME}/reward/correct", expeditions.correct_reward, name="expedition_correct_reward"),
    # A game's aftermath.
    path(AFTERMATH, overview.show, name="aftermath"),
    path(f"{AFTERMATH}/verdict", decisions.verdict, name="aftermath_verdict"),
    path(f"{AFTERMATH}/sections", decisions.sections, name="aftermath_sections"),
    path(f"{AFTERMATH}/seals", decisions.seals, name="aftermath_seals"),
    path(f"{AFTERMATH}/ordered", decisions.ordered, name="aftermath_ordered"),
    path(f"{AFTERMATH}/growth", decisions.growth, name="aftermath_growth"),
    path(f"{AFTERMATH}/stickers", stickers.stickers, name="aftermath_stickers"),
    path(f"{AFTERMATH}/sticker", decisions.slot, name="aftermath_slot"),
    path(f"{AFTERMATH}/sticker/<int:seat>/<str:slot>", decisions.sticker, name="aftermath_sticker"),
    path(f"{AFTERMATH}/evolution", nemesis.evolution, name="aftermath_evolution"),
    path(f"{AFTERMATH}/pool", nemesis.pool, name="aftermath_pool"),
    path(f"{AFTERMATH}/close", overview.close, name="aftermath_close"),
    path(f"{GAME}/settle", overview.settle, name="settle"),
    path(f"{CAMPAIGN}/facts/<int:fact>/withdraw", overview.entry_delete, name="entry_delete"),
    path(f"{CAMPAIGN}/facts/<int:fact>/anew", overview.entry_reenter, name="entry_reenter"),
    path(f"{CAMPAIGN}/complete", campaign.complete, name="complete"),
    # Reference pages of a campaign.
    path(f"{CAMPAIGN}/mages", reference.mages, name="mages"),
    path(f"{CAMPAIGN}/market", reference.market, name="market"),
    path(f"{CAMPAIGN}/nemesis", reference.nemesis, name="nemesis"),
    path(f"{CAMPAIGN}/rulebook", reference.rulebook, name="rulebook"),
    path(f"{CAMPAIGN}/seals", reference.seals, name="seals"),
    path(f"{CAMPAIGN}/mages/mine", reference.my_mage, name="my_mage"),
    path(MAGE, reference.one_mage, name="mage"),
    path(f"{MAGE}/portrait", reference.portrait, name="portrait"),
    path(f"{MAGE}/portrait/change", reference.portrait_change, name="portrait_change"),
    path(f"{CAMPAIGN}/names", reference.names, name="names"),
    # A path: what players read off their sticker may be "A/B".
    path(f"{CAMPAIGN}/rulebook/<path:section>", reference.section_note, name="section_note"),
    path(f"{CAMPAIGN}/bookmark", reference.bookmark, name="bookmark"),
    path(f"{CAMPAIGN}/next-game", games.next_game, name="next_game"),
    path(f"{CAMPAIGN}/results", reference.results, name="results"),
    # Files to print or share.
    path(f"{CAMPAIGN}/print", sheets.print_page, name="print"),
    path(f"{GAME}/restore.pdf", sheets.restore_pdf, name="restore_pdf"),
    path(f"{MAGE}/mat.pdf", sheets.mats, name="mat_pdf"),
    path(f"{MAGE}/mat.png", sheets.mats, {"form": Format.PNG}, name="mat_png"),
    path(f"{CAMPAIGN}/mats.pdf", sheets.mats, name="mats_pdf"),
    path(f"{CAMPAIGN}/slips.pdf", sheets.campaign_pdf, {"kind": "slips"}, name="slips_pdf"),
    path(f"{CAMPAIGN}/results.pdf", sheets.campaign_pdf, {"kind": "results"}, name="results_pdf"),
]
