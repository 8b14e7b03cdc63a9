"""The language of the rubric's words: fixed by a batch or each rater's own, and kept with the answers."""

from django.db import migrations, models

# The language is promised like the other terms: 0003_guards.
FREEZE = """
create trigger hits_batch_language before update of language on hits_batch for each row
    when (old.state <> 'draft' and old.language is distinct from new.language)
    execute function hits_refuse_changed_terms();
"""


class Migration(migrations.Migration):
    dependencies = [("hits", "0013_completion_and_breaks")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", help_text="Blank: each rater reads the rubric in the language of their pages, where it is translated. Fix one language to have the same conditions for all. The language shown is recorded with every answer.", max_length=20, verbose_name="language of the rubric"),
        ),
        migrations.AddField(
            model_name="assignment",
            name="shown_language",
            field=models.CharField(blank=True, db_default="", default="", max_length=20, verbose_name="language shown"),
        ),
        migrations.RunSQL(FREEZE, "drop trigger hits_batch_language on hits_batch"),
    ]
