import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0062_game_names")]

    operations = [
        migrations.AlterField(
            model_name="livetable",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="live_tables",
                to="campaign.game",
            ),
        ),
        migrations.AddField(
            model_name="livetable",
            name="phase",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="livetable",
            constraint=models.UniqueConstraint(
                models.F("game"), models.F("phase"), name="live_table_once_a_phase"
            ),
        ),
        migrations.CreateModel(
            name="DraftLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=16, unique=True)),
                ("join_key", models.CharField(max_length=32, unique=True)),
                ("invite_key", models.CharField(blank=True, max_length=16)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draft_links",
                        to="campaign.game",
                    ),
                ),
            ],
        ),
    ]
