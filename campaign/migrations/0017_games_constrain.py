"""One table of games: drop what the facts hold now, and let the database promise the rest."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

import campaign.models.campaigns

DETAILS = (
    "MageTally",
    "ResultFact",
    "VerdictFact",
    "GrowthPile",
    "Growth",
    "PlacedSticker",
    "BasicChange",
    "SectionUnlock",
    "SealOpening",
    "Closing",
    "Note",
)
ONE_OFF = ("OneOffPile", "OneOffMage", "OneOffPhoto", "OneOffGame")
PLAN = ("chapter", "nemesis_key", "nemesis_name", "nemesis_life", "paired_with_first", "reason")


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0016_games_fill"),
    ]

    operations = [
        migrations.RemoveField("play", "one_off"),
        *(migrations.DeleteModel(name) for name in (*DETAILS, *ONE_OFF)),
        *(migrations.RemoveField("game", name) for name in (*PLAN, "recorded")),
        migrations.RemoveField("fact", "reason"),
        migrations.RemoveField("person", "stamp"),
        migrations.AlterField("fact", "payload", models.JSONField()),
        migrations.AlterField(
            "play",
            "game",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="play",
                to="campaign.game",
            ),
        ),
        migrations.AlterField(
            "game",
            "code",
            models.CharField(
                default=campaign.models.campaigns.new_code,
                editable=False,
                max_length=16,
                unique=True,
            ),
        ),
        migrations.AlterField("game", "system", models.SlugField()),
        migrations.AlterField("game", "pack_version", models.PositiveSmallIntegerField()),
        migrations.AddConstraint(
            "change",
            models.CheckConstraint(
                condition=Q(campaign=None, game__isnull=False)
                | Q(campaign__isnull=False, game=None),
                name="change_of_a_campaign_or_a_game",
            ),
        ),
        migrations.AddConstraint(
            "change",
            models.UniqueConstraint("campaign", "revision", name="change_one_per_revision"),
        ),
        migrations.AddConstraint(
            "change", models.UniqueConstraint("campaign", "token", name="change_one_per_token")
        ),
        migrations.AddConstraint(
            "change",
            models.UniqueConstraint("game", "revision", name="change_of_game_one_per_revision"),
        ),
        migrations.AddConstraint(
            "change",
            models.UniqueConstraint("game", "token", name="change_of_game_one_per_token"),
        ),
        migrations.AddIndex(
            "change",
            models.Index(
                fields=("token",), condition=Q(token__isnull=False), name="change_by_token"
            ),
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=Q(
                    campaign__isnull=False,
                    number__gte=1,
                    owner=None,
                    shared_with=None,
                )
                | Q(campaign=None, number=0, owner__isnull=False, withdrawn=None),
                name="game_of_a_campaign_or_a_person",
            ),
        ),
        migrations.AddConstraint(
            "game",
            models.UniqueConstraint(
                fields=("campaign", "number"),
                condition=Q(withdrawn=None),
                name="game_number_once",
            ),
        ),
        migrations.AddConstraint(
            "fact",
            models.UniqueConstraint(
                fields=("game", "place"), condition=Q(withdrawn=None), name="fact_one_per_place"
            ),
        ),
        migrations.AddConstraint(
            "fact",
            models.UniqueConstraint(
                fields=("game", "kind"),
                condition=Q(withdrawn=None, kind__in=("planned", "played", "settled")),
                name="fact_once_per_game",
            ),
        ),
        migrations.AddConstraint(
            "fact", models.CheckConstraint(condition=~Q(kind=""), name="fact_has_a_kind")
        ),
    ]
