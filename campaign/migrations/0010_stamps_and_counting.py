"""Give people a stamp, which every write to their one-off games changes, and the indexes that count
games what filtered counting asks of them: which game a row is of, and which box a game was."""

from django.db import migrations, models

import campaign.models.campaigns

COUNTED = (
    *("owner", "result", "nemesis", "difficulty", "mage_count", "played_on", "gravehold_life"),
    *("nemesis_life", "minutes", "system"),
)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0009_photos_of_undone_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="stamp",
            field=models.CharField(
                default=campaign.models.campaigns.new_stamp, editable=False, max_length=16
            ),
        ),
        migrations.RemoveIndex(model_name="oneoffgame", name="one_off_counted"),
        migrations.RemoveIndex(model_name="oneoffmage", name="one_off_by_mage"),
        migrations.RemoveIndex(model_name="oneoffpile", name="one_off_by_pile"),
        migrations.AddIndex(
            model_name="oneoffgame",
            index=models.Index(fields=COUNTED, name="one_off_counted"),
        ),
        migrations.AddIndex(
            model_name="oneoffmage",
            index=models.Index(
                fields=["owner", "key", "name", "result", "game"], name="one_off_by_mage"
            ),
        ),
        migrations.AddIndex(
            model_name="oneoffpile",
            index=models.Index(fields=["owner", "key", "result", "game"], name="one_off_by_pile"),
        ),
    ]
