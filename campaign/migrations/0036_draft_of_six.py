from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0035_username_keys_constrain"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="draftseat", name="draft_seat_one_to_four"),
        migrations.AddConstraint(
            model_name="draftseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__range", (1, 6))), name="draft_seat_one_to_six"
            ),
        ),
    ]
