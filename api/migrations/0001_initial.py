import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    # A site that has only some of these migrations refuses to migrate.
    replaces = [
        ("api", "0002_keyed_task"),
        ("api", "0003_keyed_write_needs"),
    ]

    initial = True

    dependencies = [
        ('hits', '0002_guards'),
        ('people', '0003_invitations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('stimuli', '0002_guards'),
    ]

    operations = [
        migrations.CreateModel(
            name='KeyedWrite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keyed_writes', to=settings.AUTH_USER_MODEL)),
                ('key', models.CharField(max_length=200, verbose_name='key')),
                ('request_sha256', models.CharField(max_length=64, verbose_name='SHA-256 of the request')),
                ('status', models.PositiveSmallIntegerField(verbose_name='status')),
                ('answer', models.JSONField(null=True, verbose_name='answer')),
                ('project', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='people.project')),
                ('dataset', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='stimuli.dataset')),
                ('batch', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='hits.batch')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('task', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='hits.backgroundtask')),
                ('for_owners', models.BooleanField(db_default=False, default=False, verbose_name='for owners')),
                ('scope', models.CharField(db_default='', default='', max_length=10, verbose_name='scope')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='keyed_write_once')],
            },
        ),
    ]
