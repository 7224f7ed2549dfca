from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0045_webhook_style")]

    operations = [
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(style__in=["program", "discord", "slack"]),
                name="webhook_style",
            ),
        ),
    ]
