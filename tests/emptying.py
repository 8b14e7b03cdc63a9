"""Between tests that commit, the database is put back as `migrate` left it by deleting rows.

Django's flush truncates every table, which writes a new file for each of them and of their indexes,
and sends `post_migrate`, which makes all permissions and library rubrics anew. That took longer
than most tests.
"""

from django.db import connection
from django.test import TransactionTestCase

TRUNCATED_BYTES = 1 << 16  # tests that count what is read would count many dead rows too
# Copies, in the schema `pristine`, of the tables in which migrating has left rows.
KEEP = """
    do $$
    declare
        name text;
        filled boolean;
    begin
        create schema pristine;
        foreach name in array array[{names}] loop
            execute format('select exists (select from %I)', name) into filled;
            if filled then
                execute format('create table pristine.%I as table %I', name, name);
            end if;
        end loop;
    end $$
"""
# Of those, only rows that differ are written: written whole each time, they would soon be large
# enough to truncate, and with them half of the database, whose tables refer to them.
PUT_BACK = """
    do $$
    declare name text;
    begin
        set local session_replication_role = replica;  -- no triggers, no foreign keys
        foreach name in array array[{names}] loop
            if exists (select from pg_tables where schemaname = 'pristine' and tablename = name) then
                execute format(
                    'delete from public.%1$I where id in ('
                    'select id from (table public.%1$I except table pristine.%1$I) as changed)', name
                );
            elsif pg_relation_size(name::regclass) < {limit} then
                execute format('delete from %I', name);
            else
                execute format('truncate %I cascade', name);
            end if;
        end loop;
        for name in select tablename from pg_tables where schemaname = 'pristine' loop
            execute format(
                'insert into public.%1$I overriding system value table pristine.%1$I '
                'on conflict do nothing', name
            );
        end loop;
    end $$
"""


def keep() -> None:
    """Note what the database holds after `migrate`."""
    with connection.cursor() as cursor:
        if may_switch_triggers_off():
            cursor.execute(KEEP.format(names=_quoted_names()))
        else:  # Django's flush truncates this table too
            cursor.execute("alter table people_act disable trigger people_act_not_emptied")


def empty_by_deleting() -> None:
    """Have tests that commit put the database back as it was noted."""
    if may_switch_triggers_off():
        TransactionTestCase._fixture_teardown = lambda _case: put_back()


def may_switch_triggers_off() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("select current_setting('is_superuser')")
        return cursor.fetchall() == [("on",)]


def put_back() -> None:
    """Only sequences go on, as after Django's flush."""
    with connection.cursor() as cursor:
        cursor.execute(PUT_BACK.format(names=_quoted_names(), limit=TRUNCATED_BYTES))


def _quoted_names() -> str:
    return ", ".join(
        f"'{name}'" for name in connection.introspection.django_table_names(include_views=False)
    )
