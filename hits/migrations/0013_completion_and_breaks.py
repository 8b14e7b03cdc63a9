"""Completion codes and breaks: what a batch declares, and what a rater was given and has read."""

import django.core.validators
from django.db import migrations, models

# A code is promised with the work that it takes. The promise may be made late, but not withdrawn or changed; the one
# code, its address and the breaks may change, as panels hand them out late.
FREEZE = """
create trigger hits_batch_completion before update of completion, code_after on hits_batch for each row
    when (old.state <> 'draft' and old.completion <> 'none'
          and (old.completion, old.code_after) is distinct from (new.completion, new.code_after))
    execute function hits_refuse_changed_terms();
"""


class Migration(migrations.Migration):

    dependencies = [("hits", "0012_extensions_and_scheme")]

    operations = [
        migrations.AddField(
            model_name='batch',
            name='break_after',
            field=models.PositiveIntegerField(blank=True, help_text='So many HITs, then a page with what was done and earned, and no HIT held. Blank: no breaks.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='suggest a break after every'),
        ),
        migrations.AddField(
            model_name='batch',
            name='code_after',
            field=models.PositiveIntegerField(blank=True, help_text='So many submitted HITs. A rater for whom nothing is left is given it earlier. Blank: only then.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='code after'),
        ),
        migrations.AddField(
            model_name='batch',
            name='completion',
            field=models.CharField(choices=[('none', 'No completion code'), ('fixed', 'One code for everybody'), ('drawn', 'A code of their own for each rater, drawn at random')], default='none', help_text='For raters who come from a panel and prove there that they are done.', max_length=5, verbose_name='completion code'),
        ),
        migrations.AddField(
            model_name='batch',
            name='completion_code',
            field=models.CharField(blank=True, help_text='As the panel gave it to you. Who has been given a code keeps that one if you change it.', max_length=40, validators=[django.core.validators.RegexValidator('^[A-Za-z0-9_-]+\\Z', 'Letters, digits, hyphens and underscores only, as in C1A2B3C4.')], verbose_name='the one code'),
        ),
        migrations.AddField(
            model_name='batch',
            name='completion_url',
            field=models.CharField(blank=True, help_text='Shown as a button beside the code. {code} in it becomes the code. Begins with https://.', max_length=500, validators=[django.core.validators.URLValidator(message='Give a whole address that begins with https://, or none.', schemes=['https'])], verbose_name='completion address'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='completed_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='code given'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='completion_code',
            field=models.CharField(blank=True, max_length=40, verbose_name='completion code'),
        ),
        migrations.AddField(
            model_name='enrolment',
            name='instructions_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='instructions read'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('code_after__isnull', True), ('completion', 'none'), ('completion_code', ''), ('completion_url', '')), models.Q(('completion', 'fixed'), ('completion_code__regex', '^[A-Za-z0-9_-]+\\Z')), models.Q(('completion', 'drawn'), ('completion_code', '')), _connector='OR'), name='batch_completion_stated', violation_error_message='“One code for everybody” needs the code; drawn codes need none; without a completion code leave code, address and number blank.'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(('completion_url', ''), ('completion_url__startswith', 'https://'), _connector='OR'), name='batch_completion_address', violation_error_message='The completion address must begin with https://.'),
        ),
        migrations.AddConstraint(
            model_name='batch',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('code_after__isnull', True), ('code_after__gte', 1), _connector='OR'), models.Q(('break_after__isnull', True), ('break_after__gte', 1), _connector='OR')), name='batch_code_and_break_from_one', violation_error_message='The code and a break come after one HIT at the earliest.'),
        ),
        migrations.AddConstraint(
            model_name='enrolment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('completed_at__isnull', True), ('completion_code', '')), models.Q(models.Q(('completion_code', ''), _negated=True), ('completed_at__isnull', False)), _connector='OR'), name='enrolment_code_and_time'),
        ),
        migrations.RunSQL(FREEZE, "drop trigger hits_batch_completion on hits_batch"),
    ]
