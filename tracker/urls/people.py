"""URLs of a campaign's people."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
