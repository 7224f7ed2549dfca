"""URLs of a game's aftermath."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
