"""HITs that are reported as broken and held back, and the days in which a rejection may be objected to."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


TERM = """
create trigger hits_batch_objections before update of objection_days on hits_batch for each row
    when (old.state <> 'draft' and old.objection_days is distinct from new.objection_days)
    execute function hits_refuse_changed_terms();
"""
UNDO = "drop trigger hits_batch_objections on hits_batch;"


class Migration(migrations.Migration):

    dependencies = [
        ('hits', '0021_masked_outputs'),
        ('people', '0010_api_tokens'),
        ('stimuli', '0005_archive'),
        ('surveys', '0002_prompts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BrokenReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.CharField(choices=[('media', 'A picture, clip or sound does not load or play'), ('text', 'A text is missing, cut off or unreadable'), ('mismatch', 'What is shown does not belong together'), ('questions', 'The questions cannot be answered for it'), ('harmful', 'It shows something disturbing'), ('other', 'Something else')], max_length=9, verbose_name='what is wrong')),
                ('text', models.TextField(blank=True, max_length=2000, verbose_name='in their words')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='made')),
                ('decision', models.CharField(blank=True, choices=[('', 'waiting'), ('put_back', 'handed out again'), ('closed', 'closed for good')], default='', max_length=8, verbose_name='decision')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
            ],
            options={
                'verbose_name': 'report of a broken HIT',
                'verbose_name_plural': 'reports of broken HITs',
            },
        ),
        migrations.RemoveConstraint(
            model_name='assignment',
            name='assignment_state_and_person',
        ),
        migrations.RemoveConstraint(
            model_name='assignment',
            name='assignment_state_and_times',
        ),
        migrations.RemoveConstraint(
            model_name='assignment',
            name='assignment_extended_is_somebodys',
        ),
        # Of batches that are there nothing was said, so their annotators may object for good.
        migrations.AddField(
            model_name='batch',
            name='objection_days',
            field=models.PositiveSmallIntegerField(blank=True, help_text='From the rejection on. Blank: without an end.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)], verbose_name='days to object to a rejection'),
        ),
        migrations.AlterField(
            model_name='batch',
            name='objection_days',
            field=models.PositiveSmallIntegerField(blank=True, default=30, help_text='From the rejection on. Blank: without an end.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)], verbose_name='days to object to a rejection'),
        ),
        migrations.AddField(
            model_name='batch',
            name='reports_to_suspend',
            field=models.PositiveSmallIntegerField(blank=True, default=2, help_text='So many people say that it is broken, and nobody else is given it until you decide. Blank: it is handed out all the same.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(100)], verbose_name='reports after which a HIT is held back'),
        ),
        migrations.AddField(
            model_name='hit',
            name='availability',
            field=models.CharField(choices=[('open', 'Yes'), ('suspended', 'Held back: reported as broken'), ('closed', 'No: closed as broken')], db_default='open', default='open', max_length=9, verbose_name='handed out'),
        ),
        migrations.AlterField(
            model_name='assignment',
            name='state',
            field=models.CharField(choices=[('free', 'Free'), ('suspended', 'Held back'), ('claimed', 'In work'), ('submitted', 'Submitted'), ('approved', 'Approved'), ('rejected', 'Rejected'), ('returned', 'Returned'), ('expired', 'Expired'), ('withdrawn', 'Withdrawn')], default='free', max_length=10, verbose_name='state'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('annotator__isnull', True), ('enrolment__isnull', True), ('state__in', ['free', 'suspended', 'withdrawn'])), models.Q(models.Q(('state__in', ['free', 'suspended', 'withdrawn']), _negated=True), ('accepted_at__isnull', False), ('annotator__isnull', False), ('enrolment__isnull', False), ('deadline_at__isnull', False), ('sequence__isnull', False)), _connector='OR'), name='assignment_state_and_person'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ['free', 'suspended', 'claimed', 'withdrawn']), ('submitted_at__isnull', True)), models.Q(('ended_at__isnull', False), ('state__in', ['returned', 'expired']), ('submitted_at__isnull', True)), models.Q(('ended_at__isnull', True), ('state__in', ['submitted', 'approved', 'rejected']), ('submitted_at__isnull', False)), _connector='OR'), name='assignment_state_and_times'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(('extended', 0), models.Q(('state__in', ['free', 'suspended', 'withdrawn']), _negated=True), _connector='OR'), name='assignment_extended_is_somebodys'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('objection_days__isnull', True), models.Q(('objection_days__gte', 1), ('objection_days__lte', 365)), _connector='OR'), name='batch_objection_days'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('reports_to_suspend__isnull', True), ('reports_to_suspend__gte', 1), _connector='OR'), name='batch_reports_to_suspend'),
        ),
        migrations.AddField(
            model_name='brokenreport',
            name='assignment',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='broken_report', to='hits.assignment'),
        ),
        migrations.AddField(
            model_name='brokenreport',
            name='decided_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='brokenreport',
            index=models.Index(condition=models.Q(('decision', '')), fields=['made_at'], name='brokenreport_open'),
        ),
        migrations.AddConstraint(
            model_name='brokenreport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', '')), models.Q(models.Q(('decision', ''), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='brokenreport_decided_or_open'),
        ),
        migrations.RunSQL(TERM, UNDO),
    ]
