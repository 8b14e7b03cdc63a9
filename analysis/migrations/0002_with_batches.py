"""Reports of several batches."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="report",
            name="with_batches",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(),
                blank=True,
                default=list,
                size=None,
                verbose_name="together with",
            ),
        ),
    ]
