"""What is added to a batch after it was published, and batches made from a pilot. The time allotted
may get longer, and nothing that was promised may get worse."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PROMISED = """
    project_id dataset_id rubric_version_id reward fee_rule flat_fee fee
    annotators_per_hit extensions consent_text language scheme
    sample_rule sample_count sample_fraction seed order_of_work progress pairing
    pairing_reference_id pairs_per_item
""".split()


def terms(*columns):
    old, new = (", ".join(f"{row}.{column}" for column in columns) for row in ("old", "new"))
    return f"""
drop trigger hits_batch_terms on hits_batch;
create trigger hits_batch_terms before update on hits_batch for each row
    when (old.state <> 'draft' and ({old}) is distinct from ({new}))
    execute function hits_refuse_changed_terms();
"""


LONGER = """
create trigger hits_batch_time before update of allotted_seconds on hits_batch for each row
    when (old.state <> 'draft' and new.allotted_seconds < old.allotted_seconds)
    execute function hits_refuse_changed_terms();
"""
NO_LONGER = "drop trigger hits_batch_time on hits_batch;"
PILOT = ("pilot_id", "without_pilot_items", "without_pilot_people")


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0013_audiences'),
        ('people', '0005_notices'),
        ('stimuli', '0004_prepared_imports'),
        ('surveys', '0002_prompts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Amendment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('annotators', 'More annotators'), ('items', 'More items'), ('systems', 'More systems'), ('time', 'More time')], max_length=10, verbose_name='kind')),
                ('key', models.CharField(max_length=60, verbose_name='key')),
                ('details', models.JSONField(verbose_name='details')),
                ('hits', models.PositiveBigIntegerField(verbose_name='new HITs')),
                ('assignments', models.PositiveBigIntegerField(verbose_name='new assignments')),
                ('cost', models.DecimalField(decimal_places=2, max_digits=14, verbose_name='cost')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
            ],
            options={
                'verbose_name': 'amendment',
                'verbose_name_plural': 'amendments',
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='batch',
            name='is_pilot',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name='pilot'),
        ),
        migrations.AddField(
            model_name='batch',
            name='pilot',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='main_batches', to='hits.batch', verbose_name='its pilot'),
        ),
        migrations.AddField(
            model_name='batch',
            name='without_pilot_items',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="without the pilot's items"),
        ),
        migrations.AddField(
            model_name='batch',
            name='without_pilot_people',
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="without the pilot's people"),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('pilot__isnull', False), models.Q(('without_pilot_items', False), ('without_pilot_people', False)), _connector='OR'), name='batch_without_its_pilot'),
        ),
        migrations.AddField(
            model_name='amendment',
            name='batch',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='amendments', to='hits.batch'),
        ),
        migrations.AddField(
            model_name='amendment',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by'),
        ),
        migrations.AddConstraint(
            model_name='amendment',
            constraint=models.UniqueConstraint(fields=('batch', 'key'), name='amendment_once'),
        ),
        migrations.AddConstraint(
            model_name='amendment',
            constraint=models.CheckConstraint(condition=models.Q(('cost__gte', 0)), name='amendment_costs_nothing_back'),
        ),
        migrations.AddConstraint(
            model_name='amendment',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['annotators', 'items', 'systems', 'time'])), name='amendment_kind'),
        ),
        migrations.RunSQL(
            terms(*PROMISED, *PILOT) + LONGER, NO_LONGER + terms(*PROMISED, "allotted_seconds")
        ),
    ]
