"""The days after which an answer is approved by itself: promised, and so frozen with the batch."""

import django.core.validators
from django.db import migrations, models
from django.db.models import Q

TERM = """
create trigger hits_batch_auto_approval before update of auto_approve_days on hits_batch for each row
    when (old.state <> 'draft' and old.auto_approve_days is distinct from new.auto_approve_days)
    execute function hits_refuse_changed_terms();
"""
UNDO = "drop trigger hits_batch_auto_approval on hits_batch;"


class Migration(migrations.Migration):
    dependencies = [("hits", "0005_rejections")]

    operations = [
        migrations.AddField(
            "batch",
            "auto_approve_days",
            models.PositiveSmallIntegerField(
                "approved by itself after, in days",
                null=True,
                blank=True,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(90),
                ],
                help_text=(
                    "What nobody has decided on by then is approved and paid. Annotators read it before "
                    "they begin. Blank: nothing is promised."
                ),
            ),
        ),
        migrations.AddConstraint(
            "batch",
            models.CheckConstraint(
                name="batch_auto_approval_from_one_day",
                condition=Q(auto_approve_days__isnull=True)
                | Q(auto_approve_days__gte=1, auto_approve_days__lte=90),
            ),
        ),
        migrations.RunSQL(TERM, UNDO),
    ]
