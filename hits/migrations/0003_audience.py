"""Who may see and claim a batch, how often a rater may give back, and why a part was ended."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0004_pool'),
        ('stimuli', '0002_guards'),
        ('surveys', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Admission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(choices=[('admitted', 'Admitted'), ('refused', 'Refused')], max_length=8, verbose_name='verdict')),
                ('origin', models.CharField(max_length=60, verbose_name='origin')),
                ('decided_at', models.DateTimeField(auto_now=True, verbose_name='decided')),
            ],
            options={
                'verbose_name': 'admission',
                'verbose_name_plural': 'admissions',
            },
        ),
        migrations.AddField(
            model_name='batch',
            name='audience',
            field=models.CharField(choices=[('pool', "People of the project's pool"), ('list', 'Only people admitted to this batch'), ('everyone', 'Everybody with an account')], default='pool', help_text='Who sees this batch and may work in it. Who is admitted or refused by name comes before it.', max_length=8, verbose_name='audience'),
        ),
        migrations.AddField(
            model_name='batch',
            name='members_may_work',
            field=models.BooleanField(default=False, help_text='Otherwise nobody with a role in the project can take its HITs; the preview is always theirs. Only an owner can change this.', verbose_name='members of the project may work in it'),
        ),
        migrations.AddField(
            model_name='batch',
            name='most_returns',
            field=models.PositiveIntegerField(blank=True, default=10, help_text='So that nobody reads the whole batch by taking HITs and giving them back. Blank: no limit.', null=True, verbose_name='most HITs a rater may give back'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='returned',
            field=models.PositiveIntegerField(db_default=0, default=0, verbose_name='HITs given back'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='stop_reason',
            field=models.TextField(blank=True, db_default='', default='', verbose_name='reason'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='stopped_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='part ended'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='stopped_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ended by'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('audience__in', ['pool', 'list', 'everyone'])), name='batch_audience'),
        ),
        migrations.AddConstraint(
            model_name='enrolment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'active'), ('stop_reason', ''), ('stopped_at__isnull', True), ('stopped_by__isnull', True)), models.Q(('status', 'stopped'), ('stopped_at__isnull', False), models.Q(('stop_reason', ''), _negated=True)), _connector='OR'), name='enrolment_stopped_with_reason'),
        ),
        migrations.AddField(
            model_name='admission',
            name='batch',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='admission',
            name='decided_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='admission',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='admission',
            constraint=models.UniqueConstraint(fields=('batch', 'user'), include=('verdict',), name='admission_once'),
        ),
        migrations.AddConstraint(
            model_name='admission',
            constraint=models.CheckConstraint(condition=models.Q(('verdict__in', ['admitted', 'refused'])), name='admission_verdict'),
        ),
        migrations.AddConstraint(
            model_name='admission',
            constraint=models.CheckConstraint(condition=models.Q(('origin', ''), _negated=True), name='admission_has_origin'),
        ),
    ]
