"""Give photos of an undone game to the game that was planned in its place, as undoing does now."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery


def inherit(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Move the photos; what nobody has planned anew yet waits for who does."""
    alias = schema_editor.connection.alias
    photos = apps.get_model("campaign", "Photo")._default_manager.using(alias)
    sessions = apps.get_model("campaign", "Session")._default_manager.using(alias)
    heirs = sessions.filter(
        campaign=OuterRef("session__campaign"), number=OuterRef("session__number"), withdrawn=None
    )
    undone = photos.exclude(session__withdrawn=None)
    found = undone.annotate(heir=Subquery(heirs.values("pk")[:1])).exclude(heir=None)
    for pk, heir in found.values_list("pk", "heir"):
        photos.filter(pk=pk).update(session=heir)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0008_one_evening"),
    ]

    operations = [migrations.RunPython(inherit, migrations.RunPython.noop)]
