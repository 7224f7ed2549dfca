"""Drop the names of who sits at the live tables of journals: members have them."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_names(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    tables = apps.get_model("campaign", "LiveTable").objects.filter(game__system="journal")
    for table in tables.iterator():
        for seat in table.start.get("seats", ()):
            seat.pop("name", None)
        table.save(update_fields=["start"])


class Migration(migrations.Migration):
    dependencies = [("campaign", "0066_barrings")]

    operations = [migrations.RunPython(drop_names, migrations.RunPython.noop)]
