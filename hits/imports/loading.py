"""Importing a dataset: read, check and stage everything first; then store and insert it in one transaction."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from django.db import connection, transaction
from django.utils import timezone
from psycopg.errors import UniqueViolation

from hits.bulk import unchecked_keys
from hits.imports.columns import ColumnReader
from hits.imports.consistency import check_outputs, check_staged
from hits.imports.findings import Findings
from hits.imports.layouts import Layout, field_name, find_layout
from hits.imports.options import ImportOptions, rubric_version_of
from hits.imports.rows import RowReader, StagedRows
from hits.imports.sources import MediaError, MediaSource, open_source
from hits.imports.spool import Sink, Spool, in_background, open_spool
from hits.imports.staging import Staged, Stager, bring_media, staging_tables
from hits.imports.storing import ANALYZE, insert_media, insert_systems, stored_media
from hits.imports.tables import BLOCK_ROWS, Block, Table, open_table
from hits.models import Dataset, DatasetImport
from people.models import Project, User
from surveys.errors import DocumentError, Problem
from surveys.spec import Rubric

Progress = Callable[[int, int | None], None]
DATASET_NAME_LIMIT = 120
PROGRESS = "update hits_datasetimport set rows_done = %s, rows_total = %s where id = %s"
# Blocks between two steps of progress. Reading media takes so much longer that few rows are enough.
BLOCKS_AT_ONCE, BLOCKS_WITH_MEDIA = 10, 1


@dataclass(frozen=True)
class ImportResult:
    """What an import brought in. `media` counts different files and links; `warnings` refused nothing."""

    dataset: Dataset
    items: int
    systems: int
    outputs: int
    media: int
    warnings: list[Problem] = field(default_factory=list)


def import_dataset(
    *,
    project: Project,
    name: str,
    table: Path,
    media: Path | None = None,
    options: ImportOptions | None = None,
    created_by: User | None = None,
    progress: Progress | None = None,
    record: DatasetImport | None = None,
) -> ImportResult:
    """A new dataset `name` from the CSV or JSONL file `table` and the folder or ZIP file `media`: all or nothing.

    `progress` is called with rows done and rows in all; a row is done when its media are checked. `record`, where
    given, follows the progress and is set done in the transaction that makes the dataset.
    Raises DocumentError with every problem (the first 50 in full), and then nothing has changed.
    """
    options = options or ImportOptions()
    name = new_name(project, name, table.name)
    findings = Findings(table.name)
    with ExitStack() as stack:
        source = _source(stack, media)
        pool = stack.enter_context(ThreadPoolExecutor(min(8, (os.cpu_count() or 1) + 1)))
        staging = stack.enter_context(staging_tables())
        seen = stack.enter_context(TemporaryFile())
        run = _Run(staging, pool, source, seen, findings, progress or _silent, record)
        reading = _Reading(open_table(table), options, _rubric(project, options))
        return run.load(reading, project=project, name=name, created_by=created_by)


def _silent(done: int, total: int | None) -> None:
    pass


def new_name(project: Project, name: str, document: str) -> str:
    """`name` without the spaces around it. Raises DocumentError where the project cannot have such a dataset."""
    name = name.strip()
    if not 0 < len(name) <= DATASET_NAME_LIMIT or not name.isprintable():
        what = f"a dataset's name has 1 to {DATASET_NAME_LIMIT} characters on one line."
        raise DocumentError.one(document, what, remedy="Give another name.")
    if Dataset.objects.filter(project=project, name=name).exists():
        what = f"project {project.name} already has a dataset named {name}."
        raise DocumentError.one(document, what, remedy="Give another name; a dataset is never added to.")
    return name


def _source(stack: ExitStack, media: Path | None) -> MediaSource | None:
    try:
        return stack.enter_context(open_source(media))
    except MediaError as error:
        raise DocumentError.one(media.name if media else "", error.what, remedy=error.remedy) from None


def _rubric(project: Project, options: ImportOptions) -> Rubric | None:
    return rubric_version_of(project, options.rubric_version).spec if options.rubric_version else None


@dataclass(frozen=True)
class _Reading:
    """What is read, and how."""

    table: Table
    options: ImportOptions
    rubric: Rubric | None


@dataclass
class _Run:
    """One import under way: the parts that reading, checking and loading share. `staging` has the temporary tables."""

    staging: Any
    pool: ThreadPoolExecutor
    source: MediaSource | None
    seen: IO[bytes]
    findings: Findings
    progress: Progress
    record: DatasetImport | None
    rows: int = 0

    def load(self, reading: _Reading, *, project: Project, name: str, created_by: User | None) -> ImportResult:
        """Everything in its tables, or everything wrong in a DocumentError."""
        stager = self._stager(reading)
        try:
            with ExitStack() as stack:
                spool = self._spooled(stack, stager, reading) if self.source else None
                stack.enter_context(transaction.atomic())
                cursor = stack.enter_context(connection.cursor())
                self._store_rows(cursor, spool, stager, reading)
                return self._complete(cursor, stager.staged, project, name, created_by)
        except UniqueViolation:
            check_outputs(self.staging, self.findings, stager.staged)
            self.findings.stop_if_any()
            raise
        except MediaError as error:
            raise DocumentError.one(self.findings.document, error.what, remedy=error.remedy) from None

    def _spooled(self, stack: ExitStack, stager: Stager, reading: _Reading) -> Spool:
        spool = stack.enter_context(open_spool())
        self._stage(stager, reading, spool)
        return spool

    def _store_rows(self, cursor: Any, spool: Spool | None, stager: Stager, reading: _Reading) -> None:
        """Items and outputs. Their keys hold: ids are reserved for what they refer to, which this transaction makes."""
        with unchecked_keys(cursor):
            if spool:
                spool.store(cursor)
            else:
                with in_background(cursor) as sink:
                    self._stage(stager, reading, sink)

    def _complete(
        self, cursor: Any, staged: Staged, project: Project, name: str, created_by: User | None
    ) -> ImportResult:
        new_name(project, name, self.findings.document)  # again: another import may have been faster
        dataset = Dataset.objects.create(pk=staged.dataset_id, project=project, name=name, created_by=created_by)
        insert_systems(cursor, dataset, staged.systems)
        with stored_media(self.staging, cursor, self.source, self.pool):
            bring_media(self.staging, cursor)
            media = insert_media(cursor, project)
            cursor.execute(ANALYZE)
            self._finish(dataset)
        warnings = self.findings.warnings()
        return ImportResult(dataset, staged.items, len(staged.systems), staged.outputs.total(), media, warnings)

    def _stager(self, reading: _Reading) -> Stager:
        table, rubric = reading.table, reading.rubric
        layout = find_layout(
            self.findings.document, table.columns, reading.options, rubric.fields() if rubric else None
        )
        if rubric and not table.typed:
            _refuse_absent_columns(table, layout, rubric, self.findings)
        return Stager(
            self.staging,
            table=table,
            layout=layout,
            rubric=rubric,
            source=self.source,
            pool=self.pool,
            findings=self.findings,
            seen=self.seen,
        )

    def _stage(self, stager: Stager, reading: _Reading, sink: Sink) -> None:
        """Every row checked and given to `sink`. Raises DocumentError with everything that is wrong."""
        reader = _Reader(reading.table, stager.layout, self.findings, allow_missing=reading.options.allow_missing)
        total = reading.table.estimate()
        self._tell(total)
        blocks = reading.table.blocks(BLOCK_ROWS)
        at_once = BLOCKS_WITH_MEDIA if self.source else BLOCKS_AT_ONCE
        while read := [reader.read(block) for block in islice(blocks, at_once)]:
            stager.add(StagedRows.joined([rows for _count, rows in read]), sink)
            self.rows += sum(count for count, _rows in read)
            self._tell(max(total, self.rows))
        if self.rows != total:
            self._tell(self.rows)
        if not self.rows:
            self.findings.refuse("has no rows.", remedy="Give at least one row below the header.")
        check_staged(self.staging, self.findings, stager.staged)
        self.findings.stop_if_any()

    def _tell(self, total: int) -> None:
        self.progress(self.rows, total)
        if self.record:
            self.staging.execute(PROGRESS, [self.rows, total, self.record.pk])

    def _finish(self, dataset: Dataset) -> None:
        if self.record:
            DatasetImport.objects.filter(pk=self.record.pk).update(
                state=DatasetImport.State.DONE,
                rows_done=self.rows,
                rows_total=self.rows,
                dataset=dataset,
                problems=[str(warning) for warning in self.findings.warnings()],
                finished_at=timezone.now(),
            )


class _Reader:
    """Reads blocks by columns where it can, else row by row."""

    def __init__(self, table: Table, layout: Layout, findings: Findings, *, allow_missing: bool) -> None:
        self.table, self.findings = table, findings
        self._columns = None if table.typed else ColumnReader(layout, table.columns)
        self._rows = RowReader(layout, findings, allow_missing=allow_missing)

    def read(self, block: Block) -> tuple[int, StagedRows]:
        """How many rows were read, those with a fault among them, and those without."""
        if self._columns and (rows := self._columns.read(block)):
            return len(rows.rows), rows
        records = list(self.table.records(block, self.findings))
        return len(records), self._rows.read(records)


def _refuse_absent_columns(table: Table, layout: Layout, rubric: Rubric, findings: Findings) -> None:
    """A column that the rubric requires and the header lacks is said once, not for every row."""
    present = {field_name(column) for column in table.columns if layout.is_field(column)}
    for need in rubric.fields():
        if need.required and need.name not in present:
            findings.refuse(
                f"no column holds `{need.name}`, which rubric {rubric.name} shows ({need.type}).",
                row=1,
                remedy="Add or rename a column.",
            )
    findings.stop_if_any()
