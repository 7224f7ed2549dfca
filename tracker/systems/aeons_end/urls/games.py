"""URLs of a campaign's start, and of the way to each of its games."""

from django.urls import URLPattern, path

from tracker.systems.aeons_end.views import check, complete, plan, setup, shelf, start, tables

GAME = "c/<str:code>/games/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("start", start.start, name="start"),
    path("g/<str:code>/check", check.check, name="one_off_check"),
    path("g/<str:code>/complete", complete.one_off_complete, name="one_off_complete"),
    path("g/<str:code>/again", shelf.again, name="one_off_again"),
    path("g/<str:code>/never", shelf.never_again, name="one_off_never"),
    path("g/<str:code>/wishes", shelf.preset_save, name="preset_save"),
    path("g/<str:code>/table", tables.table, name="one_off_table"),
    path("play/table", tables.shared_table, name="shared_table"),
    path("boxes", shelf.boxes, name="boxes"),
    path("boxes/never", shelf.never, name="never"),
    path("boxes/patterns", shelf.patterns, name="patterns"),
    path("boxes/wishes/<int:pk>", shelf.preset_change, name="preset_change"),
    path("c/<str:code>/plan", plan.plan, name="plan"),
    path(GAME + "plan", plan.correct_plan, name="correct_plan"),
    path(GAME + "setup", setup.setup, name="setup"),
    path(GAME + "begun", setup.begun, name="begun"),
    path(GAME + "restore", setup.restore, name="restore"),
]
