"""Pay for training is a kind of transaction."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0004_merging'),
    ]

    operations = [
        migrations.AlterField(
            model_name='transaction',
            name='kind',
            field=models.CharField(choices=[('deposit', 'Deposit'), ('escrow', 'Escrow at publication'), ('approval', 'Approval'), ('refund', 'Refund'), ('bonus', 'Bonus'), ('goodwill', 'Goodwill'), ('payout', 'Payout'), ('panel', 'Paid by a panel'), ('training', 'Training and test'), ('reversal', 'Reversal'), ('merge', 'Two persons made one')], max_length=12, verbose_name='kind'),
        ),
    ]
