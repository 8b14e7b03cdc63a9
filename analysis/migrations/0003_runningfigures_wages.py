from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0002_fold_seconds")]

    operations = [
        migrations.AddField(
            model_name="runningfigures",
            name="wages",
            field=models.JSONField(blank=True, null=True, verbose_name="pay by the hour"),
        ),
    ]
