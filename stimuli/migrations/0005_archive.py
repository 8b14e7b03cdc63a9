"""A dataset says itself whether it is the demo's; it can be archived."""

from django.db import migrations, models

SIMULATED = """
update stimuli_dataset d set simulated = true
  from people_project p where p.id = d.project_id and p.simulated;
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0005_notices"), ("stimuli", "0004_prepared_imports")]

    operations = [
        migrations.AddField(
            model_name="dataset",
            name="simulated",
            field=models.BooleanField(db_default=False, default=False, editable=False, verbose_name="simulated"),
        ),
        migrations.AddField(
            model_name="dataset",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="archived"),
        ),
        migrations.RunSQL(SIMULATED, migrations.RunSQL.noop),
    ]
