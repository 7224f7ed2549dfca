"""URLs of the front door."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
