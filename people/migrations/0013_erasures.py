"""Erasures, and the one change that acts allow: a name that is erased."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Only in the transaction of an erasure, and only what holds a name.
GUARD = """
create function people_refuse_change_but_names() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and (old.id, old.at, old.actor_id, old.verb, old.project_id, old.subject_type, old.subject_id,
            old.request_id)
           is not distinct from
           (new.id, new.at, new.actor_id, new.verb, new.project_id, new.subject_type, new.subject_id,
            new.request_id) then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
drop trigger people_act_append_only on people_act;
create trigger people_act_append_only before update or delete on people_act
    for each row execute function people_refuse_change_but_names();
"""
UNDO = """
drop trigger people_act_append_only on people_act;
create trigger people_act_append_only before update or delete on people_act
    for each row execute function people_refuse_change();
drop function people_refuse_change_but_names();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0012_qualified'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='retention_erases_texts',
            field=models.BooleanField(db_default=False, default=False, verbose_name='and their free texts with them'),
        ),
        migrations.AddField(
            model_name='project',
            name='retention_months',
            field=models.PositiveSmallIntegerField(blank=True, help_text='After so many months in which a person did nothing. Blank: never by itself.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='months after which data of people are erased'),
        ),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('origin', models.CharField(choices=[('person', 'asked for by the person'), ('owner', 'by an owner'), ('retention', 'after the time that the project keeps data')], max_length=9, verbose_name='origin')),
                ('texts', models.BooleanField(default=False, verbose_name='free texts too')),
                ('asked_at', models.DateTimeField(auto_now_add=True, verbose_name='asked for')),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('stopped_at', models.DateTimeField(null=True, verbose_name='taken back')),
                ('done_at', models.DateTimeField(null=True, verbose_name='done')),
                ('gone', models.JSONField(default=dict, verbose_name='what went')),
                ('asked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'erasure of a person’s data',
                'verbose_name_plural': 'erasures of persons’ data',
                'constraints': [models.UniqueConstraint(condition=models.Q(('done_at__isnull', True), ('stopped_at__isnull', True)), fields=('user',), name='erasure_waiting_once'), models.CheckConstraint(condition=models.Q(('stopped_at__isnull', True), ('done_at__isnull', True), _connector='OR'), name='erasure_done_or_stopped')],
            },
        ),
        migrations.RunSQL(GUARD, UNDO),
    ]
