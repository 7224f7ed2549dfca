"""Ashes as a Django app."""

from django.apps import AppConfig


class AshesConfig(AppConfig):
    name = "tracker.systems.ashes"

    def ready(self) -> None:
        from tracker.systems.ashes import admin  # noqa: F401 (importing registers it)
