import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.db import migrations, models

from core.database.creating import CreateModels


class Migration(migrations.Migration):
    # A site with only some of these refuses to go on.
    replaces = [
        ("webhooks", "0002_rename_labels"),
    ]

    initial = True

    dependencies = [
        ('people', '0003_invitations'),
    ]

    operations = [CreateModels([
        migrations.CreateModel(
            name='Endpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='people.project')),
                ('key', models.CharField(editable=False, max_length=60)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('batch.published', 'A batch is published'), ('batch.progress', 'A batch reached a percentage of its responses'), ('batch.done', "A batch is done"), ('objection.made', 'An annotator has appealed a rejection'), ('report.ready', 'Results are ready'), ('webhook.test', "Test")], max_length=20), size=None, verbose_name='events')),
                ('percentages', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), default=list, size=None, verbose_name='percentages')),
                ('sealed_secret', models.BinaryField()),
                ('sealed_former', models.BinaryField(blank=True, default=b'')),
                ('former_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('rotation_key', models.CharField(blank=True, editable=False, max_length=60)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('failing_since', models.DateTimeField(blank=True, null=True, verbose_name='failing since')),
                ('off_at', models.DateTimeField(blank=True, null=True, verbose_name='switched off')),
                ('off_because', models.CharField(blank=True, max_length=300, verbose_name='because')),
                ('lease', models.UUIDField(editable=False, null=True)),
                ('leased_until', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='webhook_once'), models.CheckConstraint(condition=models.Q(('kinds__len__gte', 1), models.Q(('sealed_secret', b''), _negated=True)), name='webhook_has_kinds'), models.CheckConstraint(condition=models.Q(models.Q(('kinds__contains', ['batch.progress']), ('percentages__len__gte', 1)), models.Q(models.Q(('kinds__contains', ['batch.progress']), _negated=True), ('percentages__len', 0)), _connector='OR'), name='webhook_percentages_with_progress'), models.CheckConstraint(condition=models.Q(models.Q(('former_until__isnull', True), ('sealed_former', b'')), models.Q(models.Q(('sealed_former', b''), _negated=True), ('former_until__isnull', False)), _connector='OR'), name='webhook_former_secret_ends')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='people.project')),
                ('kind', models.CharField(choices=[('batch.published', 'A batch is published'), ('batch.progress', 'A batch reached a percentage of its responses'), ('batch.done', "A batch is done"), ('objection.made', 'An annotator has appealed a rejection'), ('report.ready', 'Results are ready'), ('webhook.test', "Test")], max_length=20, verbose_name='event')),
                ('subject', models.CharField(max_length=120, verbose_name='about')),
                ('body', models.TextField(blank=True)),
                ('happened_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='happened')),
                ('request_id', models.CharField(blank=True, max_length=32)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'kind', 'subject'), name='event_once')],
                'indexes': [models.Index(condition=models.Q(('body', ''), _negated=True), fields=['happened_at'], name='event_with_body')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.endpoint')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.event')),
                ('message', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('state', models.CharField(choices=[('waiting', 'To be sent'), ('delivered', 'delivered'), ('failed', 'Failed')], default='waiting', max_length=9, verbose_name='state')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('next_at', models.DateTimeField(default=django.utils.timezone.now, null=True, verbose_name='next attempt')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('endpoint', 'event'), name='delivery_once'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('next_at__isnull', False), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('ended_at__isnull', False), ('next_at__isnull', True)), _connector='OR'), name='delivery_waits_or_ended')],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['endpoint', 'next_at'], name='delivery_due'), models.Index(fields=['endpoint', '-id'], name='delivery_log'), models.Index(fields=['endpoint', 'state', '-id'], name='delivery_log_by_state'), models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['ended_at'], name='delivery_ended')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('delivery', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='webhooks.delivery')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('ended_at', models.DateTimeField(null=True)),
                ('status', models.PositiveSmallIntegerField(null=True, verbose_name='status')),
                ('problem', models.CharField(blank=True, choices=[('', 'None'), ('status', 'The receiver did not accept it.'), ('redirect', "The address redirects. We do not follow redirects."), ('address', "This address cannot be called."), ('slow', 'The receiver did not answer in time.'), ('connection', 'The receiver cannot be reached.'), ('secret', "The secret can no longer be read. Create a new one.")], max_length=10, verbose_name='problem')),
                ('detail', models.CharField(blank=True, max_length=300, verbose_name='detail')),
                ('response', models.TextField(blank=True, verbose_name='response')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
    ])]
