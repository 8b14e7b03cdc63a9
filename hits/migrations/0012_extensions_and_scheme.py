"""How often a HIT's time may be extended, how often it was, and one colour scheme for all raters of a batch."""

import django.core.validators
from django.db import migrations, models

# Promised like the other terms: 0003_guards.
FREEZE = """
create trigger hits_batch_conditions before update of extensions, scheme on hits_batch for each row
    when (old.state <> 'draft' and (old.extensions, old.scheme) is distinct from (new.extensions, new.scheme))
    execute function hits_refuse_changed_terms();
"""


class Migration(migrations.Migration):
    dependencies = [("hits", "0011_draft_versions")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="extensions",
            field=models.PositiveSmallIntegerField(default=10, help_text="How often a rater may add the time allotted once more; asked two minutes before the end. With fewer than 10 the page fails WCAG 2.2.1, unless the limit itself is part of what you study; 0 allows none.", validators=[django.core.validators.MaxValueValidator(1000)], verbose_name="extensions of the time allotted"),
        ),
        migrations.AddField(
            model_name="batch",
            name="scheme",
            field=models.CharField(choices=[("auto", "As each rater's device is set"), ("light", "Light for all"), ("dark", "Dark for all")], default="auto", help_text="Of the HIT page. One scheme for all makes conditions equal; each rater's own is kinder to their eyes. Which one was shown is recorded with the answers.", max_length=5, verbose_name="colour scheme"),
        ),
        migrations.AddField(
            model_name="assignment",
            name="extended",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="times extended"),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(condition=models.Q(("extended", 0), models.Q(("state__in", ["free", "withdrawn"]), _negated=True), _connector="OR"), name="assignment_extended_is_somebodys"),
        ),
        migrations.RunSQL(FREEZE, "drop trigger hits_batch_conditions on hits_batch"),
    ]
