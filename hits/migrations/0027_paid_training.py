"""Whom training was paid to."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0026_training'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='trainingplace',
            name='paid_to',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='trainingplace',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paid_at__isnull', True), ('paid_to__isnull', True)), models.Q(('paid_at__isnull', False), ('paid_to__isnull', False)), _connector='OR'), name='trainingplace_paid_to_somebody'),
        ),
    ]
