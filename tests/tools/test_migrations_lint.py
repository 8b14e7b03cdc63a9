"""Tests of the migration check of `make lint`: which migrations it reads, and that it rejects
changes that the previous version cannot run with."""

import tomllib
from pathlib import Path

import pytest
from django.db import migrations, models
from django_migration_linter import MigrationLinter

from tools.lint.migrations import ROOT, newer_than

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["django_migration_linter"]


def test_those_after_the_stated_ones_are_looked_at(tmp_path):
    for path in (
        "pets/migrations/0001_initial.py",
        "pets/migrations/0002_names.py",
        "pets/migrations/0003_ages.py",
        "shops/near/migrations/0001_initial.py",
        "shops/near/migrations/0002_hours.py",
        ".venv/pets/migrations/0009_other.py",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    newer = newer_than({"pets": "0002_names"}, tmp_path)
    assert newer == [("pets", "0003_ages"), ("near", "0002_hours")]
    with pytest.raises(SystemExit, match="pets has no migration 0004_gone"):
        newer_than({"pets": "0004_gone"}, tmp_path)


def test_the_stated_ones_are_there():
    newer_than(CONFIG["after"], Path(ROOT))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("operation", "erroneous"),
    [
        (migrations.AddField("project", "x", models.TextField(null=True)), 0),
        (migrations.AddField("project", "x", models.TextField(db_default="")), 0),
        (migrations.AddField("project", "x", models.TextField(default="")), 1),
        (migrations.RemoveField("project", "name"), 1),
    ],
)
def test_what_the_version_before_cannot_live_with_is_refused(operation, erroneous):
    linter = MigrationLinter(
        no_cache=True, no_output=True, exclude_migration_tests=CONFIG["exclude_migration_tests"]
    )
    loader = linter.migration_loader
    last = max(name for app, name in loader.disk_migrations if app == "people")
    migration = loader.disk_migrations["people", last]
    linter.get_sql = lambda _app, _name: statements_of(operation, loader)
    linter.lint_migration(migration)
    assert linter.nb_erroneous == erroneous


def statements_of(operation, loader) -> list[str]:
    """Return the SQL of one operation on the current tables."""
    from django.db import connection

    before = loader.project_state()
    after = before.clone()
    operation.state_forwards("people", after)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        operation.database_forwards("people", editor, before, after)
    return editor.collected_sql
