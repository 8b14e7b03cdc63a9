"""An amendment may add money for more people's training and first checks; and gold in the order in
which a claim walks it."""

from django.db import migrations, models

KINDS = ["annotators", "items", "systems", "time", "people"]


class Migration(migrations.Migration):
    dependencies = [("hits", "0035_draft_checks")]

    operations = [
        migrations.AlterField(
            model_name="amendment",
            name="kind",
            field=models.CharField(
                choices=[
                    ("annotators", "More annotators"),
                    ("items", "More items"),
                    ("systems", "More systems"),
                    ("time", "More time"),
                    ("people", "Places for more people"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.RemoveConstraint(model_name="amendment", name="amendment_kind"),
        migrations.AddConstraint(
            model_name="amendment",
            constraint=models.CheckConstraint(
                name="amendment_kind", condition=models.Q(kind__in=KINDS)
            ),
        ),
        migrations.AddIndex(
            model_name="hit",
            index=models.Index(
                name="hit_gold",
                fields=["batch", "position", "id"],
                condition=models.Q(purpose="gold"),
            ),
        ),
    ]
