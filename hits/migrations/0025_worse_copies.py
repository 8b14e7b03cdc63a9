"""Gold has a kind, frozen with the batch; worse copies of outputs take part in no batch."""

from django.db import migrations, models


GUARDS = """
create function hits_refuse_worse_copies() returns trigger language plpgsql as $$
begin
    if exists (select from stimuli_system where id = new.system_id and copy_of_id is not null) then
        raise exception 'system % holds worse copies for gold, which no batch compares', new.system_id
            using errcode = 'restrict_violation';
    end if;
    return new;
end $$;
create trigger hits_batch_systems_compared before insert or update on hits_batch_systems
    for each row execute function hits_refuse_worse_copies();
create trigger hits_goldkey_kind_frozen before update of kind on hits_goldkey
    for each row execute function hits_refuse_changed_gold();
"""
UNGUARDED = """
drop trigger hits_goldkey_kind_frozen on hits_goldkey;
drop function hits_refuse_worse_copies() cascade;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0024_closing_route'),
        ('stimuli', '0007_worse_copies'),
    ]

    operations = [
        migrations.AddField(
            model_name='goldkey',
            name='kind',
            field=models.CharField(choices=[('known', 'known answers'), ('perceptual', 'perceptual check'), ('instructional', 'instructional check'), ('degraded', 'worse copy')], db_default='known', default='known', max_length=13, verbose_name='kind'),
        ),
        migrations.RunSQL(GUARDS, UNGUARDED),
    ]
