"""Faster emptying of the database between tests that commit: rows added after `migrate` are
deleted.

Django's flush truncates every table, which writes new files for all tables and indexes. It also
sends `post_migrate`, which creates all permissions and library rubrics again. This took longer than
most tests.
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
    """Record the rows that the database has after `migrate`."""
    with connection.cursor() as cursor:
        if may_switch_triggers_off():
            cursor.execute(KEEP.format(names=_quoted_names()))
        else:  # Django's flush truncates this table too
            cursor.execute("alter table people_act disable trigger people_act_not_emptied")


def empty_by_deleting() -> None:
    """After each test that commits, restore the rows recorded by `keep`."""
    if may_switch_triggers_off():
        TransactionTestCase._fixture_teardown = lambda _case: put_back()


def may_switch_triggers_off() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("select current_setting('is_superuser')")
        return cursor.fetchall() == [("on",)]


def put_back() -> None:
    """Restore the rows recorded by `keep`. Sequences are not reset, as with Django's flush."""
    with connection.cursor() as cursor:
        cursor.execute(PUT_BACK.format(names=_quoted_names(), limit=TRUNCATED_BYTES))


def _quoted_names() -> str:
    return ", ".join(
        f"'{name}'" for name in connection.introspection.django_table_names(include_views=False)
    )
