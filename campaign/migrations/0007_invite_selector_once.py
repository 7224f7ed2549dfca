"""A selector leads to one link."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0006_invite_selector_fill"),
    ]

    operations = [
        migrations.AlterField(
            model_name="invite",
            name="selector",
            field=models.CharField(editable=False, max_length=12, unique=True),
        ),
    ]
