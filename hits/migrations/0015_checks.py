"""Checks on annotators: their shares, known answers, and how many are paid for."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


# What a batch promises of its checks, and what its gold accepts.
FROZEN = """
create trigger hits_batch_check_terms before update of
    gold_percent, retest_percent, first_checks, most_annotators, retest_distance on hits_batch
    for each row when (old.state <> 'draft' and (
        old.gold_percent, old.retest_percent, old.first_checks, old.most_annotators,
        old.retest_distance) is distinct from (
        new.gold_percent, new.retest_percent, new.first_checks, new.most_annotators,
        new.retest_distance))
    execute function hits_refuse_changed_terms();

create function hits_refuse_changed_gold() returns trigger language plpgsql as $$
declare
    of_batch bigint := case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') then
        raise exception 'batch % is published: what its gold accepts is promised', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_goldkey_frozen
    before insert or delete or update of batch_id, item_id, output_ids, rules on hits_goldkey
    for each row execute function hits_refuse_changed_gold();
"""
THAWED = """
drop function hits_refuse_changed_gold() cascade;
drop trigger hits_batch_check_terms on hits_batch;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0014_amendments'),
        ('people', '0005_notices'),
        ('stimuli', '0004_prepared_imports'),
        ('surveys', '0002_prompts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CheckCredit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name': 'check paid for',
                'verbose_name_plural': 'checks paid for',
            },
        ),
        migrations.CreateModel(
            name='GoldKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('output_ids', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='outputs')),
                ('rules', models.JSONField(verbose_name='answers that pass')),
                ('retired_at', models.DateTimeField(blank=True, null=True, verbose_name='retired')),
                ('retired_reason', models.TextField(blank=True, default='', verbose_name='why retired')),
            ],
            options={
                'verbose_name': 'gold',
                'verbose_name_plural': 'gold',
            },
        ),
        migrations.AddField(
            model_name='batch',
            name='checks_planned',
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False, verbose_name='checks planned'),
        ),
        migrations.AddField(
            model_name='batch',
            name='first_checks',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='So many HITs of each annotator are gold before any other.', validators=[django.core.validators.MaxValueValidator(20)], verbose_name='gold at the beginning'),
        ),
        migrations.AddField(
            model_name='batch',
            name='gold_percent',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='HITs whose answers are known. 10 is usual; 0 hands none out.', validators=[django.core.validators.MaxValueValidator(50)], verbose_name='gold, in percent of all HITs'),
        ),
        migrations.AddField(
            model_name='batch',
            name='most_annotators',
            field=models.PositiveIntegerField(blank=True, help_text='The money for the gold at the beginning is set aside for so many people.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='most annotators who begin with gold'),
        ),
        migrations.AddField(
            model_name='batch',
            name='retest_distance',
            field=models.PositiveSmallIntegerField(db_default=20, default=20, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)], verbose_name='HITs between a HIT and its retest'),
        ),
        migrations.AddField(
            model_name='batch',
            name='retest_percent',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='HITs that the same person has done before, sides swapped. 5 is usual.', validators=[django.core.validators.MaxValueValidator(50)], verbose_name='retests, in percent of all HITs'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('gold_percent__lte', django.db.models.expressions.CombinedExpression(models.Value(50), '-', models.F('retest_percent')))), name='batch_checks_at_most_half', violation_error_message='Gold and retests together are at most half of all HITs.'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('first_checks', 0), ('most_annotators__gte', 1), _connector='OR'), name='batch_first_checks_counted', violation_error_message='Gold at the beginning needs the most annotators it is paid for.'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('retest_distance__gte', 1)), name='batch_retest_distance_from_one'),
        ),
        migrations.AddField(
            model_name='checkcredit',
            name='batch',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='check_credits', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='goldkey',
            name='batch',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='gold_keys', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='goldkey',
            name='item',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='stimuli.item'),
        ),
        migrations.AddField(
            model_name='goldkey',
            name='retired_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='goldkey',
            constraint=models.UniqueConstraint(fields=('batch', 'output_ids'), name='goldkey_once'),
        ),
        migrations.AddConstraint(
            model_name='goldkey',
            constraint=models.CheckConstraint(condition=models.Q(('output_ids__len__gte', 1)), name='goldkey_has_outputs'),
        ),
        migrations.AddConstraint(
            model_name='goldkey',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('retired_at__isnull', True), ('retired_by__isnull', True), ('retired_reason', '')), models.Q(('retired_at__isnull', False), models.Q(('retired_reason', ''), _negated=True)), _connector='OR'), name='goldkey_retired_with_reason'),
        ),
        migrations.RunSQL(FROZEN, THAWED),
    ]
