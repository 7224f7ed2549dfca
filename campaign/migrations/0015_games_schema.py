"""One table of games for campaigns and one-off games: make room in what is there.

This and the two that follow belong together; what they do is not taken back.
"""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import campaign.models.campaigns

SESSION_CHECKS = (
    "session_number_once",
    "session_number_from_one",
    "session_chapter_from_one",
    "session_nemesis_life_on_the_dial",
    "session_pair_of_seats",
)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0014_plays_of_old_games"),
    ]

    operations = [
        migrations.RemoveConstraint("deed", "deed_one_per_revision"),
        migrations.RemoveConstraint("deed", "deed_one_per_token"),
        *(migrations.RemoveConstraint("session", name) for name in SESSION_CHECKS),
        migrations.RemoveConstraint("fact", "fact_one_per_place"),
        migrations.RemoveConstraint("fact", "fact_once_per_game"),
        migrations.RemoveConstraint("fact", "fact_kind"),
        migrations.RemoveConstraint("play", "play_of_one_game"),
        migrations.RenameModel("Deed", "Change"),
        migrations.RenameModel("Session", "Game"),
        migrations.AlterModelOptions("fact", {"ordering": ("pk",)}),
        migrations.RenameField("fact", "session", "game"),
        migrations.AlterModelOptions("fact", {"ordering": ("game__number", "place", "pk")}),
        migrations.RenameField("photo", "session", "game"),
        migrations.RenameField("play", "session", "game"),
        migrations.AlterField(
            "change",
            "campaign",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="changes",
                to="campaign.campaign",
            ),
        ),
        migrations.AddField(
            "change",
            "game",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="changes",
                to="campaign.game",
            ),
        ),
        migrations.AlterField(
            "change",
            "kind",
            models.CharField(
                choices=[
                    ("start", "started the campaign"),
                    ("fork", "forked the campaign"),
                    ("plan", "planned a game"),
                    ("change", "changed the set-up"),
                    ("roll", "drew the set-up again"),
                    ("record", "wrote something down"),
                    ("amend", "corrected an entry"),
                    ("withdraw", "withdrew an entry"),
                    ("undo", "undid a game"),
                    ("settle", "settled a game"),
                    ("rename", "changed a name"),
                    ("archive", "archived the campaign"),
                    ("reopen", "reopened the campaign"),
                    ("people", "changed who belongs"),
                    ("import", "brought the campaign in from a file"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "game",
            "campaign",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="campaign.campaign",
            ),
        ),
        migrations.AlterField("game", "number", models.PositiveIntegerField(default=0)),
        # Nothing of these is known of a one-off game; they go once the facts have them.
        migrations.AlterField("game", "chapter", models.PositiveSmallIntegerField(null=True)),
        migrations.AlterField("game", "nemesis_key", models.CharField(max_length=301, null=True)),
        migrations.AlterField(
            "game",
            "recorded",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="planned_games",
                to="campaign.change",
            ),
        ),
        migrations.AlterField(
            "game",
            "withdrawn",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="withdrawn_games",
                to="campaign.change",
            ),
        ),
        # Unique, and filled, by the next two.
        migrations.AddField(
            "game", "code", models.CharField(default="", editable=False, max_length=16)
        ),
        migrations.AddField("game", "system", models.SlugField(default="", db_index=False)),
        migrations.AddField("game", "pack_version", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("game", "language", models.CharField(default="en", max_length=2)),
        migrations.AddField(
            "game",
            "created_at",
            models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddField(
            "game",
            "owner",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "game",
            "shared_with",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="shared_games",
                to="campaign.campaign",
            ),
        ),
        migrations.AddField("game", "revision", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "game",
            "stamp",
            models.CharField(default=campaign.models.campaigns.new_stamp, max_length=16),
        ),
        migrations.AlterField(
            "fact",
            "game",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="facts",
                to="campaign.game",
            ),
        ),
        migrations.AlterField("fact", "kind", models.CharField(max_length=20)),
        migrations.AlterField(
            "fact",
            "recorded",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="recorded_facts",
                to="campaign.change",
            ),
        ),
        migrations.AlterField(
            "fact",
            "withdrawn",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="withdrawn_facts",
                to="campaign.change",
            ),
        ),
        migrations.AddField("fact", "payload", models.JSONField(default=dict)),
        migrations.AlterField(
            "photo",
            "game",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="photos",
                to="campaign.game",
            ),
        ),
    ]
