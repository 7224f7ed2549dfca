"""A plan says once whether the choices of seats are secret; each seat said it for itself."""

from typing import Any

from django.db import migrations

from campaign.models.plan_payloads import with_one_switch


def upgrade(apps: Any, _editor: Any) -> None:
    """Rewrite the plans that say it of each seat, withdrawn ones too."""
    facts = apps.get_model("campaign", "Fact").objects.filter(kind="planned", game__campaign=None)
    for fact in facts.only("payload").order_by("pk").iterator(chunk_size=500):
        payload = with_one_switch(fact.payload)
        if payload != fact.payload:
            fact.payload = payload
            fact.save(update_fields=["payload"])


class Migration(migrations.Migration):
    dependencies = [("campaign", "0043_remove_change_detail")]

    operations = [migrations.RunPython(upgrade, migrations.RunPython.noop)]
