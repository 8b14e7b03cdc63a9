"""The coverage of large batches, which a task counts."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('analysis', '0003_running_figures'),
    ]

    operations = [
        migrations.AddField(
            model_name='runningfigures',
            name='coverage',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveBigIntegerField(), blank=True, null=True, size=3, verbose_name='coverage'),
        ),
    ]
