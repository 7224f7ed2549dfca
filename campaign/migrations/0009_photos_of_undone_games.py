"""Give photos of an undone game to the game that was planned in its place, as undoing does now.

A game has so many at most: with more, its export could not be read back in. The oldest go first;
the others stay with the undone game.
"""

from collections import Counter

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery


MOST = 24


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
    has: Counter[int] = Counter(
        photos.filter(session__withdrawn=None).values_list("session", flat=True)
    )
    for pk, heir in found.order_by("added_at", "pk").values_list("pk", "heir"):
        if has[heir] < MOST:
            photos.filter(pk=pk).update(session=heir)
            has[heir] += 1


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0008_one_evening"),
    ]

    operations = [migrations.RunPython(inherit, migrations.RunPython.noop)]
