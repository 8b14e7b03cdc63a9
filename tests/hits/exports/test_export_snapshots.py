"""Tests of export snapshots: their bytes never change, except when rows are erased."""

import csv
import hashlib
import io
import json

import pyarrow.parquet as pq
import pytest
from django.core.files.storage import default_storage

from hits.exports import ExportChoice, export_pieces
from hits.exports.snapshots import erase_from_snapshots, make_snapshot
from hits.models import ExportSnapshot
from hits.review.decisions import approve_assignments
from tests import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("store")]
FORMS = ["csv", "jsonl", "parquet"]


@pytest.fixture
def batch():
    live = world.live_batch(world.project())
    for text in ("Plain.", 'Of "two"\nlines, a comma', "ü"):
        world.rate(world.annotator(), live, world.GOOD | {"feedback": text})
    return live


def stored(snapshot: ExportSnapshot) -> bytes:
    with default_storage.open(snapshot.file) as file:
        return file.read()


def ids(content: bytes, form: str) -> list[int]:
    if form == "parquet":
        return pq.read_table(io.BytesIO(content))["AssignmentId"].to_pylist()
    text = content.decode()
    rows = (
        csv.DictReader(io.StringIO(text, newline=""))
        if form == "csv"
        else map(json.loads, text.splitlines())
    )
    return [int(row["AssignmentId"]) for row in rows]


@pytest.mark.parametrize("form", FORMS)
def test_a_snapshot_counts_all_of_its_rows(batch, form, monkeypatch):
    """The limit on the rows that the page counts must not limit the snapshot's row count."""
    monkeypatch.setattr("hits.exports.queries.MOST_COUNTED", 1)
    choice = ExportChoice(table="long", file_format=form)
    assert make_snapshot(batch=batch, choice=choice, by=None).rows == 18


@pytest.mark.parametrize("form", FORMS)
def test_a_snapshot_stays_as_it_was(batch, form):
    choice = ExportChoice(file_format=form)
    then = b"".join(export_pieces(batch, choice))
    snapshot = make_snapshot(batch=batch, choice=choice, by=None)
    again = make_snapshot(batch=batch, choice=choice, by=None)
    assert (again.pk, snapshot.rows, snapshot.size) == (snapshot.pk, 3, len(then))
    approve_assignments(
        batch=batch, ids=list(batch.assignments.values_list("pk", flat=True)), by=None
    )
    assert b"".join(export_pieces(batch, choice)) != then
    assert stored(snapshot) == then
    assert snapshot.sha256 == hashlib.sha256(then).hexdigest()
    assert ExportChoice.of(snapshot.parameters) == choice


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("table", ["wide", "long"])
def test_erased_rows_are_gone_and_named_under_a_new_hash(
    batch, form, table, django_capture_on_commit_callbacks
):
    old = make_snapshot(batch=batch, choice=ExportChoice(table=table, file_format=form), by=None)
    before, file = ids(stored(old), form), old.file
    erased = sorted(set(before))[1]
    with django_capture_on_commit_callbacks(execute=True):
        (new,) = erase_from_snapshots(batch=batch, assignments=[erased, 10**9], by=None)
    assert ids(stored(new), form) == [pk for pk in before if pk != erased]
    assert (new.replaces, new.erased) == (old, [erased])
    assert new.rows == len(before) - before.count(erased)
    assert new.sha256 == hashlib.sha256(stored(new)).hexdigest() != old.sha256
    old.refresh_from_db()
    assert (old.file, default_storage.exists(file)) == ("", False)
    assert erase_from_snapshots(batch=batch, assignments=[erased], by=None) == []


def test_what_stays_of_csv_stays_byte_for_byte(batch):
    old = make_snapshot(batch=batch, choice=ExportChoice(), by=None)
    whole = stored(old)
    first = ids(whole, "csv")[0]
    (new,) = erase_from_snapshots(batch=batch, assignments=[first], by=None)
    header, _newline, rest = whole.partition(b"\n")
    remaining = stored(new)
    assert remaining.startswith(header + b"\n")
    assert rest.endswith(remaining.removeprefix(header + b"\n"))
    assert b'"Of ""two""\nlines, a comma"' in remaining


def test_a_snapshot_without_those_rows_is_left_alone(batch):
    snapshot = make_snapshot(
        batch=batch, choice=ExportChoice(states=("approved",), file_format="jsonl"), by=None
    )
    gone = batch.assignments.filter(state="submitted").first()
    assert erase_from_snapshots(batch=batch, assignments=[gone.pk], by=None) == []
    snapshot.refresh_from_db()
    assert (snapshot.rows, snapshot.file != "") == (0, True)
