"""Invitations, and an owner that a project cannot lose."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# At the end of the transaction, so that two owners can change places in one. The lock lets two that
# go at once see each other.
KEEPS_AN_OWNER = """
create function people_project_keeps_an_owner() returns trigger language plpgsql as $$
begin
    perform from people_project p where p.id = old.project_id for no key update;
    if found and not exists (select from people_membership m
                              where m.project_id = old.project_id and m.role = 'owner') then
        raise exception 'project % would be left without an owner', old.project_id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
create constraint trigger people_membership_keeps_an_owner after update or delete on people_membership
    deferrable initially deferred for each row when (old.role = 'owner')
    execute function people_project_keeps_an_owner();
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0003_acts"), ("hits", "0004_output_media")]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(blank=True, choices=[("owner", "Owner"), ("researcher", "Researcher"), ("viewer", "Viewer")], max_length=12, verbose_name="role")),
                ("address", models.EmailField(blank=True, max_length=254, verbose_name="e-mail address")),
                ("key", models.CharField(editable=False, max_length=60)),
                ("token_sha256", models.CharField(editable=False, max_length=64, unique=True)),
                ("uses", models.PositiveSmallIntegerField(default=1, verbose_name="how many people may use it")),
                ("used", models.PositiveSmallIntegerField(default=0, editable=False, verbose_name="used")),
                ("language", models.CharField(default="en", max_length=20, verbose_name="language of the mail")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
                ("mailed_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="mailed")),
                ("revoked_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="revoked")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("batch", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="hits.batch")),
                ("created_by", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("project", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="people.project")),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "constraints": [
                    models.UniqueConstraint(fields=("project", "key"), name="invitation_once"),
                    models.CheckConstraint(condition=models.Q(models.Q(("batch__isnull", True), ("role__in", ["owner", "researcher", "viewer"])), models.Q(("batch__isnull", False), ("role", "")), _connector="OR"), name="invitation_grants_one_thing"),
                    models.CheckConstraint(condition=models.Q(("used__lte", models.F("uses")), ("uses__gte", 1)), name="invitation_uses"),
                ],
            },
        ),
        migrations.AlterField(
            model_name="act",
            name="verb",
            field=models.CharField(choices=[('created', 'Created'), ('duplicated', 'Duplicated'), ('published', 'Published'), ('cancelled', 'Cancelled the publication'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('closed', 'Closed'), ('amended', 'Amended'), ('extended', 'Extended'), ('unveiled', 'Looked at the means before closing'), ('approved', 'Approved answers'), ('rejected', 'Rejected answers'), ('excluded', 'Excluded answers'), ('readmitted', 'Took excluded answers back in'), ('adjudicated', 'Adjudicated'), ('exported', 'Exported'), ('invited', 'Invited'), ('revoked', 'Took back an invitation'), ('joined', 'Joined the project'), ('role_changed', 'Changed a role'), ('archived', 'Archived'), ('unarchived', 'Took out of the archive'), ('deleted', 'Deleted'), ('signed_in', 'Signed in')], max_length=20, verbose_name="act"),
        ),
        migrations.RunSQL(KEEPS_AN_OWNER, "drop function people_project_keeps_an_owner() cascade"),
    ]
