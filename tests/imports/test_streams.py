"""Tests of long imports, which are read in many blocks."""

import psycopg
import pytest
from django.db import connection

from core.database import bulk
from core.errors import DocumentError
from stimuli.imports.loading import BLOCK_ROWS
from stimuli.models import Item, Output
from tests import conftest
from tests.imports.makers import load, table

HEADER = ["item_id", "system", "output", "topic"]
SYSTEMS = ("Heron", "Kite", "Moss")


def rows_of(items: int) -> list[list[str]]:
    """Return rows grouped by item. A block of rows ends in the middle of an item."""
    assert BLOCK_ROWS % len(SYSTEMS)
    return [
        [f"item-{item}", system, f"Output {item} of {system}.", f"topic {item % 7}"]
        for item in range(items)
        for system in SYSTEMS
    ]


def brought_in(project, path) -> int:
    """Import the table and return the number of stored outputs."""
    return load(project, path, name=path.stem).outputs


@pytest.mark.django_db(transaction=True)
class TestBlocks:
    def test_an_item_across_two_blocks_is_one_item(self, project, tmp_path):
        rows = rows_of(8_000)
        assert len(rows) > BLOCK_ROWS
        assert brought_in(project, table(tmp_path, [HEADER, *rows])) == 24_000
        assert Item.objects.count() == 8_000
        torn = Item.objects.get(external_id=rows[BLOCK_ROWS][0])
        assert rows[BLOCK_ROWS - 1][0] == rows[BLOCK_ROWS][0]
        assert sorted(torn.outputs.values_list("system__name", flat=True)) == list(SYSTEMS)
        assert Output.objects.values("item_id").distinct().count() == 8_000

    def test_an_item_that_comes_again_later_is_one_item(self, project, tmp_path):
        by_system = sorted(rows_of(8_000), key=lambda row: row[1])
        assert brought_in(project, table(tmp_path, [HEADER, *by_system])) == 24_000
        assert Item.objects.count() == 8_000

    def test_a_contradiction_across_two_blocks_is_found(self, project, tmp_path):
        rows = rows_of(8_000)
        rows[BLOCK_ROWS][3] = "another topic"
        with pytest.raises(DocumentError, match=rf"(?s)row {BLOCK_ROWS + 2}\b.*another topic"):
            brought_in(project, table(tmp_path, [HEADER, *rows]))
        assert not Item.objects.exists()

    def test_an_output_twice_in_the_last_block_is_named(self, project, tmp_path):
        rows = rows_of(8_000)
        with pytest.raises(DocumentError, match="item-7999 already has an output of system Moss"):
            brought_in(project, table(tmp_path, [HEADER, *rows, rows[-1]]))
        assert not Output.objects.exists()


@pytest.mark.django_db
def test_outputs_are_stored_in_the_order_of_the_table(project, tmp_path):
    """The table is sorted by system, so the outputs of an item are far apart."""
    rows = sorted(rows_of(700), key=lambda row: row[1])
    assert brought_in(project, table(tmp_path, [HEADER, *rows])) == len(rows)
    stored = Output.objects.order_by("pk").values_list("item__external_id", "system__name")
    assert [*stored] == [(item, system) for item, system, _output, _topic in rows]


@pytest.mark.django_db
def test_a_refused_import_leaves_neither_tables_nor_settings_on_the_connection(project, tmp_path):
    """The connection may be returned to a pool."""
    rows = [HEADER, *rows_of(10), ["item-0", "Moss", "Again.", "topic 0"]]
    before = setting("work_mem")
    with pytest.raises(DocumentError):
        brought_in(project, table(tmp_path, rows))
    with connection.cursor() as cursor:
        cursor.execute(
            "select relname from pg_class where relname like 'import\\_%%' and relpersistence = 't'"
        )
        assert (cursor.fetchall(), setting("work_mem")) == ([], before)


def setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("select current_setting(%s)", [name])
        return cursor.fetchone()[0]


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
            assert brought_in(project, table(tmp_path, [HEADER, *rows_of(10)])) == 30
        assert "not analyzed" in caplog.text
        assert Output.objects.count() == 30
