"""One import under way: rows read, checked and stored, then their media, in one transaction.

It works with Arrow's arrays, which take some sixty megabytes before the first row; so only an import imports this.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from psycopg.errors import UniqueViolation

from database.bulk import analyze, unchecked_keys
from long_tasks.rows import Cancelled
from people.models import Project, User
from stimuli.imports.chunks import ColumnBlock
from stimuli.imports.columns import ColumnReader
from stimuli.imports.consistency import check_outputs, check_staged
from stimuli.imports.findings import Findings
from stimuli.imports.later import Seen, nothing_seen
from stimuli.imports.layouts import Layout, field_name, find_layout
from stimuli.imports.loading import ImportResult, Progress, new_name
from stimuli.imports.rows import RowReader, StagedRows
from stimuli.imports.sources import MediaError, MediaSource
from stimuli.imports.spool import Sink, Spool, in_background, open_spool
from stimuli.imports.staging import Reading, Staged, Stager, bring_media, staging_tables
from stimuli.imports.storing import ANALYZED, insert_media, insert_systems, stored_media
from stimuli.imports.tables import LISTED_ROWS, Block, CsvTable, Table
from stimuli.models import Dataset, DatasetImport
from surveys.errors import DocumentError
from surveys.spec import Rubric

PROGRESS = "update stimuli_datasetimport set rows_done = %s, rows_total = %s where id = %s"
# Rows between two steps of progress. Reading media takes so much longer that few rows are enough.
BLOCK_ROWS, BLOCK_ROWS_WITH_MEDIA = 20_000, 500


@contextmanager
def under_way(
    document: str, source: MediaSource | None, progress: Progress, record: DatasetImport | None
) -> Iterator["Transfer"]:
    """A transfer into empty temporary tables, which go at the end."""
    workers = min(8, (os.cpu_count() or 1) + 1)
    with ThreadPoolExecutor(workers) as pool, staging_tables() as staging, nothing_seen(staging) as seen:
        yield Transfer(staging, pool, source, seen, Findings(document), progress, record)


@dataclass
class Transfer:
    """One import under way: the parts that reading, checking and loading share. `staging` has the temporary tables."""

    staging: Any
    pool: ThreadPoolExecutor
    source: MediaSource | None
    seen: Seen
    findings: Findings
    progress: Progress
    record: DatasetImport | None
    rows: int = 0

    def load(self, reading: Reading, *, project: Project, name: str, created_by: User | None) -> ImportResult:
        """Everything in its tables, or everything wrong in a DocumentError."""
        stager = self._stager(reading)
        try:
            with ExitStack() as stack:
                spool = self._spooled(stack, stager, reading) if self.source else None
                stack.enter_context(transaction.atomic())
                cursor = stack.enter_context(connection.cursor())
                self._store_rows(cursor, spool, stager, reading)
                result = self._complete(cursor, stager.staged, project, name, created_by)
        except UniqueViolation:
            check_outputs(self.staging, self.findings, stager.staged)
            self.findings.stop_if_any()
            raise
        except MediaError as error:
            raise DocumentError.one(self.findings.document, error.what, remedy=error.remedy) from None
        analyze(ANALYZED)
        return result

    def _spooled(self, stack: ExitStack, stager: Stager, reading: Reading) -> Spool:
        spool = stack.enter_context(open_spool())
        self._stage(stager, reading, spool)
        return spool

    def _store_rows(self, cursor: Any, spool: Spool | None, stager: Stager, reading: Reading) -> None:
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
            self._finish(dataset)
        warnings = self.findings.warnings()
        return ImportResult(dataset, staged.items, len(staged.systems), staged.outputs.total(), media, warnings)

    def _stager(self, reading: Reading) -> Stager:
        table, rubric = reading.table, reading.rubric
        layout = find_layout(
            self.findings.document, table.columns, reading.options, rubric.fields() if rubric else None
        )
        if rubric and not table.typed:
            _refuse_absent_columns(table, layout, rubric, self.findings)
        return Stager(
            self.staging,
            reading=reading,
            layout=layout,
            source=self.source,
            pool=self.pool,
            findings=self.findings,
            seen=self.seen,
        )

    def _stage(self, stager: Stager, reading: Reading, sink: Sink) -> None:
        """Every row checked and given to `sink`. Raises DocumentError with everything that is wrong."""
        reader = _Reader(reading.table, stager.layout, self.findings, allow_missing=reading.options.allow_missing)
        total = reading.table.estimate()
        self._tell(total)
        for count, rows in reader.read(BLOCK_ROWS_WITH_MEDIA if self.source else BLOCK_ROWS):
            stager.add(rows, sink)
            self.rows += count
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
        """Raise Cancelled where it is not to be finished any more."""
        if self.record and not (
            DatasetImport.under_way()
            .filter(pk=self.record.pk)
            .update(
                state=DatasetImport.State.DONE,
                rows_done=self.rows,
                rows_total=self.rows,
                dataset=dataset,
                problems=[str(warning) for warning in self.findings.warnings()],
                finished_at=timezone.now(),
            )
        ):
            raise Cancelled


class _Reader:
    """Reads a table by columns where it can, else row by row."""

    def __init__(self, table: Table, layout: Layout, findings: Findings, *, allow_missing: bool) -> None:
        self.table, self.findings = table, findings
        self._columns = ColumnReader(layout, table.columns)
        self._rows = RowReader(layout, findings, allow_missing=allow_missing)

    def read(self, size: int) -> Iterator[tuple[int, StagedRows]]:
        """How many rows were read, those with a fault among them, and those without; at most `size` at a time."""
        for block in self._blocks(size):
            if isinstance(block, ColumnBlock) and (rows := self._columns.read(block)):
                yield len(rows.rows), rows
            else:
                records = list(self.table.records(Block(block.first, block.rows), self.findings))
                yield len(records), self._rows.read(records)

    def _blocks(self, size: int) -> Iterator[Block | ColumnBlock]:
        if isinstance(self.table, CsvTable):
            return self.table.column_blocks(size)
        return self.table.blocks(min(size, LISTED_ROWS))


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
