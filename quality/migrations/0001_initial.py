import django.db.models.deletion
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):
    # A site with only some of these refuses to go on.
    replaces = [
        ("quality", "0002_fold_seconds"),
        ("quality", "0003_annotatorfold_acts"),
        ("quality", "0004_planned_rejection"),
    ]

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='AnnotatorFigures',
            fields=[
                ('enrolment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='annotator_figures', serialize=False, to='hits.enrolment', verbose_name='enrolment')),
                ('measures', models.JSONField(default=dict, verbose_name='measures')),
                ('flags', models.JSONField(default=list, verbose_name='flags')),
            ],
        ),
        migrations.CreateModel(
            name='AnnotatorFold',
            fields=[
                ('batch', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='annotator_fold', serialize=False, to='hits.batch', verbose_name='batch')),
                ('computed_at', models.DateTimeField(verbose_name='computed')),
                ('submitted', models.PositiveBigIntegerField(verbose_name='submissions')),
                ('typical', models.JSONField(default=dict, verbose_name='statistics of all annotators')),
                ('seconds', models.FloatField(db_default=0, default=0, verbose_name='seconds that it took')),
                ('acts', models.PositiveBigIntegerField(db_default=0, default=0, verbose_name='acts that change figures')),
            ],
        ),
        migrations.CreateModel(
            name='PlannedRejection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='hits.assignment', verbose_name='assignment')),
                ('task', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='planned_rejections', to='hits.backgroundtask', verbose_name='task')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('task', 'assignment'), name='planned_once')],
            },
        ),
    ])]
