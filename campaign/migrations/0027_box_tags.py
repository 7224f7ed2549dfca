"""Tag the plays of boxes that are games of their own with their box, as new plays are."""

from typing import Any

from django.db import migrations

BOXES = {"aeons-end-war-eternal": "war-eternal", "aeons-end-legacy": "legacy"}


def tag(apps: Any, _editor: Any) -> None:
    """Write a tag for the play's own box, and for one whose cards joined in."""
    plays, tags, facts = (apps.get_model("campaign", name) for name in ("Play", "PlayTag", "Fact"))
    played = plays.objects.filter(system__in=BOXES)
    planned = facts.objects.filter(
        kind="planned", withdrawn=None, game__campaign=None, game__play__in=played
    )
    joined = {
        fact.game_id: fact.payload["choices"].get("boxes", ())
        for fact in planned.iterator(chunk_size=500)
    }
    tags.objects.bulk_create(
        (
            tags(play_id=pk, kind="box", key=BOXES[slug])
            for pk, system, game in played.values_list("pk", "system", "game_id")
            for slug in (system, *joined.get(game, ()))
            if slug in BOXES
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("campaign", "0026_keeper_code")]

    operations = [migrations.RunPython(tag, migrations.RunPython.noop)]
