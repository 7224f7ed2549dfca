from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("campaign", "0042_change_payload")]

    operations = [migrations.RemoveField(model_name="change", name="detail")]
