import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import recruiting.prolific.api.shapes
import recruiting.prolific.models
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):
    # A site that has only some of these migrations refuses to migrate.
    replaces = [
        ("prolific", "0002_study_settings"),
        ("prolific", "0003_rename_labels"),
    ]

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0003_invitations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('recruiting', '0001_initial'),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('batch', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='prolific_study', to='hits.batch')),
                ('internal_name', models.CharField(max_length=80, unique=True)),
                ('outside_id', models.CharField(blank=True, max_length=64, verbose_name='id at Prolific')),
                ('state', models.CharField(choices=[('UNPUBLISHED', 'unpublished'), ('SCHEDULED', 'scheduled'), ('PUBLISHING', 'publishing'), ('ACTIVE', 'active'), ('PAUSED', 'paused'), ('AWAITING REVIEW', 'awaiting review'), ('COMPLETED', 'completed'), ('UNKNOWN', 'unknown')], default=recruiting.prolific.api.shapes.StudyState['UNKNOWN'], max_length=20, verbose_name='State at Prolific')),
                ('hits_per_sitting', models.PositiveIntegerField(verbose_name='HITs in a session')),
                ('minutes', models.PositiveIntegerField(verbose_name='minutes that a session takes')),
                ('places', models.PositiveIntegerField(verbose_name='Places')),
                ('reward', models.DecimalField(decimal_places=2, max_digits=8, verbose_name='Reward per session')),
                ('fee_rate', models.DecimalField(decimal_places=4, max_digits=5, verbose_name="Prolific’s fee")),
                ('codes', models.JSONField(default=dict, verbose_name='completion codes')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='Created')),
                ('looked_at', models.DateTimeField(blank=True, null=True, verbose_name='state looked up')),
                ('countries', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), blank=True, db_default=[], default=list, size=None, verbose_name="Countries of residence")),
                ('description', models.TextField(blank=True, db_default='', max_length=5000, verbose_name='description')),
                ('devices', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('desktop', 'desktop'), ('tablet', 'tablet'), ('mobile', 'mobile')], max_length=8), db_default=['desktop', 'tablet', 'mobile'], default=recruiting.prolific.models.every_device, size=None, verbose_name='Devices')),
                ('languages', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), blank=True, db_default=[], default=list, size=None, verbose_name='Fluent languages')),
                ('least_approval', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='minimum approval rate in per cent')),
                ('most_minutes', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1440)], verbose_name='maximum time in minutes')),
                ('needs_sound', models.BooleanField(db_default=False, default=False, verbose_name='participants need sound')),
                ('return_message', models.CharField(blank=True, db_default='', max_length=300, verbose_name='Message to people who are asked to return')),
                ('tried_at', models.DateTimeField(blank=True, null=True, verbose_name='creation unconfirmed since')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('outside_id', ''), _negated=True), fields=('outside_id',), name='prolific_study_once'), models.CheckConstraint(condition=models.Q(('hits_per_sitting__gte', 1), ('minutes__gte', 1), ('places__gte', 1), ('reward__gte', 0)), name='prolific_study_numbers'), models.CheckConstraint(condition=models.Q(('least_approval__isnull', True), models.Q(('least_approval__gte', 1), ('least_approval__lte', 100)), _connector='OR'), name='prolific_study_approval')],
            },
        ),
        migrations.CreateModel(
            name='Workspace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='prolific', to='people.project')),
                ('sealed_token', models.BinaryField(verbose_name='API token')),
                ('sealed_hook_secret', models.BinaryField(blank=True, default=b'')),
                ('workspace_id', models.CharField(blank=True, max_length=64, verbose_name='Workspace')),
                ('prolific_project_id', models.CharField(blank=True, max_length=64, verbose_name="Project")),
                ('signed_entry', models.BooleanField(default=False, help_text='If your workspace has this, a token proves who arrives. Otherwise we ask Prolific.', verbose_name="only signed addresses")),
                ('fee_rate', models.DecimalField(decimal_places=4, help_text='For example 42.8. Your invoice shows it.', max_digits=5, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)], verbose_name='Prolific’s fee')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='Created')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('fee_rate__gte', 0), ('fee_rate__lte', 1)), name='prolific_fee_rate'), models.CheckConstraint(condition=models.Q(('sealed_token', b''), _negated=True), name='prolific_has_token')],
            },
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sitting', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='prolific', to='recruiting.sitting')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='prolific.study')),
                ('session', models.CharField(max_length=64, unique=True, verbose_name='session')),
                ('participant', models.CharField(max_length=64, verbose_name='participant')),
                ('state', models.CharField(choices=[('RESERVED', 'reserved'), ('ACTIVE', 'active'), ('AWAITING REVIEW', 'awaiting review'), ('PROCESSING', 'processing'), ('APPROVED', 'approved'), ('PARTIALLY APPROVED', 'partially approved'), ('REJECTED', 'rejected'), ('RETURNED', 'returned'), ('TIMED-OUT', 'timed-out'), ('SCREENED OUT', 'screened out'), ('UNKNOWN', 'unknown')], default=recruiting.prolific.api.shapes.SubmissionState['UNKNOWN'], max_length=20, verbose_name='state at Prolific')),
                ('verified_at', models.DateTimeField(blank=True, null=True, verbose_name='verified')),
                ('submitted_before', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('session', ''), _negated=True), models.Q(('participant', ''), _negated=True)), name='prolific_submission_ids')],
                'indexes': [models.Index(fields=['participant'], name='prolific_participant')],
            },
        ),
        migrations.CreateModel(
            name='HookEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='prolific.workspace')),
                ('event', models.CharField(max_length=100)),
                ('session', models.CharField(max_length=64)),
                ('received_at', models.DateTimeField(auto_now_add=True, verbose_name='received')),
                ('handled_at', models.DateTimeField(blank=True, null=True, verbose_name='handled')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('workspace', 'event'), name='prolific_event_once')],
                'indexes': [models.Index(condition=models.Q(('handled_at__isnull', True)), fields=['received_at'], name='prolific_event_waiting')],
            },
        ),
        migrations.CreateModel(
            name='OutgoingCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='prolific.submission')),
                ('kind', models.CharField(choices=[('approve', 'Approve'), ('reject', 'Reject'), ('return', 'Request return'), ('bonus', 'Bonus')], max_length=8, verbose_name='kind')),
                ('key', models.CharField(max_length=160, unique=True)),
                ('values', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('waiting', 'To be sent'), ('sending', 'Sending …'), ('unknown', 'sent, outcome unknown'), ('done', 'Done'), ('refused', 'Refused by Prolific'), ('dropped', 'not sent')], default='waiting', max_length=8, verbose_name='state')),
                ('bonus_id', models.CharField(blank=True, max_length=64)),
                ('bonuses_before', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), blank=True, default=list, size=None)),
                ('problem', models.TextField(blank=True, verbose_name='problem')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'refused', 'dropped']), ('sent_at__isnull', False), _connector='OR'), name='prolific_call_sent_when'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', False), ('state__in', ['done', 'refused', 'dropped'])), models.Q(('ended_at__isnull', True), ('state__in', ['waiting', 'sending', 'unknown'])), _connector='OR'), name='prolific_call_ended_when'), models.UniqueConstraint(condition=models.Q(('kind__in', ['approve', 'reject']), models.Q(('state', 'refused'), _negated=True)), fields=('submission',), name='prolific_one_decision'), models.UniqueConstraint(condition=models.Q(('kind', 'bonus'), ('state__in', ['waiting', 'sending', 'unknown'])), fields=('submission',), name='prolific_one_bonus_under_way')],
                'indexes': [models.Index(condition=models.Q(('state__in', ['waiting', 'sending', 'unknown'])), fields=['id'], name='prolific_call_to_do')],
            },
        ),
    ])]
