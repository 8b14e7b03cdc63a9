"""Training and a test before the work, who is qualified, and what a batch promises of them."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

TERMS = """
    test_threshold test_retries test_length qualification_days tested_qualification_id
    training_pay training_people
""".split()


def columns_of(row: str) -> str:
    return ", ".join(f"{row}.{column}" for column in TERMS)


FROZEN = f"""
create trigger hits_batch_training_terms before update of {", ".join(TERMS)} on hits_batch
    for each row when (old.state <> 'draft'
        and ({columns_of("old")}) is distinct from ({columns_of("new")}))
    execute function hits_refuse_changed_terms();
drop trigger hits_goldkey_frozen on hits_goldkey;
create trigger hits_goldkey_frozen
    before insert or delete
        or update of batch_id, item_id, output_ids, rules, purpose, place, explanation
    on hits_goldkey for each row execute function hits_refuse_changed_gold();
"""
THAWED = """
drop trigger hits_batch_training_terms on hits_batch;
drop trigger hits_goldkey_frozen on hits_goldkey;
create trigger hits_goldkey_frozen
    before insert or delete or update of batch_id, item_id, output_ids, rules on hits_goldkey
    for each row execute function hits_refuse_changed_gold();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0025_worse_copies'),
        ('people', '0012_qualified'),
        ('stimuli', '0005_archive'),
        ('surveys', '0002_prompts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Qualification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
            ],
            options={
                'verbose_name': 'qualification',
                'verbose_name_plural': 'qualifications',
            },
        ),
        migrations.CreateModel(
            name='QualifiedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('origin', models.CharField(choices=[('test', 'Passed its test'), ('hand', 'Granted by hand'), ('import', 'From a table')], max_length=6, verbose_name='origin')),
                ('reason', models.CharField(blank=True, default='', max_length=500, verbose_name='reason')),
                ('granted_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='granted')),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='expires')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('revoked_reason', models.CharField(blank=True, default='', max_length=500, verbose_name='why revoked')),
            ],
            options={
                'verbose_name': 'qualified person',
                'verbose_name_plural': 'qualified people',
            },
        ),
        migrations.CreateModel(
            name='TrainingAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shown_order', models.CharField(max_length=26, verbose_name='order shown')),
                ('values', models.JSONField(verbose_name='answers')),
                ('passed', models.BooleanField(verbose_name='right')),
                ('answered_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='answered')),
            ],
            options={
                'verbose_name': 'answer in training or test',
                'verbose_name_plural': 'answers in training and test',
            },
        ),
        migrations.CreateModel(
            name='TrainingAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(choices=[('training', 'Training'), ('test', 'Test')], max_length=8, verbose_name='part')),
                ('number', models.PositiveSmallIntegerField(verbose_name='attempt')),
                ('key_ids', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='HITs')),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('right', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='right')),
                ('passed', models.BooleanField(blank=True, null=True, verbose_name='passed')),
            ],
            options={
                'verbose_name': 'attempt at training or test',
                'verbose_name_plural': 'attempts at training and test',
            },
        ),
        migrations.CreateModel(
            name='TrainingPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('taken_at', models.DateTimeField(blank=True, null=True, verbose_name='taken')),
                ('paid_at', models.DateTimeField(blank=True, null=True, verbose_name='paid')),
            ],
            options={
                'verbose_name': 'training paid for',
                'verbose_name_plural': 'trainings paid for',
            },
        ),
        migrations.AddField(
            model_name='batch',
            name='qualification_days',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Blank: it does not expire.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3650)], verbose_name='valid for, in days'),
        ),
        migrations.AddField(
            model_name='batch',
            name='test_length',
            field=models.PositiveSmallIntegerField(blank=True, help_text="Drawn from the test's HITs, those first that the person has not met. Blank: all.", null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(200)], verbose_name='HITs in a test'),
        ),
        migrations.AddField(
            model_name='batch',
            name='test_retries',
            field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text='How often somebody who failed may try again. 0: never.', validators=[django.core.validators.MaxValueValidator(10)], verbose_name='retries of the test'),
        ),
        migrations.AddField(
            model_name='batch',
            name='test_threshold',
            field=models.PositiveSmallIntegerField(db_default=80, default=80, help_text="So many of the test's HITs must be right.", validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='test passed from, in percent'),
        ),
        migrations.AddField(
            model_name='batch',
            name='training_pay',
            field=models.DecimalField(db_default=0, decimal_places=2, default=0, help_text='Once to each person, passed or not. 0: unpaid, which they read first.', max_digits=8, validators=[django.core.validators.MinValueValidator(0)], verbose_name='pay for training and test'),
        ),
        migrations.AddField(
            model_name='batch',
            name='training_people',
            field=models.PositiveIntegerField(blank=True, help_text='The money is set aside for so many; nobody else is trained.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100000)], verbose_name='most people paid for training'),
        ),
        migrations.AddField(
            model_name='goldkey',
            name='explanation',
            field=models.TextField(blank=True, db_default='', default='', verbose_name='why'),
        ),
        migrations.AddField(
            model_name='goldkey',
            name='place',
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name='place'),
        ),
        migrations.AddField(
            model_name='goldkey',
            name='purpose',
            field=models.CharField(choices=[('gold', 'Gold'), ('training', 'Training'), ('test', 'Test')], db_default='gold', default='gold', max_length=8, verbose_name='purpose'),
        ),
        migrations.AddConstraint(
            model_name='goldkey',
            constraint=models.CheckConstraint(condition=models.Q(('purpose__in', ['gold', 'training', 'test'])), name='goldkey_purpose'),
        ),
        migrations.AddField(
            model_name='qualification',
            name='created_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='qualification',
            name='project',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='qualifications', to='people.project'),
        ),
        migrations.AddField(
            model_name='batch',
            name='required_qualification',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='required_by', to='hits.qualification', verbose_name='qualification required'),
        ),
        migrations.AddField(
            model_name='batch',
            name='tested_qualification',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tested_by', to='hits.qualification', verbose_name='qualifies for'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('test_threshold__gte', 1), ('test_threshold__lte', 100)), name='batch_test_threshold'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('test_length__isnull', True), ('test_length__gte', 1), _connector='OR'), name='batch_test_length_from_one'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('qualification_days__isnull', True), ('qualification_days__gte', 1), _connector='OR'), name='batch_qualification_days_from_one'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('training_pay', 0), models.Q(('training_pay__gt', 0), ('training_people__gte', 1), ('training_people__isnull', False)), _connector='OR'), name='batch_training_pay_counted', violation_error_message='Say for how many people training is paid.'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('required_qualification__isnull', True), ('tested_qualification__isnull', True), models.Q(('required_qualification', models.F('tested_qualification')), _negated=True), _connector='OR'), name='batch_tests_what_it_does_not_require', violation_error_message='Nobody could take the test: the batch asks for the qualification that its own test gives.'),
        ),
        migrations.AddField(
            model_name='qualifiedperson',
            name='granted_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='qualifiedperson',
            name='qualification',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='people', to='hits.qualification'),
        ),
        migrations.AddField(
            model_name='qualifiedperson',
            name='revoked_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='qualifiedperson',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifications', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='traininganswer',
            name='key',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='training_answers', to='hits.goldkey'),
        ),
        migrations.AddField(
            model_name='trainingattempt',
            name='enrolment',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='training_attempts', to='hits.enrolment'),
        ),
        migrations.AddField(
            model_name='traininganswer',
            name='attempt',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='hits.trainingattempt'),
        ),
        migrations.AddField(
            model_name='trainingplace',
            name='batch',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='training_places', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='trainingplace',
            name='enrolment',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='training_place', to='hits.enrolment'),
        ),
        migrations.AddConstraint(
            model_name='qualification',
            constraint=models.UniqueConstraint(fields=('project', 'name'), name='qualification_once', violation_error_message='The project has a qualification of this name.'),
        ),
        migrations.AddConstraint(
            model_name='qualification',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='qualification_named'),
        ),
        migrations.AddConstraint(
            model_name='qualifiedperson',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('qualification', 'user'), name='qualifiedperson_once'),
        ),
        migrations.AddConstraint(
            model_name='qualifiedperson',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['test', 'hand', 'import'])), name='qualifiedperson_origin'),
        ),
        migrations.AddConstraint(
            model_name='qualifiedperson',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('origin', 'hand'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='qualifiedperson_by_hand_with_reason'),
        ),
        migrations.AddConstraint(
            model_name='qualifiedperson',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__isnull', True), ('expires_at__gt', models.F('granted_at')), _connector='OR'), name='qualifiedperson_expires_later'),
        ),
        migrations.AddConstraint(
            model_name='qualifiedperson',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('revoked_at__isnull', True), ('revoked_by__isnull', True), ('revoked_reason', '')), models.Q(('revoked_at__isnull', False), models.Q(('revoked_reason', ''), _negated=True)), _connector='OR'), name='qualifiedperson_revoked_with_reason'),
        ),
        migrations.AddConstraint(
            model_name='trainingattempt',
            constraint=models.UniqueConstraint(fields=('enrolment', 'part', 'number'), name='trainingattempt_once'),
        ),
        migrations.AddConstraint(
            model_name='trainingattempt',
            constraint=models.UniqueConstraint(condition=models.Q(('finished_at__isnull', True)), fields=('enrolment',), name='trainingattempt_one_open'),
        ),
        migrations.AddConstraint(
            model_name='trainingattempt',
            constraint=models.CheckConstraint(condition=models.Q(('part__in', ['training', 'test'])), name='trainingattempt_part'),
        ),
        migrations.AddConstraint(
            model_name='trainingattempt',
            constraint=models.CheckConstraint(condition=models.Q(('key_ids__len__gte', 1), ('number__gte', 1)), name='trainingattempt_has_hits'),
        ),
        migrations.AddConstraint(
            model_name='trainingattempt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('passed__isnull', True), ('right__isnull', True)), models.Q(('finished_at__isnull', False), ('passed__isnull', False), ('right__isnull', False), ('right__lte', models.F('key_ids__len'))), _connector='OR'), name='trainingattempt_finished_with_result'),
        ),
        migrations.AddConstraint(
            model_name='traininganswer',
            constraint=models.UniqueConstraint(fields=('attempt', 'key'), name='traininganswer_once'),
        ),
        migrations.AddConstraint(
            model_name='traininganswer',
            constraint=models.CheckConstraint(condition=models.Q(('shown_order__regex', '^[a-z]+\\Z')), name='traininganswer_shown_order'),
        ),
        migrations.AddConstraint(
            model_name='trainingplace',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('enrolment__isnull', True), ('paid_at__isnull', True), ('taken_at__isnull', True)), models.Q(('enrolment__isnull', False), ('taken_at__isnull', False)), _connector='OR'), name='trainingplace_taken_by_somebody'),
        ),
        migrations.RunSQL(FROZEN, THAWED),
    ]
