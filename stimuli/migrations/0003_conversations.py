"""Outputs that are conversations."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("stimuli", "0002_guards")]

    operations = [
        migrations.AlterField(
            model_name="output",
            name="kind",
            field=models.CharField(
                choices=[
                    ("text", "Text"),
                    ("conversation", "Conversation"),
                    ("image", "Picture"),
                    ("video", "Video"),
                    ("audio", "Sound"),
                ],
                db_default="text",
                default="text",
                max_length=12,
                verbose_name="kind",
            ),
        ),
    ]
