"""Long imports: blocks after blocks, stored while the next are read."""

import psycopg
import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from database import bulk
from stimuli.imports import ImportOptions
from stimuli.imports.staging import staging_tables
from stimuli.imports.tables import open_table
from stimuli.imports.transfer import BLOCK_ROWS, Reading, under_way
from stimuli.models import Item, Output
from surveys.errors import DocumentError, RateroomError
from tests import conftest
from tests.imports.makers import table

HEADER = ["item_id", "system", "output", "topic"]
SYSTEMS = ("Heron", "Kite", "Moss")


def rows_of(items: int) -> list[list[str]]:
    """Each item's rows together; a block of rows ends amid an item."""
    assert BLOCK_ROWS % len(SYSTEMS)
    return [
        [f"item-{item}", system, f"Output {item} of {system}.", f"topic {item % 7}"]
        for item in range(items)
        for system in SYSTEMS
    ]


def brought_in(project, path) -> tuple[int, bool]:
    """Outputs stored, and whether what was read so far had to be looked up in the database."""
    with under_way(path.name, None, lambda *_: None, None) as transfer:
        reading = Reading(open_table(path), ImportOptions(), None)
        result = transfer.load(reading, project=project, name=path.stem, created_by=None)
        return result.outputs, transfer.seen.items.filled


@pytest.mark.django_db(transaction=True)
class TestBlocks:
    def test_an_item_across_two_blocks_is_one_item_and_is_not_looked_up(self, project, tmp_path):
        rows = rows_of(8_000)
        assert len(rows) > BLOCK_ROWS
        assert brought_in(project, table(tmp_path, [HEADER, *rows])) == (24_000, False)
        assert Item.objects.count() == 8_000
        torn = Item.objects.get(external_id=rows[BLOCK_ROWS][0])
        assert rows[BLOCK_ROWS - 1][0] == rows[BLOCK_ROWS][0]
        assert sorted(torn.outputs.values_list("system__name", flat=True)) == list(SYSTEMS)
        assert Output.objects.values("item_id").distinct().count() == 8_000

    def test_an_item_that_comes_again_later_is_looked_up(self, project, tmp_path):
        by_system = sorted(rows_of(8_000), key=lambda row: row[1])
        assert brought_in(project, table(tmp_path, [HEADER, *by_system])) == (24_000, True)
        assert Item.objects.count() == 8_000

    def test_a_contradiction_across_two_blocks_is_found(self, project, tmp_path):
        rows = rows_of(8_000)
        rows[BLOCK_ROWS][3] = "another topic"
        with pytest.raises(DocumentError, match=rf"(?s)row {BLOCK_ROWS + 2}\b.*another topic"):
            brought_in(project, table(tmp_path, [HEADER, *rows]))
        assert not Item.objects.exists()

    def test_items_are_all_stored_when_they_are_more_than_are_held(self, project, tmp_path, monkeypatch):
        monkeypatch.setattr("stimuli.imports.spool.ITEMS_HELD", 1000)
        assert brought_in(project, table(tmp_path, [HEADER, *rows_of(20_000)]))[0] == 60_000
        assert Item.objects.count() == 20_000

    def test_an_output_twice_in_the_last_block_is_named(self, project, tmp_path):
        rows = rows_of(8_000)
        with pytest.raises(DocumentError, match="item-7999 has an output of system Moss already"):
            brought_in(project, table(tmp_path, [HEADER, *rows, rows[-1]]))
        assert not Output.objects.exists()


@pytest.mark.django_db
def test_a_refused_import_leaves_no_connection_that_does_not_wait_for_the_disk(monkeypatch):
    """The connection may go back to a pool, and what it commits next may be a rater's answers."""
    monkeypatch.setenv("PGOPTIONS", "-c synchronous_commit=local")  # the tests' server waits for no disk
    monkeypatch.setattr(BaseDatabaseWrapper, "close", lambda _own: None)  # as a pool would keep it
    noted = []

    def refused():
        with staging_tables() as cursor:
            noted.append(cursor.connection)
            assert setting(noted[0]) == "off"
            raise RateroomError("No.")

    with pytest.raises(RateroomError):
        refused()
    with noted[0] as kept:
        assert setting(kept) == "local"


def setting(raw: psycopg.Connection) -> str:
    return raw.execute("show synchronous_commit").fetchone()[0]


@pytest.mark.django_db(transaction=True)
class TestStatistics:
    def test_they_are_fresh_after_an_import(self, project, tmp_path):
        brought_in(project, table(tmp_path, [HEADER, *rows_of(1_000)]))
        with connection.cursor() as cursor:
            cursor.execute("select reltuples from pg_class where relname = 'stimuli_output'")
            assert cursor.fetchone() == (3_000,)

    def test_a_table_that_another_holds_is_left_alone(self, project, tmp_path, monkeypatch, caplog):
        monkeypatch.setattr(bulk, "PATIENCE", "100ms")
        with psycopg.connect(conftest.test_database_url()) as other:
            other.execute("lock table stimuli_output in share update exclusive mode")
            assert brought_in(project, table(tmp_path, [HEADER, *rows_of(10)]))[0] == 30
        assert "not analyzed" in caplog.text
        assert Output.objects.count() == 30
