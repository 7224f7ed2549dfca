"""Give each former player of a record a name of their own, where all had none, or the same one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

DRAFT_SEAT: str = "DraftSeat"  # which is no model any more
SAME = "——"  # what all of them were called in drafts and in the ledger of plays


def former(number: int) -> str:
    return f"\ue000{number}\ue001"


def number(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    nameless = apps.get_model("campaign", "Member").objects.filter(name="", person=None)
    _number(nameless.order_by("number"), lambda row: (row.campaign_id, row.game_id))
    seats = apps.get_model("campaign", DRAFT_SEAT).objects.filter(name=SAME)
    _number(seats.order_by("seat"), lambda row: row.draft_id)
    apps.get_model("campaign", "PlaySeat").objects.filter(player=SAME).update(player=former(1))


def _number(rows: Any, where: Any) -> None:
    counted: Counter[Any] = Counter()
    for row in list(rows):
        counted[where(row)] += 1
        row.name = former(counted[where(row)])
        row.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [("campaign", "0060_deck_origins")]

    operations = [migrations.RunPython(number, migrations.RunPython.noop)]
