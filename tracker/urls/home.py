"""URLs of the front door."""

from django.urls import URLPattern, path
from django.views.i18n import set_language

from tracker.views import home, start

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("start", start.start, name="start"),
    path("demo", home.demo, name="demo"),
    path("language", set_language, name="set_language"),
]
