"""The lowest pay for an hour that a project means to give."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0007_guests'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='hourly_floor',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='A new batch that pays less at the expected time is told so. Blank: none.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='lowest pay for an hour'),
        ),
    ]
