"""Samples from a list and by strata, items left out of a sample, and findings accepted before publishing."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TERMS = """
create trigger hits_batch_sample before update of sample_ids, stratify_by on hits_batch for each row
    when (old.state <> 'draft' and (old.sample_ids, old.stratify_by)
          is distinct from (new.sample_ids, new.stratify_by))
    execute function hits_refuse_changed_terms();

create function hits_refuse_late_choice() returns trigger language plpgsql as $$
begin
    if exists (select from hits_batch
                where id = coalesce(new.batch_id, old.batch_id) and state <> 'draft') then
        raise exception 'batch % is published: its sample is promised and cannot change',
            coalesce(new.batch_id, old.batch_id) using errcode = 'restrict_violation';
    end if;
    return coalesce(new, old);
end $$;
create trigger hits_leftoutitem_promised before insert or update or delete on hits_leftoutitem
    for each row execute function hits_refuse_late_choice();
"""
UNDO = """
drop trigger hits_batch_sample on hits_batch;
drop function hits_refuse_late_choice() cascade;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0010_archive'),
        ('people', '0005_notices'),
        ('stimuli', '0004_prepared_imports'),
        ('surveys', '0002_prompts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AcceptedFinding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('check_name', models.CharField(max_length=40, verbose_name='check')),
                ('fingerprint', models.CharField(max_length=32, verbose_name='fingerprint')),
                ('rows', models.PositiveIntegerField(verbose_name='rows')),
                ('accepted_at', models.DateTimeField(auto_now_add=True, verbose_name='accepted')),
            ],
            options={
                'verbose_name': 'accepted finding',
                'verbose_name_plural': 'accepted findings',
            },
        ),
        migrations.CreateModel(
            name='LeftOutItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('check_name', models.CharField(max_length=40, verbose_name='check')),
                ('left_out_at', models.DateTimeField(auto_now_add=True, verbose_name='left out')),
            ],
            options={
                'verbose_name': 'item left out',
                'verbose_name_plural': 'items left out',
            },
        ),
        migrations.RemoveConstraint(
            model_name='batch',
            name='batch_sample_stated',
        ),
        migrations.AddField(
            model_name='batch',
            name='sample_ids',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), blank=True, editable=False, null=True, size=None, verbose_name='item ids'),
        ),
        migrations.AddField(
            model_name='batch',
            name='stratify_by',
            field=models.CharField(blank=True, db_default='', default='', help_text='A field of the items: each of its values has its share of the sample.', max_length=40, verbose_name='stratified by'),
        ),
        migrations.AlterField(
            model_name='batch',
            name='sample_rule',
            field=models.CharField(choices=[('all', 'All items'), ('count', 'A number of items'), ('fraction', 'A fraction of the items, rounded half up'), ('list', 'The items of a list')], default='all', max_length=10, verbose_name='sample'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('sample_rule', 'all'), models.Q(('sample_count__gte', 1), ('sample_rule', 'count')), models.Q(('sample_fraction__gt', 0), ('sample_fraction__lte', 1), ('sample_rule', 'fraction')), models.Q(('sample_ids__isnull', False), ('sample_ids__len__gte', 1), ('sample_rule', 'list')), _connector='OR'), name='batch_sample_stated', violation_error_message='Give the number of items, a fraction above 0 and up to 1, or a list of ids.'),
        ),
        migrations.AddField(
            model_name='acceptedfinding',
            name='accepted_by',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='acceptedfinding',
            name='batch',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='accepted_findings', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='leftoutitem',
            name='batch',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='left_out_items', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='leftoutitem',
            name='item',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='stimuli.item'),
        ),
        migrations.AddField(
            model_name='leftoutitem',
            name='left_out_by',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='acceptedfinding',
            constraint=models.UniqueConstraint(fields=('batch', 'check_name', 'fingerprint'), name='accepted_finding_once'),
        ),
        migrations.AddConstraint(
            model_name='acceptedfinding',
            constraint=models.CheckConstraint(condition=models.Q(('check_name', ''), _negated=True), name='accepted_finding_names_its_check'),
        ),
        migrations.AddConstraint(
            model_name='leftoutitem',
            constraint=models.UniqueConstraint(fields=('batch', 'item'), name='left_out_item_once'),
        ),
        migrations.AddConstraint(
            model_name='leftoutitem',
            constraint=models.CheckConstraint(condition=models.Q(('check_name', ''), _negated=True), name='left_out_item_names_its_check'),
        ),
        migrations.RunSQL(TERMS, UNDO),
    ]
