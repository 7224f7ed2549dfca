"""URLs of a campaign's start, and of the way to each of its games."""

from django.urls import URLPattern, path

from tracker.systems.aeons_end.views import check, plan, setup, start

GAME = "c/<str:code>/games/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("start", start.start, name="start"),
    path("g/<str:code>/check", check.check, name="one_off_check"),
    path("c/<str:code>/plan", plan.plan, name="plan"),
    path(GAME + "setup", setup.setup, name="setup"),
    path(GAME + "begun", setup.begun, name="begun"),
    path(GAME + "restore", setup.restore, name="restore"),
]
