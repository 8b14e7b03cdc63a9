"""Outputs that a batch shows with words masked."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


FROZEN = """
create function hits_refuse_late_mask() returns trigger language plpgsql as $$
declare
    of_batch bigint := case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') and (
        tg_op <> 'INSERT' or exists (
            select from hits_hit h join stimuli_output o on o.item_id = h.item_id
             where o.id = new.output_id and h.batch_id = of_batch
               and h.output_ids @> array[o.id])) then
        raise exception 'batch % is published: what its HITs show is promised', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_maskedoutput_promised before insert or update or delete on hits_maskedoutput
    for each row execute function hits_refuse_late_mask();
"""
THAWED = "drop function hits_refuse_late_mask() cascade;"


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0020_overlap'),
        ('stimuli', '0005_archive'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='batch',
            name='outputs_masked',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.CreateModel(
            name='MaskedOutput',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(verbose_name='text as shown')),
                ('check_name', models.CharField(max_length=40, verbose_name='check')),
                ('masked_at', models.DateTimeField(auto_now_add=True, verbose_name='masked')),
                ('batch', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='masked_outputs', to='hits.batch')),
                ('masked_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('output', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='masks', to='stimuli.output')),
            ],
            options={
                'verbose_name': 'masked output',
                'verbose_name_plural': 'masked outputs',
                'constraints': [models.UniqueConstraint(fields=('batch', 'output'), name='masked_output_once'), models.CheckConstraint(condition=models.Q(('check_name', ''), _negated=True), name='masked_output_names_its_check')],
            },
        ),
        migrations.RunSQL(FROZEN, THAWED),
    ]
