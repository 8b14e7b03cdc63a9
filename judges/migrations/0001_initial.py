import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):
    # A site with only some of these refuses to go on.
    replaces = [
        ("judges", "0002_criteria_of_runs"),
    ]

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0003_invitations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('surveys', '0001_initial'),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='JudgeEndpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_endpoints', to='people.project')),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('base_url', models.URLField(blank=True, help_text='For example https://api.openai.com/v1', verbose_name='Base URL')),
                ('sealed_key', models.BinaryField(blank=True, default=b'', verbose_name='API key')),
                ('from_environment', models.BooleanField(default=False, help_text="Uses OPENAI_BASE_URL and OPENAI_API_KEY of the server. No one can read or change them here.", verbose_name='address and key from the environment')),
                ('requests_per_minute', models.PositiveIntegerField(default=60, verbose_name='Requests per minute')),
                ('concurrency', models.PositiveSmallIntegerField(default=4, verbose_name='requests at a time')),
                ('timeout_seconds', models.PositiveIntegerField(default=120, verbose_name='time-out in seconds')),
                ('retries', models.PositiveSmallIntegerField(default=4, verbose_name='retries')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='judge_endpoint_name_once', violation_error_message='This name is already taken.'), models.CheckConstraint(condition=models.Q(models.Q(('base_url', ''), ('from_environment', True), ('sealed_key', b'')), models.Q(('from_environment', False), models.Q(('base_url', ''), _negated=True)), _connector='OR'), name='judge_endpoint_address', violation_error_message='Enter a base URL or use the environment, not both.'), models.CheckConstraint(condition=models.Q(('concurrency__gte', 1), ('concurrency__lte', 64), ('requests_per_minute__gte', 1), ('retries__lte', 10), ('timeout_seconds__gte', 1), ('timeout_seconds__lte', 1800)), name='judge_endpoint_bounds', violation_error_message='At least 1 request a minute, 1 to 64 at a time, 1 to 1800 s, 10 retries.')],
            },
        ),
        migrations.CreateModel(
            name='JudgeRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='attempts')),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='sent to a worker')),
                ('cancelled_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='cancelled by')),
                ('cancelled_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='cancelled')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_runs', to='hits.batch', verbose_name='batch')),
                ('name', models.CharField(max_length=120, verbose_name='Name')),
                ('model', models.CharField(max_length=120, verbose_name='Model')),
                ('prompt', models.TextField(blank=True, verbose_name='prompt')),
                ('prompt_sha256', models.CharField(blank=True, max_length=64, verbose_name='SHA-256 of the prompt')),
                ('parameters', models.JSONField(blank=True, default=dict, verbose_name='parameters')),
                ('rubric_sha256', models.CharField(max_length=64, verbose_name='SHA-256 of the rubric')),
                ('template', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='surveys.prompttemplate', verbose_name='prompt template')),
                ('endpoint', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='judges.judgeendpoint', verbose_name='Model endpoint')),
                ('orders', models.CharField(choices=[('given', 'as given'), ('swapped', 'swapped'), ('both', 'both orders'), ('drawn', 'random for each HIT')], default='given', max_length=8, verbose_name='Order of the outputs')),
                ('samples', models.PositiveSmallIntegerField(default=1, verbose_name='samples per HIT')),
                ('hits_limit', models.PositiveIntegerField(blank=True, help_text="A random sample of the batch. Leave blank for all.", null=True, verbose_name='maximum HITs')),
                ('frames', models.PositiveSmallIntegerField(default=0, help_text='0: the judge is not shown the clip, and the report says so.', verbose_name='frames per clip')),
                ('structured', models.CharField(choices=[('try', 'if the endpoint supports it'), ('off', 'No')], default='try', max_length=4, verbose_name='structured output')),
                ('schema_outcome', models.CharField(blank=True, choices=[('used', 'used'), ('refused', 'not used: refused by the endpoint'), ('ignored', 'not used: ignored by the endpoint')], default='', max_length=8, verbose_name='JSON Schema')),
                ('price_in', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True, verbose_name='price per million input tokens')),
                ('price_out', models.DecimalField(blank=True, decimal_places=4, max_digits=12, null=True, verbose_name='price per million output tokens')),
                ('cost_cap', models.DecimalField(blank=True, decimal_places=2, max_digits=12, null=True, verbose_name='maximum cost')),
                ('token_cap', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='maximum tokens')),
                ('state', models.CharField(choices=[('ready', 'ready'), ('running', 'Running'), ('paused', 'Paused'), ('done', 'Done'), ('cancelled', 'Cancelled')], default='done', max_length=10, verbose_name='state')),
                ('planned', models.PositiveIntegerField(default=0, verbose_name='planned replies')),
                ('stopped_because', models.TextField(blank=True, verbose_name='stopped because')),
                ('simulated', models.BooleanField(default=False, verbose_name='simulated')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('criteria', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list, help_text='Leave blank to ask about all criteria.', verbose_name="Criteria")),
                ('per_criterion', models.BooleanField(db_default=False, default=False, help_text='Each HIT takes one call per criterion.', verbose_name='one prompt per criterion')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('batch', 'name'), name='judge_run_name_once', violation_error_message='This name is already taken.'), models.CheckConstraint(condition=models.Q(('frames__lte', 64), ('samples__gte', 1), ('samples__lte', 100)), name='judge_run_bounds', violation_error_message='1 to 100 samples, at most 64 frames.'), models.CheckConstraint(condition=models.Q(models.Q(('price_in__isnull', True), ('price_out__isnull', True)), models.Q(('price_in__gte', 0), ('price_in__isnull', False), ('price_out__gte', 0), ('price_out__isnull', False)), _connector='OR'), name='judge_run_prices_both_or_none', violation_error_message='Enter both prices, or neither.'), models.CheckConstraint(condition=models.Q(('cost_cap__isnull', True), ('price_in__isnull', False), _connector='OR'), name='judge_run_cap_needs_prices', violation_error_message='Enter both prices to limit the cost, or limit the tokens instead.')],
            },
        ),
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='verdicts', to='judges.judgerun')),
                ('hit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='hits.hit')),
                ('shown_order', models.CharField(default='a', max_length=26, verbose_name="Order of the outputs")),
                ('sample', models.PositiveSmallIntegerField(default=1, verbose_name="Sample")),
                ('raw_reply', models.TextField(blank=True, verbose_name='raw reply')),
                ('error_code', models.CharField(blank=True, max_length=40, verbose_name='error code')),
                ('error_detail', models.TextField(blank=True, verbose_name='error')),
                ('warnings', models.JSONField(blank=True, default=list, verbose_name='warnings')),
                ('prompt_sha256', models.CharField(blank=True, max_length=64, verbose_name='SHA-256 of the prompt')),
                ('tokens_in', models.PositiveIntegerField(blank=True, null=True, verbose_name='Tokens read')),
                ('tokens_out', models.PositiveIntegerField(blank=True, null=True, verbose_name='Tokens written')),
                ('latency_ms', models.PositiveIntegerField(blank=True, null=True, verbose_name='milliseconds')),
                ('finish_reason', models.CharField(blank=True, max_length=40, verbose_name='finish reason')),
                ('reader_version', models.PositiveSmallIntegerField(verbose_name="Version")),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('criterion', models.CharField(blank=True, db_default='', default='', help_text='Leave blank if the reply answers everything that was asked.', max_length=60, verbose_name='Criterion')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('shown_order__regex', '^[a-z]+\\Z')), name='verdict_shown_order'), models.UniqueConstraint(fields=('run', 'hit', 'shown_order', 'sample', 'criterion'), name='verdict_once')],
                'indexes': [models.Index(condition=models.Q(('error_code', ''), _negated=True), fields=['run', 'error_code'], name='verdict_failures')],
            },
        ),
        migrations.CreateModel(
            name='VerdictAnswer',
            fields=[
                ('number', models.FloatField(blank=True, null=True, verbose_name='number')),
                ('text', models.TextField(blank=True, null=True, verbose_name='text')),
                ('data', models.JSONField(blank=True, null=True, verbose_name='data')),
                ('pk', models.CompositePrimaryKey('verdict_id', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
                ('verdict', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='judges.verdict')),
                ('key', models.CharField(max_length=120, verbose_name='question')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('data__isnull', True), ('number__isnull', False), ('text__isnull', True)), models.Q(('data__isnull', True), ('number__isnull', True), ('text__isnull', False)), models.Q(('data__isnull', False), ('number__isnull', True), ('text__isnull', True)), _connector='OR'), name='verdict_answer_is_one_value')],
            },
        ),
    ])]
