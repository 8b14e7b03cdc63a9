"""Rules that are declared before a batch is published, frozen with it and hashed."""

import django.db.models.deletion
from django.db import migrations, models


FROZEN = """
create function hits_refuse_changed_rules() returns trigger language plpgsql as $$
declare
    of_batch bigint := case tg_op when 'INSERT' then new.batch_id else old.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') then
        raise exception 'batch % is published: its rules are promised and cannot change', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_declaredrule_frozen before insert or update or delete on hits_declaredrule
    for each row execute function hits_refuse_changed_rules();
create trigger hits_ruleplan_frozen before insert or update or delete on hits_ruleplan
    for each row execute function hits_refuse_changed_rules();
alter table hits_ruleplan add constraint ruleplan_hash_of_its_text
    check (sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex'));
"""
THAWED = """
alter table hits_ruleplan drop constraint ruleplan_hash_of_its_text;
drop function hits_refuse_changed_rules() cascade;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0018_frozen_panel_fees'),
    ]

    operations = [
        migrations.CreateModel(
            name='RulePlan',
            fields=[
                ('batch', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rule_plan', serialize=False, to='hits.batch')),
                ('text', models.TextField(verbose_name='declaration')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('frozen_at', models.DateTimeField(auto_now_add=True, verbose_name='frozen')),
            ],
            options={
                'verbose_name': 'frozen rules',
                'verbose_name_plural': 'frozen rules',
            },
        ),
        migrations.CreateModel(
            name='DeclaredRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('effect', models.CharField(choices=[('exclude', 'leaves answers out of the figures'), ('reject', 'rejects answers: they are not paid')], max_length=7, verbose_name='effect')),
                ('name', models.CharField(max_length=30, verbose_name='rule')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('written', models.CharField(max_length=60, verbose_name='in words')),
                ('batch', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='declared_rules', to='hits.batch')),
            ],
            options={
                'verbose_name': 'declared rule',
                'verbose_name_plural': 'declared rules',
                'ordering': ['effect', 'written'],
                'constraints': [models.UniqueConstraint(fields=('batch', 'effect', 'written'), name='declaredrule_once', violation_error_message='This rule is declared already.'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('written', ''), _negated=True)), name='declaredrule_names_its_rule')],
            },
        ),
        migrations.RunSQL(FROZEN, THAWED),
    ]
