# Indexes that begin as a unique constraint does go; one that the exports read in order comes.
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0007_viewing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='hit',
            name='batch',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hits', to='hits.batch'),
        ),
        migrations.AlterField(
            model_name='hit',
            name='output_b',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='hits.output'),
        ),
        migrations.AlterField(
            model_name='item',
            name='dataset',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='items', to='hits.dataset'),
        ),
        migrations.AlterField(
            model_name='itemmedium',
            name='item',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='item_media', to='hits.item'),
        ),
        migrations.AlterField(
            model_name='output',
            name='item',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outputs', to='hits.item'),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('submitted_at__isnull', False)), fields=['batch', 'submitted_at', 'id'], name='assignment_submitted'),
        ),
        migrations.AddIndex(
            model_name='hit',
            index=models.Index(condition=models.Q(('output_b__isnull', False)), fields=['output_b'], name='hit_output_b'),
        ),
    ]
