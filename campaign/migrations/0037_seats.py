"""Seats of one-off games: who drafted decks for a game has its seats, and every game a link."""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import campaign.models.records


def fill(apps: Any, _editor: Any) -> None:
    """Give every one-off game a link, and the games of drafts the seats of their drafts."""
    game, seat = apps.get_model("campaign", "Game"), apps.get_model("campaign", "Seat")
    for pk in list(game.objects.filter(campaign=None).values_list("pk", flat=True)):
        key = campaign.models.records.new_invite_key()
        game.objects.filter(pk=pk).update(invite_key=key)
    # The draft that was linked to a game last is the one whose players could record it.
    drafted = apps.get_model("campaign", "DraftSeat").objects.exclude(draft__game=None)
    seats = {
        (row.draft.game_id, row.seat): seat(
            game_id=row.draft.game_id, number=row.seat, person_id=row.person_id, name=row.name
        )
        for row in drafted.select_related("draft").order_by("draft", "seat")
    }
    seat.objects.bulk_create(seats.values())


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0036_draft_of_six"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="invite_key",
            field=models.CharField(editable=False, max_length=16, null=True, unique=True),
        ),
        migrations.CreateModel(
            name="FreedSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("barred", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="freed_seats",
                        to="campaign.game",
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
                "constraints": [
                    models.UniqueConstraint(
                        models.F("game"), models.F("person"), name="freed_seat_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="campaign.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(models.F("game"), models.F("number"), name="seat_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="seat_from_one"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="draftseat",
            name="freed_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="freed_draft_seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
