from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def member(related_name: str) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.RESTRICT,
        related_name=related_name,
        to="campaign.member",
    )


class Migration(migrations.Migration):
    dependencies = [("campaign", "0056_mail_and_kinds_of_notices")]

    operations = [
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "campaign",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="campaign.campaign",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="campaign.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="members",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("number",)},
        ),
        migrations.AddField("mage", "member", member("mages")),
        migrations.AddField("seat", "member", member("seats")),
        migrations.AddField("seatoffer", "member", member("offers")),
    ]
