import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0048_fill_admitted_at")]

    operations = [
        migrations.AlterField(
            "membership", "admitted_at", models.DateTimeField(default=django.utils.timezone.now)
        ),
    ]
