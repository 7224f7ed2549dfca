"""Put right what older versions left: whoever had left a campaign still shared their one-off games
with it, and photos that came with a file counted as nobody's."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Exists, OuterRef, Subquery

from campaign.models.campaigns import new_stamp


def unshare(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take games out of the campaigns that their owners have left, as leaving does today."""
    using = schema_editor.connection.alias
    games, members, campaigns, people = (
        apps.get_model("campaign", name)._default_manager.using(using)
        for name in ("OneOffGame", "Membership", "Campaign", "Person")
    )
    theirs = members.filter(campaign=OuterRef("campaign"), person=OuterRef("owner"))
    left = games.exclude(campaign=None).exclude(Exists(theirs)).order_by()
    for campaign in sorted(set(left.values_list("campaign", flat=True))):
        owners = set(left.filter(campaign=campaign).values_list("owner", flat=True))
        left.filter(campaign=campaign).update(campaign=None)
        # Whoever reads of these games reads anew.
        campaigns.filter(pk=campaign).update(stamp=new_stamp())
        for owner in sorted(owners):
            people.filter(pk=owner).update(stamp=new_stamp())


def count(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the photos of a file count as theirs who brought it in."""
    using = schema_editor.connection.alias
    photos, deeds = (
        apps.get_model("campaign", name)._default_manager.using(using) for name in ("Photo", "Deed")
    )
    # What is older than the bringing in came with the file; nobody here had added it.
    brought = deeds.filter(
        kind="import", campaign=OuterRef("session__campaign"), at__gt=OuterRef("added_at")
    )
    who = Subquery(brought.order_by("pk").values("person")[:1])
    found = photos.filter(added_by=None).annotate(who=who).exclude(who=None).order_by()
    theirs: dict[int, list[int]] = {}
    for pk, person in found.values_list("pk", "who"):
        theirs.setdefault(person, []).append(pk)
    for person, pks in theirs.items():
        for at in range(0, len(pks), 500):
            photos.filter(pk__in=pks[at : at + 500]).update(added_by=person)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0010_stamps_and_counting"),
    ]

    operations = [
        migrations.RunPython(unshare, migrations.RunPython.noop),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
