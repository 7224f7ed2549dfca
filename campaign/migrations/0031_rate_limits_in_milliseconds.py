"""Store the times of rate limits as numbers, which one statement adds to in either database.

What was counted is forgotten: it is about the last hour.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0030_compose_names")]

    operations = [
        migrations.RunSQL("DELETE FROM campaign_tokenbucket", migrations.RunSQL.noop),
        migrations.RemoveField("tokenbucket", "full_at"),
        migrations.AddField(
            "tokenbucket",
            "full_at",
            models.BigIntegerField(db_index=True, default=0),
            preserve_default=False,
        ),
    ]
