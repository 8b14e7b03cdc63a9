"""Rules over large batches are tasks of a worker."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0033_tasks_and_held_decisions'),
    ]

    operations = [
        migrations.AlterField(
            model_name='backgroundtask',
            name='kind',
            field=models.CharField(choices=[('snapshot', 'Keep a snapshot'), ('deletion', 'Delete a data set'), ('rule', 'Apply a rule')], max_length=10, verbose_name='kind'),
        ),
    ]
