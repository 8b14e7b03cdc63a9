from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quality", "0002_fold_seconds")]

    operations = [
        migrations.AddField(
            model_name="annotatorfold",
            name="acts",
            field=models.PositiveBigIntegerField(
                db_default=0, default=0, verbose_name="acts that change figures"
            ),
        ),
    ]
