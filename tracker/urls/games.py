"""URLs of a campaign's games."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
