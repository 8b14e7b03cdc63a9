"""Tests of layers that Python imports do not show, such as the tables that an app's SQL names."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.apps import apps

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
LAYERS = next(contract for contract in CONTRACTS if contract["name"] == "Imports go one way")[
    "layers"
]
# From the lowest: an app may name the tables of its own layer's app and of those below.
RANK = {app: rank for rank, layer in enumerate(reversed(LAYERS)) for app in layer.split(" | ")}
TABLES = {
    model._meta.db_table: model._meta.app_label
    for model in apps.get_models(include_auto_created=True)
}
OWN_TABLES = {table: app for table, app in TABLES.items() if app in RANK}
NAMED = re.compile(r"\b(" + "|".join(sorted(OWN_TABLES, key=len, reverse=True)) + r")\b")
SQL = re.compile(r"(?i)\b(select|insert into|update|delete from|join|from|on|references|analyze)\b")


def sources(app: str) -> Iterator[Path]:
    yield from sorted((ROOT / app).rglob("*.py"))


def nodes(source: Path, about: str = "") -> Iterator[ast.AST]:
    """Yield the syntax nodes of a file if its text matches the pattern `about`."""
    text = source.read_text()
    if re.search(about, text):
        yield from ast.walk(ast.parse(text))


def texts(source: Path, about: str = "") -> Iterator[str]:
    if source.suffix == ".sql":
        yield source.read_text()
        return
    for node in nodes(source, about):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def tables_above(app: str) -> list[tuple[str, str]]:
    """Return each file and table where SQL of `app` names a table of a higher app."""
    return sorted(
        {
            (source.relative_to(ROOT).as_posix(), table)
            for source in [*sources(app), *sorted((ROOT / app).rglob("*.sql"))]
            for text in texts(source, NAMED.pattern)
            if SQL.search(text)
            for table in NAMED.findall(text)
            if OWN_TABLES[table] != app and RANK[OWN_TABLES[table]] >= RANK[app]
        }
    )


def test_every_app_with_tables_has_a_layer():
    assert set(OWN_TABLES.values()) <= set(RANK)
    assert {
        "people",
        "surveys",
        "stimuli",
        "payments",
        "hits",
        "recruiting",
        "judges",
        "analysis",
    } <= set(OWN_TABLES.values())


@pytest.mark.parametrize("app", sorted(RANK))
def test_sql_names_no_table_of_a_higher_app(app):
    assert tables_above(app) == []


def test_a_table_of_a_higher_app_would_be_found(monkeypatch):
    monkeypatch.setitem(RANK, "judges", 0)
    assert "hits_hit" in {table for _file, table in tables_above("judges")}


def test_a_table_of_a_higher_app_would_be_found_in_a_file_of_sql(monkeypatch):
    monkeypatch.setitem(RANK, "stimuli", max(RANK.values()))
    assert ("hits/batches/sql/input_names.sql", "stimuli_outputmedium") in tables_above("hits")


def test_domain_code_imports_no_task_and_no_template_tag():
    outer = re.compile(
        r"(^|/)(tasks|admin|forms|views|templatetags|management|migrations)(/|\.py$)"
    )
    found = sorted(
        (source.relative_to(ROOT).as_posix(), node.module)
        for app in RANK
        for source in sources(app)
        if not outer.search(source.relative_to(ROOT).as_posix())
        for node in nodes(source, r"\b(tasks|templatetags)\b")
        if isinstance(node, ast.ImportFrom)
        and re.search(r"^(?!celery|django).*\.(tasks|templatetags)(\.|$)", node.module or "")
    )
    assert found == []


def test_every_task_that_is_sent_by_name_exists():
    import_default_modules = current_app.loader.import_default_modules
    import_default_modules()
    names = {
        text
        for app in RANK
        for source in sources(app)
        for text in texts(source, r"\.tasks\.")
        if re.fullmatch(r"\w+(\.\w+)*\.tasks\.\w+", text)
    }
    assert len(names) >= 5
    assert names <= set(current_app.tasks)


def test_get_model_names_no_higher_app():
    upward = [
        (source.relative_to(ROOT).as_posix(), node.args[0].value)
        for app in RANK
        for source in sources(app)
        for node in nodes(source, "get_model")
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get_model"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and RANK.get(str(node.args[0].value).split(".")[0], -1) > RANK[app]
    ]
    assert upward == []


LEDGER = {"Account", "Entry", "Transaction"}
WRITES = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "delete", "save"}
WRITES_SQL = re.compile(r"(?i)\b(insert into|update|delete from|truncate|copy)\s+payments_")


def writes_the_ledger(source: Path) -> bool:
    """Return whether the file writes rows of the ledger, through models or SQL."""
    if any(WRITES_SQL.search(text) for text in texts(source, WRITES_SQL.pattern)):
        return True
    if source.suffix == ".sql":
        return False
    found = list(nodes(source, r"payments\.models"))
    models = {
        name.asname or name.name
        for node in found
        if isinstance(node, ast.ImportFrom) and node.module == "payments.models"
        for name in node.names
        if name.name in LEDGER
    }
    return any(_writes(node.func, models) for node in found if isinstance(node, ast.Call))


def _writes(called: ast.expr, models: set[str]) -> bool:
    """Return whether the call creates one of the models or writes to its rows."""
    if isinstance(called, ast.Name):
        return called.id in models
    if not isinstance(called, ast.Attribute) or called.attr not in WRITES:
        return False
    return not models.isdisjoint(re.findall(r"\w+", ast.unparse(called.value)))


def test_the_ledger_is_written_in_one_place():
    """Every posting goes through `payments.posting`. Migrations are not searched."""
    files = {
        source
        for app in RANK
        for source in [*sources(app), *(ROOT / app).rglob("*.sql")]
        if "migrations" not in source.parts
    }
    found = {path.relative_to(ROOT).as_posix() for path in files if writes_the_ledger(path)}
    assert found == {"payments/posting.py", "payments/sql/post.sql"}
