import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import recruiting.models.panels
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):
    # A site that has only some of these migrations refuses to migrate.
    replaces = [
        ("recruiting", "0002_proof"),
        ("recruiting", "0003_newcomers"),
        ("recruiting", "0004_newcomers_of_panels"),
        ("recruiting", "0005_rename_labels"),
    ]

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0003_invitations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='Guest',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='guest', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('invitation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='guests', to='people.invitation')),
                ('key', models.CharField(editable=False, max_length=60)),
                ('token_sha256', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('renewed_at', models.DateTimeField(blank=True, null=True, verbose_name='link renewed')),
                ('used_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, verbose_name='last came back')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='guest_has_a_key')],
            },
        ),
        migrations.CreateModel(
            name='Panel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='panels', to='hits.batch')),
                ('name', models.CharField(max_length=60, verbose_name='panel')),
                ('person_parameter', models.CharField(max_length=40, validators=[django.core.validators.RegexValidator('^[A-Za-z][A-Za-z0-9_]{0,39}\\Z', 'Start with a letter. Use only letters, digits and underscores, for example participantId.')], verbose_name='parameter with the person’s id')),
                ('session_parameter', models.CharField(blank=True, max_length=40, validators=[django.core.validators.RegexValidator('^[A-Za-z][A-Za-z0-9_]{0,39}\\Z', 'Start with a letter. Use only letters, digits and underscores, for example participantId.')], verbose_name='parameter with the visit’s id')),
                ('other_parameters', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40, validators=[django.core.validators.RegexValidator('^[A-Za-z][A-Za-z0-9_]{0,39}\\Z', 'Start with a letter. Use only letters, digits and underscores, for example participantId.')]), blank=True, default=list, size=None, verbose_name='other parameters to keep')),
                ('most_people', models.PositiveIntegerField(default=20, validators=[django.core.validators.MinValueValidator(1)], verbose_name='maximum people')),
                ('cap', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name="maximum HITs per annotator")),
                ('exits', models.JSONField(default=dict, verbose_name='ways out')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('signed_entry', models.BooleanField(db_default=False, default=False, verbose_name='only signed addresses')),
                ('signing_key', models.CharField(default=recruiting.models.panels.new_signing_key, editable=False, max_length=40)),
                ('unproven', models.CharField(choices=[('work', 'Can work, but sees no earlier sessions'), ('refuse', 'Cannot take part')], db_default='work', default='work', max_length=8, verbose_name='known ID from another browser')),
                ('crowded_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('newcomers_per_network', models.PositiveSmallIntegerField(db_default=5, default=5, validators=[django.core.validators.MinValueValidator(1)], verbose_name='new people per network')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('batch', 'name'), name='panel_once'), models.CheckConstraint(condition=models.Q(('cap__gte', 1), ('most_people__gte', 1)), name='panel_is_bounded'), models.CheckConstraint(condition=models.Q(models.Q(('person_parameter', ''), _negated=True), models.Q(('name', ''), _negated=True)), name='panel_names_the_person')],
            },
        ),
        migrations.CreateModel(
            name='PanelPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.project')),
                ('panel_name', models.CharField(max_length=60, verbose_name='panel')),
                ('outside_id', models.CharField(max_length=200, verbose_name='id there')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='panel_identities', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'panel_name', 'outside_id'), name='panelperson_once')],
            },
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('enrolment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sittings', to='hits.enrolment')),
                ('channel', models.CharField(max_length=20, verbose_name='channel')),
                ('session', models.CharField(blank=True, max_length=200, verbose_name='session')),
                ('outside_ids', models.JSONField(blank=True, default=dict, verbose_name='outside ids')),
                ('state', models.CharField(choices=[('active', 'Active'), ('completed', 'Completed'), ('returned', "Returned"), ('timed_out', 'Timed out at the panel'), ('ended', 'Ended here')], default='active', max_length=10, verbose_name='state')),
                ('started_at', models.DateTimeField(auto_now_add=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('outcome', models.CharField(blank=True, choices=[('done', 'Done'), ('failed_check', "Checks failed"), ('no_consent', "Declined"), ('screened_out', 'Screened out'), ('wrong_device', 'Unsuitable device'), ('part', 'Stopped early')], max_length=12, verbose_name='outcome')),
                ('code_given', models.CharField(blank=True, max_length=100, verbose_name='completion code given')),
                ('unproven_at', models.DateTimeField(blank=True, null=True, verbose_name='opened without proof')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('session', ''), _negated=True), fields=('channel', 'session'), name='sitting_once'), models.CheckConstraint(condition=models.Q(('channel', ''), _negated=True), name='sitting_has_a_channel'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state', 'active')), models.Q(models.Q(('state', 'active'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='sitting_ended_when')],
                'indexes': [models.Index(condition=models.Q(('state', 'active')), fields=['id'], name='sitting_active')],
            },
        ),
        migrations.CreateModel(
            name='ConfirmedAddress',
            fields=[
                ('enrolment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='confirmed_address', serialize=False, to='hits.enrolment')),
                ('address', models.CharField(max_length=64)),
                ('invitation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='people.invitation')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('invitation', 'address'), name='confirmed_address_once')],
            },
        ),
        migrations.CreateModel(
            name='Newcomer',
            fields=[
                ('enrolment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='newcomer', serialize=False, to='hits.enrolment')),
                ('network', models.CharField(blank=True, max_length=64)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('placed_at', models.DateTimeField(blank=True, null=True)),
                ('invitation', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='newcomers', to='people.invitation')),
                ('panel', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='newcomers', to='recruiting.panel')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('invitation__isnull', True), ('panel__isnull', False)), models.Q(('invitation__isnull', False), ('panel__isnull', True)), _connector='OR'), name='newcomer_came_one_way')],
                'indexes': [models.Index(condition=models.Q(('placed_at__isnull', False)), fields=['invitation', 'panel', 'network'], name='newcomer_places')],
            },
        ),
    ])]
