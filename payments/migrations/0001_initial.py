import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('hits', '0001_initial'),
        ('people', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='people.project')),
                ('kind', models.CharField(choices=[('outside', 'Outside'), ('balance', 'Available'), ('escrow', "Reserved"), ('earnings', "Owed"), ('fees', "Fees"), ('panel', 'Paid by a panel')], max_length=10, verbose_name='kind')),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='hits.batch')),
                ('annotator', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'kind', 'batch', 'annotator'), name='account_once', nulls_distinct=False), models.CheckConstraint(condition=models.Q(models.Q(('annotator__isnull', True), ('batch__isnull', False), ('kind', 'escrow')), models.Q(('annotator__isnull', False), ('batch__isnull', True), ('kind', 'earnings')), models.Q(('annotator__isnull', True), ('batch__isnull', True), ('kind__in', ['outside', 'balance', 'fees', 'panel'])), _connector='OR'), name='account_of_one_thing')],
            },
        ),
        migrations.CreateModel(
            name='Transaction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transactions', to='people.project')),
                ('kind', models.CharField(choices=[('deposit', "Funds added"), ('escrow', "Reserved"), ('approval', "Approved"), ('refund', "Refunded"), ('bonus', 'Bonus'), ('goodwill', 'Goodwill'), ('payout', 'Payout'), ('panel', 'Paid by a panel'), ('training', 'Training and test'), ('reversal', 'Reversal'), ('merge', "Annotators merged")], max_length=12, verbose_name='kind')),
                ('key', models.CharField(max_length=120, verbose_name='key')),
                ('batch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='transactions', to='hits.batch')),
                ('assignment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='hits.assignment')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='payments.transaction', verbose_name='reverses')),
                ('memo', models.CharField(blank=True, max_length=200, verbose_name='memo')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('token', models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='people.apitoken', verbose_name='API token')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='transaction_key_once'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reversal'), ('reverses__isnull', False)), models.Q(models.Q(('kind', 'reversal'), _negated=True), ('reverses__isnull', True)), _connector='OR'), name='transaction_reversal_names_one')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('transaction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='payments.transaction')),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='payments.account')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14, verbose_name='amount')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('transaction', 'account'), name='entry_account_once'), models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='entry_not_zero')],
            },
        ),
    ])]
