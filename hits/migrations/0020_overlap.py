"""A share of items with more annotators, and how many assignments and checks were paid for."""

import django.core.validators
from django.conf import settings
from django.db import migrations, models


FROZEN = """
create trigger hits_batch_overlap before update of overlap_percent, overlap_annotators on hits_batch
    for each row when (old.state <> 'draft' and
        (old.overlap_percent, old.overlap_annotators)
            is distinct from (new.overlap_percent, new.overlap_annotators))
    execute function hits_refuse_changed_terms();
"""
THAWED = "drop trigger hits_batch_overlap on hits_batch;"
# What was published before: its own HITs as promised, and what amendments added.
PLANNED = """
update hits_batch b set assignments_planned =
    (b.hits_planned - coalesce(a.hits, 0)) * b.annotators_per_hit + coalesce(a.assignments, 0)
  from hits_batch planned
  left join (select batch_id, sum(hits) as hits, sum(assignments) as assignments
               from hits_amendment group by batch_id) a on a.batch_id = planned.id
 where planned.id = b.id and b.hits_planned > 0;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0019_declared_rules'),
        ('people', '0009_merging'),
        ('stimuli', '0005_archive'),
        ('surveys', '0002_prompts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='amendment',
            name='checks',
            field=models.PositiveBigIntegerField(db_default=0, default=0, verbose_name='new checks'),
        ),
        migrations.AddField(
            model_name='batch',
            name='assignments_planned',
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False, verbose_name='assignments planned'),
        ),
        migrations.AddField(
            model_name='batch',
            name='overlap_annotators',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(100)], verbose_name='annotators per HIT of these'),
        ),
        migrations.AddField(
            model_name='batch',
            name='overlap_percent',
            field=models.PositiveSmallIntegerField(blank=True, help_text='The first of the sample, in the order drawn. Blank: none.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)], verbose_name='items with more annotators, in percent'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('overlap_annotators__isnull', True), ('overlap_percent__isnull', True)), models.Q(('overlap_annotators__gt', models.F('annotators_per_hit')), ('overlap_annotators__isnull', False), ('overlap_annotators__lte', 100), ('overlap_percent__gte', 1), ('overlap_percent__isnull', False), ('overlap_percent__lte', 99)), _connector='OR'), name='batch_overlap_stated', violation_error_message='Items with more annotators: give their share and a number above that of the others, or neither.'),
        ),
        migrations.RunSQL(PLANNED, migrations.RunSQL.noop),
        migrations.RunSQL(FROZEN, THAWED),
    ]
