"""Bonus, goodwill, payout and reversal; overturned rejections. A reversal mirrors one transaction, once."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Deferred, because the entries follow the transaction. Reversed once: `reverses_id` is unique.
GUARDS = """
create function hits_reversal_mirrors() returns trigger language plpgsql as $$
begin
    if exists (select from hits_transaction t where t.id = new.reverses_id
                and (t.kind = 'reversal' or t.project_id <> new.project_id)) then
        raise exception 'transaction % reverses a reversal, or one of another project', new.id
            using errcode = 'check_violation';
    end if;
    if exists (select from hits_entry e where e.transaction_id in (new.id, new.reverses_id)
                group by e.account_id having sum(e.amount) <> 0 or count(*) <> 2) then
        raise exception 'transaction % is not the exact opposite of transaction %', new.id, new.reverses_id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
create constraint trigger hits_reversal_mirrors after insert on hits_transaction
    deferrable initially deferred for each row when (new.reverses_id is not null)
    execute function hits_reversal_mirrors();
"""

UNDO = """
drop trigger hits_reversal_mirrors on hits_transaction;
drop function hits_reversal_mirrors();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0004_raised_concerns'),
        ('people', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='assignment',
            name='overturned_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='rejection overturned'),
        ),
        migrations.AddField(
            model_name='assignment',
            name='surplus',
            field=models.BooleanField(db_default=False, default=False, verbose_name='beyond the raters per HIT'),
        ),
        migrations.AddField(
            model_name='transaction',
            name='reverses',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='hits.transaction', verbose_name='reverses'),
        ),
        migrations.AlterField(
            model_name='transaction',
            name='kind',
            field=models.CharField(choices=[('deposit', 'Deposit'), ('escrow', 'Escrow at publication'), ('approval', 'Approval'), ('refund', 'Refund'), ('bonus', 'Bonus'), ('goodwill', 'Goodwill'), ('payout', 'Payout'), ('reversal', 'Reversal')], max_length=12, verbose_name='kind'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('overturned_at__isnull', True), ('surplus', False)), models.Q(('overturned_at__isnull', False), ('state', 'approved')), _connector='OR'), name='assignment_overturned_is_approved'),
        ),
        migrations.AddConstraint(
            model_name='transaction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reversal'), ('reverses__isnull', False)), models.Q(models.Q(('kind', 'reversal'), _negated=True), ('reverses__isnull', True)), _connector='OR'), name='transaction_reversal_names_one'),
        ),
        migrations.RunSQL(GUARDS, UNDO),
        # Ending a HIT removes its draft from here on; those left from before can never be opened.
        migrations.RunSQL(
            "delete from hits_draft d using hits_assignment a where a.id = d.assignment_id and a.state <> 'held'",
            migrations.RunSQL.noop,
        ),
    ]
