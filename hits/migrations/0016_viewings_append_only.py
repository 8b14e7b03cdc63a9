"""What was seen is kept as it was noted: written with the answers, and like them never changed."""

from django.db import migrations

GUARD = """
create trigger hits_viewing_append_only before update or delete on hits_viewing
    for each row execute function hits_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("hits", "0015_output_ranges")]

    operations = [migrations.RunSQL(GUARD, "drop trigger hits_viewing_append_only on hits_viewing")]
