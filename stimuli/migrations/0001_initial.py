import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('people', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='Dataset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='datasets', to='people.project', verbose_name='project')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('simulated', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='simulated')),
                ('archived_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='archived')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='dataset_name_once', violation_error_message='This name is already taken.')],
            },
        ),
        migrations.CreateModel(
            name='Medium',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='media', to='people.project')),
                ('sha256', models.CharField(blank=True, max_length=64, null=True, verbose_name='SHA-256')),
                ('url', models.TextField(blank=True, null=True, verbose_name='URL')),
                ('original_name', models.CharField(blank=True, max_length=255, verbose_name='original name')),
                ('content_type', models.CharField(blank=True, max_length=60, verbose_name='content type')),
                ('size', models.BigIntegerField(blank=True, null=True, verbose_name='bytes')),
                ('width', models.PositiveIntegerField(blank=True, null=True, verbose_name='width in pixels')),
                ('height', models.PositiveIntegerField(blank=True, null=True, verbose_name='height in pixels')),
                ('seconds', models.FloatField(blank=True, null=True, verbose_name='length in seconds')),
                ('sample_rate', models.PositiveIntegerField(blank=True, null=True, verbose_name='samples a second')),
                ('peaks', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), blank=True, null=True, size=None)),
                ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), blank=True, db_default=[], default=list, size=None, verbose_name='tags')),
                ('clean_sha256', models.CharField(blank=True, max_length=64, null=True, verbose_name='SHA-256 of the copy without tags')),
                ('clean_size', models.BigIntegerField(blank=True, null=True, verbose_name='bytes of the copy')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'sha256'), name='medium_content_once'), models.UniqueConstraint(fields=('project', 'url'), name='medium_url_once'), models.CheckConstraint(condition=models.Q(models.Q(('sha256__isnull', False), ('url__isnull', True)), models.Q(('sha256__isnull', True), ('url__isnull', False)), _connector='OR'), name='medium_stored_or_linked'), models.CheckConstraint(condition=models.Q(models.Q(('clean_sha256__isnull', True), ('clean_size__isnull', True)), models.Q(('clean_sha256__isnull', False), ('clean_size__isnull', False), ('sha256__isnull', False)), _connector='OR'), name='medium_copy_of_stored')],
            },
        ),
        migrations.CreateModel(
            name='DatasetImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='attempts')),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='sent to a worker')),
                ('cancelled_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='cancelled by')),
                ('cancelled_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='cancelled')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='people.project', verbose_name='project')),
                ('dataset_name', models.CharField(max_length=120, verbose_name='dataset name')),
                ('table', models.FileField(upload_to='imports/', verbose_name='table')),
                ('archive', models.FileField(blank=True, upload_to='imports/', verbose_name='media (ZIP)')),
                ('table_size', models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
                ('archive_size', models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('state', models.CharField(choices=[('prepared', 'Not started'), ('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Refused'), ('cancelled', 'Cancelled')], default='waiting', max_length=10, verbose_name='state')),
                ('rows_done', models.PositiveBigIntegerField(default=0, verbose_name='rows read')),
                ('rows_total', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='rows in all')),
                ('problems', models.JSONField(blank=True, default=list, verbose_name='problems')),
                ('findings', models.JSONField(blank=True, db_default=[], default=list, verbose_name='problems with their places')),
                ('dataset', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='imports', to='stimuli.dataset')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Item',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('dataset', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='items', to='stimuli.dataset')),
                ('external_id', models.CharField(max_length=200, verbose_name='item id')),
                ('fields', models.JSONField(blank=True, default=dict, verbose_name='fields')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('dataset', 'external_id'), name='item_id_once')],
            },
        ),
        migrations.CreateModel(
            name='System',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('dataset', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='systems', to='stimuli.dataset')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('copy_of', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='worse_copies', to='stimuli.system', verbose_name='worse copies of')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('dataset', 'name'), name='system_name_once')],
            },
        ),
        migrations.CreateModel(
            name='ItemMedium',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('item', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='item_media', to='stimuli.item')),
                ('field', models.CharField(max_length=40, verbose_name='field')),
                ('medium', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='stimuli.medium')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'field'), include=('medium',), name='item_medium_once')],
            },
        ),
        migrations.CreateModel(
            name='Output',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('item', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outputs', to='stimuli.item')),
                ('system', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='outputs', to='stimuli.system')),
                ('kind', models.CharField(choices=[('text', 'Text'), ('image', 'Picture'), ('video', 'Video'), ('audio', 'Sound')], db_default='text', default='text', max_length=5, verbose_name='kind')),
                ('text', models.TextField(verbose_name='text')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'system'), name='output_once'), models.CheckConstraint(condition=models.Q(('kind', 'text'), ('text', ''), _negated=True), name='output_has_text')],
                'indexes': [django.contrib.postgres.indexes.BrinIndex(fields=['system'], name='output_system_ranges')],
            },
        ),
        migrations.CreateModel(
            name='OutputMedium',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('output', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='output_media', to='stimuli.output')),
                ('place', models.PositiveSmallIntegerField(default=1, verbose_name='place')),
                ('medium', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='stimuli.medium')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('output', 'place'), include=('medium',), name='output_medium_once'), models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='output_medium_place_from_one')],
            },
        ),
    ])]
