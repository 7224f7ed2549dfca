"""Add the key by which all spellings of a username are found."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0032_passkey_links")]

    operations = [
        migrations.AddField(
            "person",
            "username_key",
            models.CharField(editable=False, max_length=181, null=True),
        ),
    ]
