"""Messages between an annotator and the researchers of a batch."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0022_care'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_annotator', models.BooleanField(verbose_name='by the annotator')),
                ('text', models.TextField(max_length=4000, verbose_name='text')),
                ('sent_at', models.DateTimeField(auto_now_add=True, verbose_name='sent')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('enrolment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='hits.enrolment')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'indexes': [models.Index(fields=['enrolment', 'id'], name='message_of_thread'), models.Index(condition=models.Q(('read_at__isnull', True)), fields=['enrolment', 'by_annotator'], name='message_unread')],
            },
        ),
    ]
