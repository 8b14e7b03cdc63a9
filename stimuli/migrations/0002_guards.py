"""What the database refuses of stimuli by themselves: other bytes or another address under a medium's row."""

from django.db import migrations

GUARDS = """
create trigger stimuli_medium_frozen before update of sha256, url, clean_sha256 on stimuli_medium
    for each row when ((old.sha256, old.url, old.clean_sha256)
        is distinct from (new.sha256, new.url, new.clean_sha256))
    execute function people_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("stimuli", "0001_initial"), ("people", "0002_guards")]

    operations = [migrations.RunSQL(GUARDS, "drop trigger stimuli_medium_frozen on stimuli_medium")]
