"""Adjudication: its rule, its decisions, and their answers, which never change."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


APPEND_ONLY = """
create trigger hits_adjudicatedanswer_append_only before update or delete on hits_adjudicatedanswer
    for each row execute function people_refuse_change();
"""
UNDO = "drop trigger hits_adjudicatedanswer_append_only on hits_adjudicatedanswer;"


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0008_done_batches'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Adjudication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shown_order', models.CharField(max_length=26, verbose_name='order shown')),
                ('rubric_sha256', models.CharField(max_length=64, verbose_name='rubric SHA-256')),
                ('decided_at', models.DateTimeField(auto_now_add=True, verbose_name='decided')),
                ('replaced_at', models.DateTimeField(blank=True, null=True, verbose_name='decided anew')),
                ('adjudicator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('hit', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='hits.hit')),
            ],
            options={
                'verbose_name': 'adjudication',
                'verbose_name_plural': 'adjudications',
            },
        ),
        migrations.CreateModel(
            name='AdjudicatedAnswer',
            fields=[
                ('number', models.FloatField(blank=True, null=True, verbose_name='number')),
                ('text', models.TextField(blank=True, null=True, verbose_name='text')),
                ('data', models.JSONField(blank=True, null=True, verbose_name='data')),
                ('pk', models.CompositePrimaryKey('adjudication_id', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=120, verbose_name='question')),
                ('adjudication', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='hits.adjudication')),
            ],
            options={
                'verbose_name': 'adjudicated answer',
                'verbose_name_plural': 'adjudicated answers',
            },
        ),
        migrations.CreateModel(
            name='AdjudicationRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('span', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='numbers apart by at least')),
                ('no_majority', models.BooleanField(default=True, verbose_name='no majority for a choice')),
                ('stated_at', models.DateTimeField(auto_now=True, verbose_name='stated')),
                ('batch', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='adjudication_rule', to='hits.batch')),
                ('stated_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rule of adjudication',
                'verbose_name_plural': 'rules of adjudication',
            },
        ),
        migrations.AddConstraint(
            model_name='adjudication',
            constraint=models.UniqueConstraint(condition=models.Q(('replaced_at__isnull', True)), fields=('hit',), name='adjudication_once'),
        ),
        migrations.AddConstraint(
            model_name='adjudicatedanswer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('data__isnull', True), ('number__isnull', False), ('text__isnull', True)), models.Q(('data__isnull', True), ('number__isnull', True), ('text__isnull', False)), models.Q(('data__isnull', False), ('number__isnull', True), ('text__isnull', True)), _connector='OR'), name='adjudicatedanswer_is_one_value'),
        ),
        migrations.AddConstraint(
            model_name='adjudicationrule',
            constraint=models.CheckConstraint(condition=models.Q(('span__gte', 1), models.Q(('no_majority', True), ('span__isnull', True)), _connector='OR'), name='adjudicationrule_says_something'),
        ),
        migrations.RunSQL(APPEND_ONLY, UNDO),
    ]
