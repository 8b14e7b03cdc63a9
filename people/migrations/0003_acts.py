"""Who did what: the table, and the triggers that refuse to change, delete or empty it."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GUARD = """
create trigger people_act_append_only before update or delete on people_act
    for each row execute function people_refuse_change();
create trigger people_act_not_emptied before truncate on people_act
    for each statement execute function people_refuse_change();
"""
UNDO = """
drop trigger people_act_append_only on people_act;
drop trigger people_act_not_emptied on people_act;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0002_guards'),
    ]

    operations = [
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='when')),
                ('verb', models.CharField(choices=[('created', 'Created'), ('duplicated', 'Duplicated'), ('published', 'Published'), ('cancelled', 'Cancelled the publication'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('closed', 'Closed'), ('amended', 'Amended'), ('extended', 'Extended'), ('unveiled', 'Looked at the means before closing'), ('approved', 'Approved answers'), ('rejected', 'Rejected answers'), ('excluded', 'Excluded answers'), ('readmitted', 'Took excluded answers back in'), ('adjudicated', 'Adjudicated'), ('exported', 'Exported'), ('invited', 'Invited'), ('joined', 'Took into the project'), ('role_changed', 'Changed a role'), ('archived', 'Archived'), ('unarchived', 'Took out of the archive'), ('deleted', 'Deleted'), ('signed_in', 'Signed in')], max_length=20, verbose_name='act')),
                ('subject_type', models.CharField(max_length=80, verbose_name='kind of object')),
                ('subject_id', models.BigIntegerField(verbose_name='object')),
                ('subject_name', models.CharField(max_length=200, verbose_name='name of the object')),
                ('before', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='before')),
                ('after', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='after')),
                ('request_id', models.CharField(blank=True, max_length=32, verbose_name='request')),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to=settings.AUTH_USER_MODEL, verbose_name='who')),
                ('project', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='acts', to='people.project')),
            ],
            options={
                'verbose_name': 'act',
                'verbose_name_plural': 'acts',
                'indexes': [models.Index(fields=['project', '-id'], name='act_of_project'), models.Index(fields=['subject_type', 'subject_id', '-id'], name='act_of_subject')],
                'constraints': [models.CheckConstraint(condition=models.Q(('verb', ''), _negated=True), name='act_has_a_verb')],
            },
        ),
        migrations.RunSQL(GUARD, UNDO),
    ]
