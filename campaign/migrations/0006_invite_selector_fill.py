"""Links that were sent out before go on working: they are found by the head of their digest."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.functions import Substr


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each link its selector."""
    links = apps.get_model("campaign", "Invite")._default_manager
    using = links.using(schema_editor.connection.alias)
    using.filter(selector=None).update(selector=Substr("token_hash", 1, 12))


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0005_invite_selector"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
