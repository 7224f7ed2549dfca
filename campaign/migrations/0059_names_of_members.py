from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


def member(related_name: str) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.RESTRICT,
        related_name=related_name,
        to="campaign.member",
    )


class Migration(migrations.Migration):
    dependencies = [("campaign", "0058_fill_members")]

    operations = [
        migrations.AlterField("seat", "member", member("seats")),
        migrations.AlterField("seatoffer", "member", member("offers")),
        migrations.RemoveField("mage", "player"),
        migrations.RemoveField("seat", "name"),
        migrations.RemoveField("seatoffer", "name"),
        migrations.AddConstraint(
            "member",
            models.CheckConstraint(
                condition=Q(campaign=None, game__isnull=False)
                | Q(campaign__isnull=False, game=None),
                name="member_of_a_campaign_or_a_game",
            ),
        ),
        migrations.AddConstraint(
            "member",
            models.UniqueConstraint(F("campaign"), F("number"), name="member_of_campaign_once"),
        ),
        migrations.AddConstraint(
            "member",
            models.UniqueConstraint(F("game"), F("number"), name="member_of_game_once"),
        ),
    ]
