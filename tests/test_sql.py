"""Statements in files: how they are read, and what each must have."""

import pytest

from database import sql
from database.sql import load

FILE = """\
-- name: counted
-- By the primary key.
select count(*) from pet p
 -- of one owner
 where p.owner_id = %(owner)s and {kind}

-- name: kind
-- A condition.
p.kind in {kinds}
"""


@pytest.fixture
def pets(tmp_path, monkeypatch):
    (tmp_path / "pets.sql").write_text(FILE)
    monkeypatch.setattr(sql, "ROOT", tmp_path)
    yield "pets.sql"
    load.cache_clear()
    sql._statements.cache_clear()


def test_a_statement_comes_by_its_name_without_comments_and_with_its_parts(pets):
    kind = load(pets, "kind", kinds="('cat')", unnamed="x")
    assert load(pets, "counted", kind=kind) == (
        "select count(*) from pet p\n where p.owner_id = %(owner)s and p.kind in ('cat')"
    )


def test_a_lacking_part_or_name_is_an_error(pets):
    with pytest.raises(KeyError, match="kind"):
        load(pets, "counted")
    with pytest.raises(KeyError, match="dog"):
        load(pets, "dog")


def test_a_name_that_is_given_twice_is_an_error(pets):
    (sql.ROOT / pets).write_text(FILE + "-- name: kind\ntrue\n")
    with pytest.raises(ValueError, match="twice"):
        load(pets, "kind")
