from django.contrib.auth.hashers import check_password
from django.db import migrations, models


def mark(apps, schema_editor):
    """Accounts of an earlier demo that still have the password that everybody knew."""
    users = apps.get_model("people", "User").objects
    for user in users.filter(username__in=("researcher", "annotator")):
        if check_password("rateroom-demo", user.password):
            users.filter(pk=user.pk).update(is_demo=True)


class Migration(migrations.Migration):
    dependencies = [("people", "0002_session")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_demo",
            field=models.BooleanField(default=False, editable=False, verbose_name="demo account"),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
