import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0003_invitations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='PageVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='page_versions', to='people.project')),
                ('page', models.CharField(choices=[('consent', 'Consent'), ('about', 'Demographics'), ('comprehension', 'Comprehension check'), ('closing', 'Exit questionnaire')], max_length=13, verbose_name='page')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('source', models.TextField(verbose_name='YAML')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'page', 'sha256'), name='pageversion_once'), models.CheckConstraint(condition=models.Q(('sha256__regex', '^[0-9a-f]{64}$')), name='pageversion_hash')],
            },
        ),
        migrations.CreateModel(
            name='ConsentDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('enrolment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consent_decisions', to='hits.enrolment')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='around.pageversion')),
                ('decision', models.CharField(choices=[('agreed', 'Agreed'), ('declined', 'Declined'), ('withdrawn', 'Withdrew')], max_length=9, verbose_name='decision')),
                ('language', models.CharField(blank=True, max_length=20, verbose_name='language shown')),
                ('decided_at', models.DateTimeField(auto_now_add=True, verbose_name='decided')),
            ],
        ),
        migrations.CreateModel(
            name='BatchPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='hits.batch')),
                ('page', models.CharField(choices=[('consent', 'Consent'), ('about', 'Demographics'), ('comprehension', 'Comprehension check'), ('closing', 'Exit questionnaire')], max_length=13, verbose_name='page')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='uses', to='around.pageversion')),
                ('attached_at', models.DateTimeField(auto_now_add=True, verbose_name='attached')),
                ('attached_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('replaced_at', models.DateTimeField(blank=True, null=True, verbose_name='replaced')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('replaced_at', None)), fields=('batch', 'page'), name='batchpage_once')],
            },
        ),
        migrations.CreateModel(
            name='PageVisit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('enrolment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='page_visits', to='hits.enrolment')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='visits', to='around.pageversion')),
                ('language', models.CharField(blank=True, max_length=20, verbose_name='language shown')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('wrong', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), default=list, size=None, verbose_name='wrong')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('failed_at', models.DateTimeField(blank=True, null=True, verbose_name='failed')),
                ('forgotten_at', models.DateTimeField(blank=True, null=True, verbose_name='answers deleted')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('enrolment', 'version'), name='pagevisit_once'), models.CheckConstraint(condition=models.Q(('finished_at', None), ('failed_at', None), _connector='OR'), name='pagevisit_one_end')],
            },
        ),
        migrations.CreateModel(
            name='PageAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('visit', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='around.pagevisit')),
                ('question', models.CharField(max_length=80, verbose_name='question')),
                ('number', models.IntegerField(blank=True, null=True, verbose_name='number')),
                ('text', models.TextField(blank=True, default='', verbose_name='text')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('visit', 'question'), name='pageanswer_once'), models.CheckConstraint(condition=models.Q(('number__isnull', True), ('text', ''), _connector='XOR'), name='pageanswer_number_or_text')],
            },
        ),
    ])]
