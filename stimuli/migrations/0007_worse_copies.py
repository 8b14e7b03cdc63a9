"""A system may hold worse copies of another's outputs, made for gold."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('stimuli', '0006_import_findings'),
    ]

    operations = [
        migrations.AddField(
            model_name='system',
            name='copy_of',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='worse_copies', to='stimuli.system', verbose_name='worse copies of'),
        ),
    ]
