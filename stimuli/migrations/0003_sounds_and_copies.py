"""Sounds, the tags of media, and the copies without tags; the guard of media covers the copies."""

import django.contrib.postgres.fields
from django.db import migrations, models

GUARD = """
drop trigger stimuli_medium_frozen on stimuli_medium;
create trigger stimuli_medium_frozen before update of sha256, url, clean_sha256 on stimuli_medium
    for each row when ((old.sha256, old.url, old.clean_sha256)
        is distinct from (new.sha256, new.url, new.clean_sha256))
    execute function people_refuse_change();
"""
FORMER = """
drop trigger stimuli_medium_frozen on stimuli_medium;
create trigger stimuli_medium_frozen before update of sha256, url on stimuli_medium
    for each row when (old.sha256 is distinct from new.sha256 or old.url is distinct from new.url)
    execute function people_refuse_change();
"""
BYTES = models.BigIntegerField("bytes of the copy", null=True, blank=True)
HASH = models.CharField("SHA-256 of the copy without tags", max_length=64, null=True, blank=True)
PEAKS = django.contrib.postgres.fields.ArrayField(
    models.PositiveSmallIntegerField(), null=True, blank=True
)
RATE = models.PositiveIntegerField("samples a second", null=True, blank=True)
TAGS = django.contrib.postgres.fields.ArrayField(
    models.TextField(), verbose_name="tags", default=list, db_default=[], blank=True
)


class Migration(migrations.Migration):
    dependencies = [("stimuli", "0002_guards")]

    operations = [
        migrations.AddField("medium", "sample_rate", RATE),
        migrations.AddField("medium", "peaks", PEAKS),
        migrations.AddField("medium", "tags", TAGS),
        migrations.AddField("medium", "clean_sha256", HASH),
        migrations.AddField("medium", "clean_size", BYTES),
        migrations.AddConstraint(
            "medium",
            models.CheckConstraint(
                name="medium_copy_of_stored",
                condition=models.Q(clean_sha256__isnull=True, clean_size__isnull=True)
                | models.Q(
                    clean_sha256__isnull=False, clean_size__isnull=False, sha256__isnull=False
                ),
            ),
        ),
        migrations.RunSQL(GUARD, FORMER),
    ]
