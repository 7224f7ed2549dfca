"""The details of changes become objects with fields; they were texts."""

from typing import Any

from django.db import migrations, models

from campaign.models.change_texts import detail_of_text


def fill(apps: Any, _editor: Any) -> None:
    """Read every text."""
    changes = apps.get_model("campaign", "Change").objects
    told = changes.exclude(detail="").only("kind", "detail").order_by("pk")
    batch = []
    for change in told.iterator(chunk_size=500):
        change.payload = detail_of_text(change.kind, change.detail)
        batch.append(change)
        if len(batch) == 500:
            changes.bulk_update(batch, ["payload"])
            batch = []
    changes.bulk_update(batch, ["payload"])


class Migration(migrations.Migration):
    dependencies = [("campaign", "0041_counted_games")]

    operations = [
        migrations.AddField(
            model_name="change",
            name="payload",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
