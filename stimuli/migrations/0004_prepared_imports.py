"""Imports whose files are there and whose columns a person has yet to look at."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("stimuli", "0003_sounds_and_copies")]

    operations = [
        migrations.AlterField(
            model_name="datasetimport",
            name="state",
            field=models.CharField(
                choices=[
                    ("prepared", "Not begun"),
                    ("waiting", "Waiting"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("failed", "Refused"),
                    ("cancelled", "Cancelled"),
                ],
                default="waiting",
                max_length=10,
                verbose_name="state",
            ),
        ),
    ]
