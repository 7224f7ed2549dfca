"""URLs of a campaign's pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
