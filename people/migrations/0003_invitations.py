import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    # A site that has only some of these migrations refuses to migrate.
    replaces = [
        ("people", "0004_bonus_acts"),
        ("people", "0005_token_scopes"),
        ("people", "0006_named_tokens"),
        ("people", "0007_invitation_taken_by"),
        ("people", "0008_expected_people"),
        ("people", "0009_newcomers_per_network"),
        ("people", "0010_rename_labels"),
        ("people", "0011_site_invitations"),
    ]

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0002_guards'),
    ]

    operations = [
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(blank=True, choices=[('owner', 'Owner'), ('researcher', 'Researcher'), ('viewer', 'Viewer')], max_length=12, verbose_name='role')),
                ('address', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('key', models.CharField(editable=False, max_length=60)),
                ('token_sha256', models.CharField(editable=False, max_length=64, unique=True)),
                ('uses', models.PositiveSmallIntegerField(default=1, verbose_name='how many people may use it')),
                ('cap', models.PositiveIntegerField(blank=True, null=True, verbose_name='most HITs per person')),
                ('label', models.CharField(blank=True, max_length=120, verbose_name='for')),
                ('used', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='used')),
                ('language', models.CharField(default='en', max_length=20, verbose_name='language of the mail')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('mailed_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='mailed')),
                ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='revoked')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='hits.batch')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='people.project')),
                ('taken_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('confirms_email', models.BooleanField(db_default=False, default=False, verbose_name='requires a confirmed email address')),
                ('crowded_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('newcomers_per_network', models.PositiveSmallIntegerField(db_default=5, default=5, verbose_name='new people per network')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='invitation_once'), models.CheckConstraint(condition=models.Q(('batch__isnull', True), ('uses', 1), models.Q(('cap__gte', 1), ('cap__isnull', False)), _connector='OR'), name='invitation_open_link_is_capped'), models.CheckConstraint(condition=models.Q(('newcomers_per_network__gte', 1), ('used__lte', models.F('uses')), ('uses__gte', 1)), name='invitation_uses'), models.CheckConstraint(condition=models.Q(models.Q(('batch__isnull', True), ('role__in', ['', 'owner', 'researcher', 'viewer'])), models.Q(('batch__isnull', False), ('role', '')), _connector='OR'), name='invitation_grants_one_thing')],
            },
        ),
    ]
