"""Tests that no check constraint can be NULL, because SQL accepts a row if its constraint is NULL.

If a constraint covers several columns, a NULL in one of them could let any values of the others
pass.
"""

import re
from itertools import islice

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db
# What a column of the type may hold beside what the constraint itself names.
VALUES = {
    "boolean": ["true", "false"],
    "jsonb": ["[]", "{}", '{"a": 1}'],
    "bytea": ["", "a"],
    "date": ["2026-01-01"],
    "timestamp with time zone": ["2026-01-01", "2026-01-02"],
    "uuid": ["00000000-0000-0000-0000-000000000000"],
    "inet": ["127.0.0.1"],
}
NUMBERS = ("smallint", "integer", "bigint", "numeric", "double precision", "real")
MOST_VALUES = 12  # of a column
CONSTRAINTS = """
select c.conrelid::regclass::text, c.conname, pg_get_expr(c.conbin, c.conrelid),
    array_agg(a.attname order by a.attnum),
    array_agg(format_type(a.atttypid, null) order by a.attnum),
    array_agg(not a.attnotnull order by a.attnum)
from pg_constraint c
join pg_namespace n on n.oid = c.connamespace and n.nspname = 'public'
join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
where c.contype = 'c'
group by c.oid
having bool_or(not a.attnotnull) and count(*) > 1
order by 1, 2
"""


def values_of(kind: str, condition: str) -> list[str]:
    """Return the values to try for a column of type `kind`, including those in `condition`."""
    if kind.endswith("[]"):
        return ["{}", "{1}" if kind.startswith(NUMBERS) else "{a}"]
    if kind.startswith(NUMBERS):
        named = re.findall(r"(?<![\w.'])\d+(?![\w.])", condition)
        return list(dict.fromkeys(["0", "1", "2", *named]))
    if kind.startswith(("character varying", "text")):
        return list(dict.fromkeys(["", "a", *re.findall(r"'([^']*)'::", condition)]))
    return VALUES[kind]


def in_doubt(condition: str, columns: list[str], kinds: list[str], nulls: list[bool]) -> list:
    """Return at most one row of tried values for which the condition is NULL."""
    tables, values = [], []
    for column, kind, may_be_null in zip(columns, kinds, nulls, strict=True):
        tried: list[str | None] = list(islice(values_of(kind, condition), MOST_VALUES))
        if may_be_null:
            tried.append(None)
        tables.append(f'unnest(%s::text[]::{kind.removesuffix("[]")}[]) as "{column}"')
        if kind.endswith("[]"):
            tables[-1] = (
                f'(select value::{kind} as "{column}" from unnest(%s::text[]) as value) as "of_{column}"'
            )
        values.append(tried)
    statement = f"select * from {' cross join '.join(tables)} where ({condition}) is null limit 1"
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def test_no_check_constraint_can_be_null():
    with connection.cursor() as cursor:
        cursor.execute(CONSTRAINTS)
        constraints = cursor.fetchall()
    assert len(constraints) > 20
    doubtful = {
        name: rows
        for _table, name, condition, *columns in constraints
        if (rows := in_doubt(condition.replace("%", "%%"), *columns))
    }
    assert doubtful == {}
