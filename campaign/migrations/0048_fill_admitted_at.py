"""Fill in when members were let in, and when somebody was barred from a game.

Which link an older member came by was not stored: it counts as one made with the campaign, so that
any removal since then outweighs it.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, OuterRef, Subquery


def fill(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    memberships = apps.get_model("campaign", "Membership").objects
    campaigns = apps.get_model("campaign", "Campaign").objects.filter(pk=OuterRef("campaign"))
    memberships.update(admitted_at=Subquery(campaigns.values("created_at")[:1]))
    apps.get_model("campaign", "FreedSeat").objects.filter(barred=True).update(barred_at=F("at"))


class Migration(migrations.Migration):
    dependencies = [("campaign", "0047_admitted_at_and_seat_offers")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
