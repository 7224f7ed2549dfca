"""The faces of the game systems: one line each."""

from __future__ import annotations

from importlib import import_module

from django.urls import URLPattern

FACES = ("tracker.systems.aeons_end",)


def system_urls() -> list[URLPattern]:
    """Return the addresses that only one system has."""
    patterns: list[URLPattern] = []
    for face in FACES:
        patterns += import_module(f"{face}.urls").urlpatterns
    return patterns
