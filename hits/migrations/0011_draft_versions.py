"""Drafts know the page that saved them, and keep earlier versions to go back to."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("hits", "0010_places_held_ahead")]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="writer",
            field=models.CharField(blank=True, default="", max_length=32, verbose_name="page"),
        ),
        migrations.AddField(
            model_name="draft",
            name="number",
            field=models.PositiveIntegerField(default=0, verbose_name="the page's n-th save"),
        ),
        migrations.AddField(
            model_name="draft",
            name="complete",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="complete sections"),
        ),
        migrations.CreateModel(
            name="DraftVersion",
            fields=[
                ("pk", models.CompositePrimaryKey("assignment_id", "revision", blank=True, editable=False, primary_key=True, serialize=False)),
                ("revision", models.PositiveIntegerField(verbose_name="revision")),
                ("data", models.JSONField(default=dict, verbose_name="data")),
                ("saved_at", models.DateTimeField(verbose_name="saved")),
                ("complete", models.PositiveSmallIntegerField(default=0, verbose_name="complete sections")),
                ("assignment", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="draft_versions", to="hits.assignment")),
            ],
            options={"verbose_name": "earlier draft", "verbose_name_plural": "earlier drafts"},
        ),
    ]
