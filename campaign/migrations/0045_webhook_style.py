from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0044_one_switch_for_secrets")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="arrived_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="webhook",
            name="style",
            field=models.CharField(
                choices=[("program", "Program"), ("discord", "Discord"), ("slack", "Slack")],
                default="program",
                max_length=10,
            ),
        ),
    ]
