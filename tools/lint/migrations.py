"""Check of migrations in `make lint`. The site's previous version must keep working when a
migration has been applied.

Web servers are restarted one after another, so the old version uses the new tables for a while. The
migrations to check and the rules are in pyproject.toml. The linter reads the SQL that Django would
run. Django needs a database for this, so an empty PostgreSQL is started if there are migrations.
"""

import contextlib
import logging
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from annotation.lint_django import LINT_ENVIRONMENT
from local.embedded import start_postgres

ROOT = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 60


def main() -> int:
    """Print the linter's result for each refused migration. Return 1 if a migration was refused,
    otherwise 0."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["django_migration_linter"]
    with contextlib.ExitStack() as stack:
        if newer := newer_than(config["after"], ROOT):
            url = stack.enter_context(empty_database())
            os.environ.update({**LINT_ENVIRONMENT, "DATABASE_URL": url})
            return 1 if refused(newer, config) else 0
    return 0


def newer_than(after: dict[str, str], root: Path) -> list[tuple[str, str]]:
    """Return the (app, name) of every migration that is newer than the migration of its app in
    `after`. For an app that is not in `after`, return all migrations except the first. Raises
    SystemExit if a migration in `after` does not exist."""
    newer = []
    for folder in sorted(root.glob("*/**/migrations")):
        if folder.relative_to(root).parts[0].startswith("."):
            continue
        app = folder.parent.name
        names = sorted(path.stem for path in folder.glob("[0-9]*.py"))
        last = after.get(app, "")
        if last and last not in names:
            raise SystemExit(f"pyproject.toml: {app} has no migration {last}, after which to lint.")
        newer += [(app, name) for name in names if name > (last or "0001_initial")]
    return newer


@contextlib.contextmanager
def empty_database() -> Iterator[str]:
    """Yield the URL of an empty database, which is deleted afterwards. Raises SystemExit if
    PostgreSQL does not start."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)  # if started by root, PostgreSQL runs under another account
        service = start_postgres(folder / "postgres", durable=False)
        try:
            deadline = time.monotonic() + START_SECONDS
            while not service.ready():
                if not service.child.alive() or time.monotonic() > deadline:
                    raise SystemExit(f"PostgreSQL did not start:\n{service.child.tail()}")
                time.sleep(0.05)
            yield service.url
        finally:
            service.child.stop()


def refused(migrations: list[tuple[str, str]], config: dict[str, Any]) -> bool:
    """Print the linter's result for each refused migration. Return whether there was one."""
    import django

    django.setup()
    logging.getLogger("django_migration_linter").setLevel(logging.WARNING)
    from django.db import connection
    from django_migration_linter import MigrationLinter

    linter = MigrationLinter(
        no_cache=True,
        quiet=["ok", "ignore"],
        exclude_migration_tests=config["exclude_migration_tests"],
    )
    for app, name in migrations:
        linter.lint_migration(linter.migration_loader.get_migration_by_prefix(app, name))
    connection.close()
    return linter.has_errors


if __name__ == "__main__":
    sys.exit(main())
