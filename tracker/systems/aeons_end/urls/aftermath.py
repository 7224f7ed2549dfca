"""URLs of a game's aftermath."""

from django.urls import URLPattern, path

from tracker.systems.aeons_end.views import complete
from tracker.systems.aeons_end.views.aftermath import changes as aftermath_changes
from tracker.systems.aeons_end.views.aftermath import nemesis as aftermath_nemesis
from tracker.systems.aeons_end.views.aftermath import overview as aftermath
from tracker.systems.aeons_end.views.aftermath import story as aftermath_story
from tracker.systems.aeons_end.views.aftermath.reenter import entry_reenter

GAME = "c/<str:code>/games/<int:number>"

urlpatterns: list[URLPattern] = [
    path(f"{GAME}/aftermath", aftermath.aftermath, name="aftermath"),
    path(f"{GAME}/aftermath/verdict", aftermath_story.verdict, name="aftermath_verdict"),
    path(f"{GAME}/aftermath/sections", aftermath_story.sections, name="aftermath_sections"),
    path(f"{GAME}/aftermath/seals", aftermath_story.seals, name="aftermath_seals"),
    path(f"{GAME}/aftermath/ordered", aftermath_story.ordered, name="aftermath_ordered"),
    path(f"{GAME}/aftermath/growth", aftermath_changes.growth, name="aftermath_growth"),
    path(f"{GAME}/aftermath/sticker", aftermath_changes.slot, name="aftermath_slot"),
    path(
        f"{GAME}/aftermath/sticker/<int:seat>/<str:slot>",
        aftermath_changes.sticker,
        name="aftermath_sticker",
    ),
    path(f"{GAME}/aftermath/evolution", aftermath_nemesis.evolution, name="aftermath_evolution"),
    path(f"{GAME}/aftermath/pool", aftermath_nemesis.pool, name="aftermath_pool"),
    path(f"{GAME}/aftermath/close", aftermath.close, name="aftermath_close"),
    path(f"{GAME}/settle", aftermath.settle, name="settle"),
    path("c/<str:code>/facts/<int:fact>/withdraw", aftermath.entry_delete, name="entry_delete"),
    path("c/<str:code>/facts/<int:fact>/anew", entry_reenter, name="entry_reenter"),
    path("c/<str:code>/complete", complete.complete, name="complete"),
]
