import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):
    # A site with only some of these refuses to go on.
    replaces = [
        ("analysis", "0002_fold_seconds"),
        ("analysis", "0003_runningfigures_wages"),
        ("analysis", "0004_runningfigures_acts"),
        ("analysis", "0005_metrics"),
        ("analysis", "0006_figure_numbers"),
    ]

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='RunningFigures',
            fields=[
                ('batch', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='running_figures', serialize=False, to='hits.batch', verbose_name='batch')),
                ('computed_at', models.DateTimeField(verbose_name='computed')),
                ('submitted', models.PositiveBigIntegerField(verbose_name='submissions')),
                ('criteria', models.JSONField(verbose_name='by criterion')),
                ('coverage', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveBigIntegerField(), blank=True, null=True, size=3, verbose_name='coverage')),
                ('seconds', models.FloatField(db_default=0, default=0, verbose_name='seconds that it took')),
                ('wages', models.JSONField(blank=True, null=True, verbose_name='pay by the hour')),
                ('acts', models.PositiveBigIntegerField(db_default=0, default=0, verbose_name='acts that change figures')),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='attempts')),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='sent to a worker')),
                ('cancelled_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='cancelled by')),
                ('cancelled_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='cancelled')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='hits.batch', verbose_name='batch')),
                ('with_batches', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, default=list, size=None, verbose_name='together with')),
                ('content_key', models.CharField(max_length=64, verbose_name='content key')),
                ('settings', models.JSONField(default=dict, verbose_name='settings')),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('outdated', 'outdated'), ('cancelled', 'Cancelled')], default='waiting', max_length=10, verbose_name='state')),
                ('progress', models.FloatField(default=0, verbose_name='progress')),
                ('result', models.JSONField(blank=True, null=True, verbose_name='result')),
                ('error', models.TextField(blank=True, verbose_name='error')),
                ('illustrated', models.BooleanField(default=False, verbose_name='illustrated')),
                ('bundle', models.CharField(blank=True, max_length=200, verbose_name='bundle')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('batch', 'content_key'), name='report_content_once'), models.CheckConstraint(condition=models.Q(('progress__gte', 0), ('progress__lte', 1)), name='report_progress'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('result__isnull', False), ('state', 'done')), models.Q(models.Q(('state', 'done'), _negated=True), ('result__isnull', True)), _connector='OR'), name='report_state_and_result')],
            },
        ),
        migrations.CreateModel(
            name='ReportFigure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='figures', to='analysis.report')),
                ('place', models.PositiveSmallIntegerField(verbose_name='place')),
                ('name', models.SlugField(max_length=120, verbose_name='name')),
                ('title', models.CharField(max_length=300, verbose_name='title')),
                ('alt', models.TextField(verbose_name='in words')),
                ('svg', models.BinaryField()),
                ('pdf', models.BinaryField()),
                ('numbers', models.JSONField(db_default=[], default=list, verbose_name='numbers')),
            ],
            options={
                'ordering': ['place'],
                'constraints': [models.UniqueConstraint(fields=('report', 'name'), name='report_figure_once')],
            },
        ),
        migrations.CreateModel(
            name='Metric',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('best', models.CharField(blank=True, choices=[('highest', 'Highest is best'), ('lowest', 'Lowest is best')], default='', max_length=7, verbose_name='best end')),
                ('low', models.FloatField(blank=True, null=True, verbose_name='lowest value')),
                ('high', models.FloatField(blank=True, null=True, verbose_name='highest value')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='metrics', to='hits.batch', verbose_name='batch')),
                ('created_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('batch', 'name'), name='metric_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='metric_is_named'), models.CheckConstraint(condition=models.Q(('best__in', ['', 'highest', 'lowest'])), name='metric_best'), models.CheckConstraint(condition=models.Q(models.Q(('low__isnull', True), models.Q(('low__gt', float("-inf")), ('low__lt', float("inf"))), _connector='OR'), models.Q(('high__isnull', True), models.Q(('high__gt', float("-inf")), ('high__lt', float("inf"))), _connector='OR')), name='metric_range_is_finite'), models.CheckConstraint(condition=models.Q(('low__isnull', True), ('high__isnull', True), ('low__lt', models.F('high')), _connector='OR'), name='metric_range')],
            },
        ),
        migrations.CreateModel(
            name='MetricValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', models.FloatField(verbose_name='value')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='stimuli.item')),
                ('metric', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='values', to='analysis.metric')),
                ('system', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='stimuli.system')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('metric', 'item', 'system'), name='metric_value_once'), models.CheckConstraint(condition=models.Q(('value__gt', float("-inf")), ('value__lt', float("inf"))), name='metric_value_is_finite')],
            },
        ),
    ])]
