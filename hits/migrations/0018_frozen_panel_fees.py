"""The rate of a panel's fee is promised with the fee."""

from django.db import migrations

FROZEN = """
create trigger hits_batch_panel_fee before update of fee_rate on hits_batch for each row
    when (old.state <> 'draft' and old.fee_rate is distinct from new.fee_rate)
    execute function hits_refuse_changed_terms();
"""


class Migration(migrations.Migration):
    dependencies = [("hits", "0017_panel_fees")]

    operations = [
        migrations.RunSQL(FROZEN, "drop trigger hits_batch_panel_fee on hits_batch;"),
    ]
