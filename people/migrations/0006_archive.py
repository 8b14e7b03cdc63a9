from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0005_notices"), ("stimuli", "0005_archive")]

    operations = [
        migrations.RemoveField(model_name="project", name="simulated"),
        migrations.AddField(
            model_name="project",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="archived"),
        ),
    ]
