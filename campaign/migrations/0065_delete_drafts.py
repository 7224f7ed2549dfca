from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("campaign", "0064_drafts_are_games")]

    operations = [
        migrations.DeleteModel(name="DraftFact"),
        migrations.DeleteModel(name="DraftSeat"),
        migrations.DeleteModel(name="Draft"),
    ]
