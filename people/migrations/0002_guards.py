"""What append-only tables of every app share: the function that refuses a change."""

from django.db import migrations

GUARDS = """
create function people_refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial")]

    operations = [migrations.RunSQL(GUARDS, "drop function people_refuse_change()")]
