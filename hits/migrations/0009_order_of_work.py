"""How a batch orders its work, and what an enrolment keeps so that no page counts: HITs submitted, places ahead."""

import django.contrib.postgres.fields
from django.db import migrations, models

COUNT = """
    update hits_enrolment e set submitted = done.many from (
        select enrolment_id, count(*) as many from hits_assignment
         where state in ('submitted', 'approved', 'rejected') group by enrolment_id) done
     where e.id = done.enrolment_id
"""
# The order of work is promised like the other terms: 0003_guards.
FREEZE = """
create trigger hits_batch_order before update of order_of_work, progress on hits_batch for each row
    when (old.state <> 'draft'
          and (old.order_of_work, old.progress) is distinct from (new.order_of_work, new.progress))
    execute function hits_refuse_changed_terms();
"""


class Migration(migrations.Migration):
    dependencies = [("hits", "0008_bulk_indexes")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="order_of_work",
            field=models.CharField(choices=[("random", "Random for each rater"), ("one_per_item", "Random, and one output of an item for each rater"), ("item_together", "All outputs of an item in one sitting, items at random")], default="random", max_length=13, verbose_name="order of work"),
        ),
        migrations.AddField(
            model_name="batch",
            name="progress",
            field=models.CharField(choices=[("spread", "Spread over the whole batch"), ("finish", "Finish started HITs first: all raters follow one random order")], default="spread", max_length=6, verbose_name="progress"),
        ),
        migrations.AddField(
            model_name="enrolment",
            name="submitted",
            field=models.PositiveIntegerField(default=0, verbose_name="HITs submitted"),
        ),
        migrations.AddField(
            model_name="enrolment",
            name="ahead",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, default=list, editable=False, size=None),
        ),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
        migrations.RunSQL(FREEZE, "drop trigger hits_batch_order on hits_batch"),
    ]
