from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CampaignConfig(AppConfig):
    name = "campaign"
    verbose_name = _("campaigns")

    def ready(self) -> None:
        from campaign import checks  # noqa: F401 (importing registers them)

        post_migrate.connect(_fill_ledger, sender=self)


def _fill_ledger(*, using: str, plan: Any = None, **_: Any) -> None:
    """Write the plays of games that are older than the ledger, once all migrations are applied."""
    from campaign.services.plays import plays_fill

    if plan:
        loader = MigrationLoader(connections[using])
        if set(loader.graph.leaf_nodes("campaign")) <= set(loader.applied_migrations):
            plays_fill()
