"""Tests that a batch's declared terms match what the database locks and what exports contain."""

import re
from decimal import Decimal

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import ForeignKey

from hits.exports.fixed import ASSIGNMENT
from hits.exports.mturk import COLUMNS
from hits.models import Batch
from hits.terms import TERMS, Until
from tests import world

pytestmark = pytest.mark.django_db
STATE = {
    *("id", "state", "fee", "hits_planned", "hits_made", "assignments_planned", "checks_planned"),
    *("input_fields", "input_media", "output_media", "outputs_masked", "publish_error"),
    *("created_at", "created_by", "published_at", "closed_at", "done_at", "archived_at"),
    *("attempts", "sent_at", "cancelled_at", "cancelled_by", "is_pilot"),
}
REFUSED = "its terms are promised"


def test_each_field_is_a_term_or_a_state_and_never_both():
    names = [term.name for term in TERMS]
    assert len(names) == len(set(names))
    assert {field.name for field in Batch._meta.concrete_fields} - STATE == set(names)


@pytest.fixture(scope="module")
def batch(module_rows):
    return world.live_batch(world.project(), allotted_seconds=600, sitting_hits=1, most_sittings=3)


def another(batch: Batch, name: str) -> str:
    """Return an SQL value for the field `name` that differs from the batch's value. Numbers
    increase."""
    field = Batch._meta.get_field(name)
    column, value = field.column, getattr(batch, field.attname)
    if isinstance(value, bool):
        return f"not {column}"
    if isinstance(value, int | Decimal) or isinstance(field, ForeignKey):
        return f"coalesce({column}, 0) + 1"
    if value is None or isinstance(value, list):
        return "array['x']" if name == "sample_ids" else "1"
    return f"'x' || substr({column}, 2)"  # no longer than before


def refuses(batch: Batch, name: str, value: str) -> bool:
    """Return whether the database rejects the change because the term is locked after
    publishing."""
    column = Batch._meta.get_field(name).column
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"update hits_batch set {column} = {value} where id = {batch.pk}")
            transaction.set_rollback(True)
    except DatabaseError as error:
        return REFUSED in str(error)
    return False


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_the_database_refuses_what_is_promised_and_nothing_else(batch, term):
    assert refuses(batch, term.name, another(batch, term.name)) == (term.until == Until.PUBLISHED)


@pytest.mark.parametrize("name", [term.name for term in TERMS if term.until == Until.ONLY_MORE])
def test_annotators_never_get_less_of_it(batch, name):
    assert refuses(batch, name, f"{name} - 1")


@pytest.mark.parametrize("name", [term.name for term in TERMS if term.until == Until.PROMISED_CODE])
def test_a_promised_code_stays_promised(name):
    batch = world.live_batch(world.project(), completion="drawn", code_after=2)
    assert refuses(batch, name, another(batch, name))


def test_a_term_names_its_export_columns():
    read = {}
    for column in (*ASSIGNMENT, *COLUMNS):
        for name in re.findall(r"\bb\.(\w+)", column.sql):
            read.setdefault(name, set()).add(column.name)
    names = {term.name: set(term.columns) for term in TERMS}
    assert {name: read.get(name, set()) for name in names} == names
