"""Import of a dataset. Rows are read, checked and staged, and then stored in one transaction."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import NoReturn

from django.db import IntegrityError, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from core.errors import DocumentError, Problem
from core.tabular.findings import Findings
from core.tabular.reading import Table, open_table
from people.models import Project, User
from stimuli.imports.consistency import check_staged, find_doubles, refuse_strangers
from stimuli.imports.conversations import Conversations
from stimuli.imports.files import FileCheck
from stimuli.imports.items import ItemCheck, refuse_absent_columns
from stimuli.imports.layouts import SPREAD, find_layout
from stimuli.imports.options import ImportOptions
from stimuli.imports.rows import RowReader
from stimuli.imports.smaller import add_small_copies
from stimuli.imports.staging import copy_rows, number_items, staging_tables
from stimuli.imports.storing import (
    NotStored,
    analyze_rows,
    beyond_room,
    insert_media,
    insert_rows,
    place_of,
    stored_media,
)
from stimuli.media.errors import MediaError
from stimuli.media.files import MediaSource, open_source
from stimuli.models import Dataset, DatasetImport
from stimuli.store.errors import StoreAway
from surveys.versions.storing import rubric_version_of
from tasks.long_work.rows import Cancelled

Progress = Callable[[int, int | None], None]
DATASET_NAME_LIMIT = 120
BLOCK_ROWS = 20_000  # rows between two updates of the progress


@dataclass(frozen=True)
class ImportResult:
    """The result of an import. `media` is the number of different files and links, and `warnings`
    are problems that did not stop the import."""

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
    """Import the CSV or JSONL file `table` and the folder or ZIP file `media`. Return a new dataset
    called `name`, or the record's existing dataset with the items added. The import is atomic.

    `progress` is called with the number of rows done and the total number of rows. A row is done
    when its media have been checked. The state of the optional `record` is updated during the
    import. It becomes done in the transaction that creates the dataset. Raises DocumentError, and
    changes nothing, if there are problems. The error lists the first 50 problems in full and counts
    the others.
    """
    if not (record and record.dataset):
        new_name(project, name, table.name)
    try:
        with ExitStack() as stack:
            source = stack.enter_context(open_source(media))
            pool = stack.enter_context(ThreadPoolExecutor(min(8, (os.cpu_count() or 1) + 1)))
            cursor = stack.enter_context(staging_tables())
            run = _Run(project, cursor, pool, source, Findings(table.name), progress, record)
            rows = open_table(table, spread=SPREAD)
            result = run.load(rows, options or ImportOptions(), name, created_by)
    except MediaError as error:
        document = media.name if media else table.name
        raise DocumentError.one(document, error.what, remedy=error.remedy) from None
    analyze_rows()
    add_small_copies(project=project)
    return result


def new_name(project: Project, name: str, document: str) -> str:
    """Return the stripped `name`. Raises DocumentError if a dataset cannot have this name."""
    name = name.strip()
    if not 0 < len(name) <= DATASET_NAME_LIMIT or not name.isprintable():
        what = f"the name must have 1 to {DATASET_NAME_LIMIT} characters on one line."
        raise DocumentError.one(document, what, remedy="Choose another name.")
    if Dataset.objects.filter(project=project, name=name).exists():
        what = f"project {project.name} already has a dataset named {name}."
        remedy = "Choose another name. To add rows to that dataset, extend a batch of it."
        raise DocumentError.one(document, what, remedy=remedy)
    return name


@dataclass
class _Run:
    """One running import, with the state that the import's steps share."""

    project: Project
    cursor: CursorWrapper  # the connection that has the temporary tables
    pool: Executor
    source: MediaSource | None
    findings: Findings
    progress: Progress | None
    record: DatasetImport | None
    rows: int = 0
    columns: Mapping[str, str] = field(default_factory=dict)  # columns of the table, by field name
    _told: tuple[int, int] | None = None

    def load(
        self, table: Table, options: ImportOptions, name: str, created_by: User | None
    ) -> ImportResult:
        """Import the table and return the result. Raises DocumentError with all problems found."""
        rubric = None
        if options.rubric_version:
            rubric = rubric_version_of(self.project, options.rubric_version).spec
        needs = rubric.fields() if rubric else None
        layout = find_layout(self.findings.document, table.columns, options, needs)
        columns = {layout.field_of(name): name for name in table.columns if layout.is_field(name)}
        self.columns = columns
        if rubric and not table.typed:
            refuse_absent_columns(rubric, columns, self.findings)
        conversations = Conversations(self.source)
        reader = RowReader(
            table, layout, self.findings, conversations, allow_missing=options.allow_missing
        )
        self._stage(table, reader)
        items, files = number_items(self.cursor, reader.media(), has_files=reader.files > 0)
        if rubric:
            ItemCheck(
                self.cursor, table, layout, rubric, columns, self.findings, conversations
            ).run()
        check = FileCheck(
            self.cursor, self.source, self.project.megapixels, self.pool, columns, self.findings
        )
        check.run(lambda done: self._tell(self.rows * done // files, self.rows))
        self._tell(self.rows, self.rows)
        if self.into:
            refuse_strangers(self.cursor, self.findings, reader, self.into)
        check_staged(self.cursor, self.findings, reader, items)
        self.findings.stop_if_any()
        try:
            with transaction.atomic():
                return self._insert(reader, items, name, created_by)
        except IntegrityError:
            find_doubles(self.cursor, self.findings, reader)
            if self.into:
                refuse_strangers(self.cursor, self.findings, reader, self.into)
            self.findings.stop_if_any()
            raise

    @property
    def into(self) -> Dataset | None:
        """Return the existing dataset that receives the items, or None for a new dataset."""
        return self.record.dataset if self.record else None

    def _stage(self, table: Table, reader: RowReader) -> None:
        """Check each row of the table, and stage its outputs in the temporary table
        `import_cell`."""
        total = table.estimate()
        self._tell(0, total)
        rows = reader.rows()
        while True:
            copy_rows(self.cursor, "import_cell", chain.from_iterable(islice(rows, BLOCK_ROWS)))
            if self.rows == reader.count:
                break
            self.rows = reader.count
            if not self.source:
                self._tell(self.rows, max(total, self.rows))
        if not self.rows:
            self.findings.refuse("has no rows.", remedy="Add at least one row below the header.")

    def _tell(self, done: int, total: int) -> None:
        if (done, total) == self._told:
            return
        self._told = done, total
        if self.progress:
            self.progress(done, total)
        if self.record:
            DatasetImport.objects.filter(pk=self.record.pk).update(rows_done=done, rows_total=total)

    def _insert(
        self, reader: RowReader, items: int, name: str, created_by: User | None
    ) -> ImportResult:
        if self.into:
            dataset = Dataset.objects.select_for_update(no_key=True).get(pk=self.into.pk)
        else:  # again, because another import may have taken the name since
            name = new_name(self.project, name, self.findings.document)
            dataset = Dataset.objects.create(project=self.project, name=name, created_by=created_by)
        insert_rows(self.cursor, dataset, reader.systems, reader.media())
        self._refuse_beyond_room()
        try:
            with stored_media(self.cursor, self.source, self.pool):
                media = insert_media(self.cursor, dataset)
                self._finish(dataset)
        except NotStored as error:
            self._refuse_unstored(error)
        outputs, warnings = reader.systems.total(), self.findings.warnings()
        return ImportResult(dataset, items, len(reader.systems), outputs, media, warnings)

    def _refuse_beyond_room(self) -> None:
        own = self.record.archive_size if self.record else 0
        if beyond := beyond_room(self.cursor, self.project, apart_from=own):
            self._refuse(beyond.row, beyond.field, beyond.error.what, beyond.error.remedy)

    def _refuse_unstored(self, error: NotStored) -> NoReturn:
        """Raise DocumentError for the row whose media file could not be stored because the media
        store became unavailable."""
        away = error.__cause__
        assert isinstance(away, StoreAway)  # noqa: S101 - nothing else raises it
        row, shown_as, name = place_of(self.cursor, error.sha256)
        self._refuse(row, shown_as, f"{name} could not be stored. {away.what}", away.remedy)
        raise away

    def _refuse(self, row: int, field_name: str, what: str, remedy: str) -> None:
        column = self.columns.get(field_name, field_name)
        self.findings.refuse(what, row=row, column=column, remedy=remedy)
        self.findings.stop_if_any()

    def _finish(self, dataset: Dataset) -> None:
        """Record that the import is done. Raises Cancelled if someone has cancelled the import."""
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
