"""Name the game of each journal in the ledger: its plays are written anew after the migrations."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def delete_plays(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("campaign", "Play").objects.filter(system="journal").delete()


class Migration(migrations.Migration):
    dependencies = [("campaign", "0061_former_players")]

    operations = [
        migrations.AddField(
            model_name="play",
            name="game_name",
            field=models.CharField(blank=True, default="", max_length=100),
            preserve_default=False,
        ),
        migrations.RunPython(delete_plays, migrations.RunPython.noop),
    ]
