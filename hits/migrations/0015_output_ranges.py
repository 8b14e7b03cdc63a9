"""Outputs are found by their system through ranges of pages, because an entry for each of a million rows takes long."""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hits", "0014_language_shown")]

    operations = [
        migrations.AlterField(
            model_name="output",
            name="system",
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="outputs", to="hits.system"),
        ),
        migrations.AddIndex(
            model_name="output",
            index=django.contrib.postgres.indexes.BrinIndex(fields=["system"], name="output_system_ranges"),
        ),
    ]
