"""A link is found by a part of its token that is no secret: room for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0004_statistics"),
    ]

    operations = [
        migrations.AddField(
            model_name="invite",
            name="selector",
            field=models.CharField(editable=False, max_length=12, null=True),
        ),
    ]
