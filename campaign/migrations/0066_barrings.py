import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def remember_who_barred_whom(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Take it from the freed seats; who owned a game before its owner of today, nobody knows."""
    barring = apps.get_model("campaign", "Barring")
    bars = (
        apps.get_model("campaign", "FreedSeat")
        .objects.exclude(barred_at=None)
        .exclude(game__owner=None)
    )
    pairs = bars.exclude(game__owner=F("person")).values_list("game__owner", "person").distinct()
    rows = (barring(by_id=by, person_id=person) for by, person in pairs.iterator())
    barring.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("campaign", "0065_delete_drafts")]

    operations = [
        migrations.CreateModel(
            name="Barring",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(F("by"), F("person"), name="barring_once")]
            },
        ),
        migrations.RunPython(remember_who_barred_whom, migrations.RunPython.noop, elidable=True),
    ]
