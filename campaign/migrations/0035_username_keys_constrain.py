"""Let the database keep what the keys of usernames promise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0034_username_keys_fill")]

    operations = [
        migrations.RemoveConstraint("person", "person_username_once"),
        migrations.AddConstraint(
            "person",
            models.UniqueConstraint("username_key", name="person_username_key_once"),
        ),
        migrations.AddConstraint(
            "person",
            models.CheckConstraint(
                condition=models.Q(username=None, username_key=None)
                | models.Q(username__isnull=False, username_key__isnull=False),
                name="person_username_with_key",
            ),
        ),
    ]
