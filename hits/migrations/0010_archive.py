from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hits", "0009_adjudication")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="archived_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="archived"),
        ),
    ]
