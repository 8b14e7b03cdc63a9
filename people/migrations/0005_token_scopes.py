"""The scopes of a token become a set. Giving roles and inviting need a scope of their own, which no
token of before has. The column `scope` stays until no version reads it any more."""

import django.contrib.postgres.fields
from django.db import migrations, models

TO_A_SET = """
update people_apitoken set scopes = case scope
    when 'money' then array['read', 'write', 'money']
    when 'write' then array['read', 'write']
    else array['read'] end::varchar(10)[];
"""
DEFAULT = "alter table people_apitoken alter column scope set default 'read'"
TO_A_LADDER = """
update people_apitoken set scope = case
    when 'money' = any (scopes) and 'write' = any (scopes) then 'money'
    when 'write' = any (scopes) then 'write'
    else 'read' end;
"""
NO_DEFAULT = "alter table people_apitoken alter column scope drop default"


class Migration(migrations.Migration):
    dependencies = [("people", "0004_bonus_acts")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("read", "Read"),
                        ("write", "Change data, batches and settings"),
                        ("money", "Move money: publish, approve, pay"),
                        ("people", "Create projects, invite people, change and end roles"),
                    ],
                    max_length=10,
                ),
                db_default=["read"],
                size=None,
                verbose_name="scopes",
            ),
        ),
        migrations.RunSQL(TO_A_SET, TO_A_LADDER),
        migrations.RunSQL(DEFAULT, NO_DEFAULT),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("scopes__contained_by", ["read", "write", "money", "people"]),
                    ("scopes__contains", ["read"]),
                ),
                name="api_token_scopes",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name="apitoken", name="api_token_scope"),
                migrations.RemoveField(model_name="apitoken", name="scope"),
            ]
        ),
    ]
