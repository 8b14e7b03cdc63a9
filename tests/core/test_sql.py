"""Tests of SQL statements in files: how they are loaded, and what each must declare."""

import ast
import re
from pathlib import Path

import pytest

from core.database import sql
from core.database.sql import load

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


ROOT = sql.ROOT
APPS = sorted(path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
FILES = sorted(path for app in APPS for path in app.rglob("*.sql") if app.name != "benchmarks")
STATEMENT = re.compile(r"\s*(select|with|insert into|update|delete from|create) ")
MOST_LINES = 3  # of a statement beside the code; longer ones stand in a file
BESIDE = {"benchmarks", "tests", "tools", "demo"}


def test_each_statement_says_what_plan_it_needs_and_names_its_values():
    for file in FILES:
        texts = sql.NAME.split(file.read_text())[2::2]
        assert [text for text in texts if not text.startswith("-- ")] == [], file
        assert re.findall(r"%(?!%|\(\w+\)s)", re.sub("%%", "", file.read_text())) == [], file


def long_statements(source: Path) -> list[str]:
    """Return the SQL statements of more than MOST_LINES lines in a module's strings."""
    strings = (
        node.value
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return [text for text in strings if STATEMENT.match(text) and text.count("\n") > MOST_LINES]


def test_no_long_statement_stands_between_code():
    sources = [
        source
        for app in APPS
        if app.name not in BESIDE
        for source in app.rglob("*.py")
        if "migrations" not in source.parts
    ]
    assert [(source, text) for source in sources for text in long_statements(source)] == []
