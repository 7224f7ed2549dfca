import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0036_draft_of_six"),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "Read"), ("record", "Read and record")], max_length=10
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("used_on", models.DateField(editable=False, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-made_at", "-pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["read", "record"])),
                        name="api_token_scope",
                    )
                ],
            },
        ),
    ]
