"""A batch notes the names of its items' fields and media when it goes live; those that are live get theirs here."""

import django.contrib.postgres.fields
from django.db import migrations, models

NAMES = """
update hits_batch b set
    input_fields = array(select distinct jsonb_object_keys(i.fields) from hits_item i
                          where i.id in (select item_id from hits_hit where batch_id = b.id) order by 1),
    input_media = array(select distinct m.field from hits_itemmedium m
                         where m.item_id in (select item_id from hits_hit where batch_id = b.id) order by 1)
 where b.state in ('live', 'paused', 'closed')
"""


class Migration(migrations.Migration):
    dependencies = [("hits", "0016_viewings_append_only")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="input_fields",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), blank=True, editable=False, null=True, size=None),
        ),
        migrations.AddField(
            model_name="batch",
            name="input_media",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), blank=True, editable=False, null=True, size=None),
        ),
        migrations.RunSQL(NAMES, migrations.RunSQL.noop),
    ]
