"""Every deck has its latest version, and every version is a session of its own."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("campaign", "SavedDeck").objects.update(version=F("revision"))
    apps.get_model("campaign", "DeckVersion").objects.update(session=F("revision"))


class Migration(migrations.Migration):
    dependencies = [("campaign", "0050_deck_steps")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
