"""The index that a HIT page finds its item's media by says which they are: one page less to read for each HIT shown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hits", "0017_input_names")]

    operations = [
        migrations.RemoveConstraint("itemmedium", "item_medium_once"),
        migrations.AddConstraint(
            "itemmedium",
            models.UniqueConstraint(fields=("item", "field"), include=("medium",), name="item_medium_once"),
        ),
    ]
