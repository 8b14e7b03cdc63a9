"""A rejection says what was wrong; what was rejected before gave another reason."""

from django.db import migrations, models
from django.db.models import Q

CATEGORIES = ["no_effort", "instructions", "empty", "language", "machine", "other"]


def categorise(apps, schema_editor):
    rejected = apps.get_model("hits", "Assignment").objects.filter(state="rejected")
    rejected.update(rejection="other")


class Migration(migrations.Migration):
    dependencies = [("hits", "0004_output_media")]

    operations = [
        migrations.AddField(
            "assignment",
            "rejection",
            models.CharField(
                "what was wrong",
                max_length=12,
                choices=[
                    ("no_effort", "Not done with care"),
                    ("instructions", "Instructions not followed"),
                    ("empty", "Empty or unusable text"),
                    ("language", "Written in another language"),
                    ("machine", "Answered by a program"),
                    ("other", "Another reason"),
                ],
                blank=True,
                default="",
                db_default="",
            ),
        ),
        migrations.AddField(
            "assignment",
            "evidence",
            models.TextField("evidence", blank=True, default="", db_default=""),
        ),
        migrations.RunPython(categorise, migrations.RunPython.noop),
        migrations.AddConstraint(
            "assignment",
            models.CheckConstraint(
                name="assignment_rejection_has_a_category",
                condition=Q(state="rejected", rejection__in=CATEGORIES)
                | (~Q(state="rejected") & Q(rejection="", evidence="")),
            ),
        ),
    ]
