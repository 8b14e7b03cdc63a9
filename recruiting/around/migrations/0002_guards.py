"""Changes that the database refuses: to the text of a page, to the pages of a published batch, and
to a decision."""

from django.db import migrations

GUARDS = """
create trigger around_pageversion_frozen before update on around_pageversion
    for each row execute function people_refuse_change();
create trigger around_consentdecision_frozen before update of version_id, decision, decided_at
    on around_consentdecision for each row execute function people_refuse_change();

create function around_refuse_promised_page() returns trigger language plpgsql as $$
declare
    is_draft boolean;
    batch bigint = case tg_op when 'INSERT' then new.batch_id else old.batch_id end;
begin
    select b.state = 'draft' into is_draft from hits_batch b where b.id = batch;
    if is_draft
       or (tg_op = 'INSERT' and new.page = 'consent')
       or (tg_op = 'UPDATE' and new.page = 'consent' and old.replaced_at is null
           and (old.batch_id, old.page, old.version_id) = (new.batch_id, new.page, new.version_id)) then
        return case tg_op when 'DELETE' then old else new end;
    end if;
    raise exception 'batch % is published: the pages around its work are promised', batch
        using errcode = 'restrict_violation';
end $$;
create trigger around_batchpage_promised before insert or update or delete on around_batchpage
    for each row execute function around_refuse_promised_page();
"""
UNDO = """
drop function around_refuse_promised_page() cascade;
drop trigger around_consentdecision_frozen on around_consentdecision;
drop trigger around_pageversion_frozen on around_pageversion;
"""


class Migration(migrations.Migration):
    # A site that has only some of these migrations refuses to migrate.
    replaces = [
        ("around", "0003_rename_labels"),
    ]
    dependencies = [("around", "0001_initial"), ("people", "0002_guards")]

    operations = [migrations.RunSQL(GUARDS, UNDO)]
