from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """An invitation can grant an account without a role in the project."""

    dependencies = [("people", "0010_rename_labels"), ("hits", "0002_guards")]

    operations = [
        migrations.RemoveConstraint("invitation", "invitation_grants_one_thing"),
        migrations.AddConstraint(
            "invitation",
            models.CheckConstraint(
                name="invitation_grants_one_thing",
                condition=Q(role__in=["", "owner", "researcher", "viewer"], batch__isnull=True)
                | Q(role="", batch__isnull=False),
            ),
        ),
    ]
