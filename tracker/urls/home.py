"""URLs of the home page."""

from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from tracker.views import home

# Django's own view answers to any method.
language = require_http_methods(["GET", "HEAD", "POST"])(set_language)

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("demo", home.demo, name="demo"),
    path("language", language, name="set_language"),
]
