from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0003_runningfigures_wages")]

    operations = [
        migrations.AddField(
            model_name="runningfigures",
            name="acts",
            field=models.PositiveBigIntegerField(
                db_default=0, default=0, verbose_name="acts that change figures"
            ),
        ),
    ]
