"""Fuzz tests of files from other tools: each is imported completely, or rejected with a reason."""

from collections import Counter
from pathlib import Path

import pytest
from django.db import transaction

from core.errors import DocumentError
from stimuli.imports import ImportOptions, import_dataset
from stimuli.imports.converting import converted
from stimuli.readers.finding import reader_of_path
from tests.fuzz.mutations import in_bounded_time, mutants, refuse_without_a_problem
from tests.imports.foreign.test_formats import FILES

FEW, MANY = 12, 400
SEEDS = sorted(path for path in FILES.iterdir() if path.suffix != ".md")


def outcome(project, path: Path) -> str:
    """Convert and import the file. Return "imported", "refused" or, for a plain table, "a
    table"."""
    try:
        with in_bounded_time(), transaction.atomic():
            if (reader := reader_of_path(path)) is None:
                return "a table"
            with converted(path, reader) as made:
                options = made.options(ImportOptions())
                import_dataset(project=project, name="Data", table=made.table, options=options)
            transaction.set_rollback(True)
    except DocumentError as error:
        refuse_without_a_problem(error)
        assert error.document.startswith(path.name)
        assert error.document != f"{path.name}.jsonl"  # of the table that is made of it
        return "refused"
    return "imported"


def tried(project, folder: Path, number: int) -> Counter:
    outcomes = Counter()
    for place, seed in enumerate(SEEDS):
        path = folder / seed.name
        for content in mutants(place, [seed.read_bytes()], number):
            path.write_bytes(content)
            outcomes[outcome(project, path)] += 1
    return outcomes


@pytest.mark.attack("importing a file")
def test_a_few_are_imported_or_refused(project, tmp_path):
    assert tried(project, tmp_path, FEW)["refused"] > 0


@pytest.mark.long
def test_many_are_imported_or_refused(project, tmp_path, record_property):
    outcomes = tried(project, tmp_path, MANY)
    record_property("figures", f"{outcomes.total()} inputs, {dict(outcomes)}, 0 failures")
    assert outcomes["refused"] > 0
