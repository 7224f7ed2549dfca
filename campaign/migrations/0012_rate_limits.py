"""Count rate limits in a table of our own; what django-axes counted, with addresses, goes."""

from django.db import migrations, models


AXES = (
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0011_left_and_brought_in"),
    ]

    operations = [
        migrations.CreateModel(
            name="TokenBucket",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("full_at", models.DateTimeField(db_index=True)),
            ],
        ),
        *(
            migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop)
            for table in AXES
        ),
    ]
