"""Imports that people request on a page. A background task runs each import exactly once."""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from errno import ENOSPC
from functools import partial
from os import strerror
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models.fields.files import FieldFile
from django.utils.crypto import get_random_string

from core.database.locks import alone_at
from core.database.outages import AWAY
from core.errors import DocumentError, Problem, RateroomError, located
from core.tabular.uploaded import short_name
from people.models import Project, User
from stimuli.imports.converting import Converted, converted
from stimuli.imports.loading import import_dataset, new_name
from stimuli.imports.options import ImportOptions
from stimuli.media.files import NO_ROOM as WITHOUT_ROOM
from stimuli.models import Dataset, DatasetImport
from stimuli.readers.finding import reader_of, reader_of_path
from stimuli.readers.interface import Reader
from stimuli.room import PATIENCE, require_room
from tasks.long_work.children import now_at
from tasks.long_work.rows import Cancelled, begin_attempt, cancel, fail, fresh
from tasks.long_work.sending import send_on_commit

logger = logging.getLogger(__name__)

UNEXPECTED = (
    "The import stopped because of an unexpected error, which is in the worker's log. "
    "Nothing was imported."
)
AS_NAMED = ImportOptions()  # options with which each column's name decides its role
RUN_IMPORT = "stimuli.imports.tasks.run_import"
NO_ROOM = (
    "The files could not be written ({reason}). Nothing was imported. "
    "Make room in the media folder and in the temporary folder, then import again."
)
NOT_READ = "{file} cannot be read ({reason}). Nothing was imported."


def file_trouble(error: OSError) -> str:
    """Return a message for the person who imports the file: the disk is full, or a file cannot be
    read."""
    if error.filename and error.errno not in WITHOUT_ROOM:
        return NOT_READ.format(file=error.filename, reason=error.strerror or error)
    return _no_room(error)


def _no_room(error: OSError) -> str:
    return NO_ROOM.format(reason=error.strerror or error)


def request_import(
    *,
    project: Project,
    name: str,
    table: File,
    archive: File | None,
    options: ImportOptions,
    created_by: User | None = None,
    dataset: Dataset | None = None,
) -> DatasetImport:
    """Store the uploaded files, and start a background task that imports them when this transaction
    is committed. The files become a new dataset, or more items of `dataset`. Return the import.

    Raises DocumentError if the project cannot have a dataset with this name, and RateroomError if
    there is no room for the files. After an error, nothing is stored.
    """
    record = DatasetImport(
        project=project, options=_stored(options), created_by=created_by, dataset=dataset
    )
    _store_new(record, name, table, archive)
    send_on_commit(RUN_IMPORT, record.pk)
    return record


def prepare_import(
    *,
    project: Project,
    name: str,
    table: File,
    archive: File | None,
    created_by: User | None = None,
    dataset: Dataset | None = None,
    options: ImportOptions = AS_NAMED,
) -> DatasetImport:
    """Store the uploaded files until a person confirms the columns' roles (`begin_import`). Return
    the import. `options` are the roles that the page shows first. A file that another tool exported
    needs no confirmation and is imported immediately.

    Raises the same errors as `request_import`. After an error, nothing is stored.
    """
    if reader_of(table, str(table.name)):
        return request_import(
            project=project,
            name=name,
            table=table,
            archive=None,
            options=ImportOptions(rubric_version=options.rubric_version),
            created_by=created_by,
            dataset=dataset,
        )
    record = DatasetImport(
        project=project,
        state=DatasetImport.State.PREPARED,
        created_by=created_by,
        dataset=dataset,
        options=_stored(options),
    )
    _store_new(record, name, table, archive)
    return record


def prepare_rows(
    *, dataset: Dataset, table: File, archive: File | None, version: int, created_by: User
) -> DatasetImport:
    """Prepare an import of more items into a dataset, like `prepare_import`, and return the import.
    The rubric `version` must be able to show the dataset's items. The page first shows the column
    roles that the dataset's last table had."""
    done = DatasetImport.objects.filter(dataset=dataset, state=DatasetImport.State.DONE).first()
    columns = ImportOptions.model_validate(done.options if done else {})
    return prepare_import(
        project=dataset.project,
        name=dataset.name,
        table=table,
        archive=archive,
        created_by=created_by,
        dataset=dataset,
        options=columns.model_copy(update={"rubric_version": version}),
    )


def _store_new(record: DatasetImport, name: str, table: File, archive: File | None) -> None:
    record.dataset_name = _name_of(record, name, table.name or "")
    _keep_files(record, table, archive)


def _name_of(record: DatasetImport, name: str, document: str) -> str:
    """Return the name of the imported or extended dataset. Raises DocumentError if a new dataset
    cannot have this name."""
    return record.dataset.name if record.dataset else new_name(record.project, name, document)


# States of imports that have not added anything yet and can be started.
OPEN = (DatasetImport.State.PREPARED, DatasetImport.State.FAILED, DatasetImport.State.CANCELLED)


@transaction.atomic
def begin_import(
    *, import_id: int, name: str, options: ImportOptions, archive: File | None = None
) -> bool:
    """Start a prepared, refused or cancelled import with these options. The import uses its stored
    files or a new archive. Return False if the import is running or done.

    Raises the same errors as `request_import`. After an error, nothing has changed.
    """
    record = _locked(import_id)
    if record.state not in OPEN:
        return False
    record.dataset_name = _name_of(record, name, table_name(record))
    record.options = _stored(options)
    _keep_files(record, None, archive)
    return _request_run(import_id, OPEN)


@transaction.atomic
def import_again(*, import_id: int) -> bool:
    """Rerun a cancelled or refused import from its files. Return False in any other state."""
    return _request_run(import_id, (DatasetImport.State.CANCELLED, DatasetImport.State.FAILED))


def _request_run(import_id: int, states: Collection[DatasetImport.State]) -> bool:
    """Start a background task that runs the import, and return True. If the import's state is not
    in `states`, do nothing and return False."""
    changed = DatasetImport.objects.filter(pk=import_id, state__in=states).update(
        state=DatasetImport.State.WAITING, problems=[], findings=[], finished_at=None, **fresh()
    )
    if changed:
        send_on_commit(RUN_IMPORT, import_id)
    return bool(changed)


@transaction.atomic
def replace_files(*, import_id: int, name: str, table: File | None, archive: File | None) -> bool:
    """Replace the import's files, so that a person must confirm the columns again. A file that
    another tool exported is imported without confirmation. Return False if the import is running
    or done. Raises the same errors as `request_import`."""
    record = _locked(import_id)
    if record.state not in OPEN:
        return False
    record.state, record.problems = DatasetImport.State.PREPARED, []
    record.dataset_name = _name_of(record, name, table_name(record))
    _keep_files(record, table, archive)
    with record.table.open("rb") as file:
        is_foreign = reader_of(file, table_name(record)) is not None
    if is_foreign:
        version = record.options.get("rubric_version") if record.dataset_id else None
        options = _stored(ImportOptions(rubric_version=version))
        DatasetImport.objects.filter(pk=import_id).update(options=options)
        _request_run(import_id, OPEN)
    return True


def _locked(import_id: int) -> DatasetImport:
    rows = DatasetImport.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("project", "dataset").get(pk=import_id)


def table_name(record: DatasetImport) -> str:
    """Return the original name of the uploaded table."""
    return Path(str(record.table.name)).name


def _stored(options: ImportOptions) -> dict[str, Any]:
    return options.model_dump(mode="json", exclude_defaults=True)


def _keep_files(record: DatasetImport, table: File | None, archive: File | None) -> None:
    """Store an import's files and save its record. Raises RateroomError if there is no room."""
    try:
        with transaction.atomic(), _folder_of_its_own() as folder:
            _require_room(record, table, archive)
            if table:
                record.table_size = _keep(record.table, table, folder)
            if archive:
                record.archive_size = _keep(record.archive, archive, folder)
            record.save()
    except OSError as error:
        logger.exception("The files of an import could not be saved.")
        raise RateroomError(_no_room(error)) from error


def _require_room(record: DatasetImport, table: File | None, archive: File | None) -> None:
    """Raise RateroomError if the project has no room for the import's new files."""
    files = [(table, record.table_size), (archive, record.archive_size)]
    size = sum(file.size for file, _replaced in files if file)
    replaced = sum(replaced_size for file, replaced_size in files if file)
    names = [Path(str(file.name)).name for file, _replaced in files if file]
    require_room(
        record.project, size, where=", ".join(names), apart_from=replaced, patience=PATIENCE
    )


@contextmanager
def _folder_of_its_own() -> Iterator[str]:
    """Yield the name of a new folder for an import's files. Delete it if the block fails."""
    folder = get_random_string(12)
    try:
        yield folder
    except BaseException:
        path = f"{DatasetImport.UPLOADS}{folder}"
        with suppress(FileNotFoundError):
            for name in default_storage.listdir(path)[1]:
                default_storage.delete(f"{path}/{name}")
            default_storage.delete(path)
        raise


def _keep(field: FieldFile, file: File, folder: str) -> int:
    """Store the whole `file` in the field and return its size in bytes. The replaced file is
    deleted when the transaction is committed. Raises OSError."""
    if field:
        transaction.on_commit(partial(field.storage.delete, str(field.name)))
    field.save(f"{folder}/{short_name(file.name)}", file, save=False)
    # When the disk is full, moving a file from another disk can truncate it without an error.
    if field.size != file.size:
        raise OSError(ENOSPC, strerror(ENOSPC))
    return field.size


def perform_import(*, import_id: int) -> None:
    """Run a requested import, and record its result. An import that has ended is not changed.

    If the task is delivered twice, the second delivery waits for the first. If the first crashes,
    its lock is released, and the second starts from the beginning. MemoryError is not caught,
    because the caller that sets the memory limit reports it.
    """
    with alone_at(DatasetImport.LOCK, import_id):
        related = DatasetImport.objects.select_related("project", "created_by", "dataset")
        blank = {"rows_done": 0, "rows_total": None, "problems": list[str](), "findings": []}
        if (record := related.filter(pk=import_id).first()) is None:
            logger.warning("Import %s no longer exists.", import_id)
        elif begin_attempt(record, state=DatasetImport.State.RUNNING, **blank):
            _run(record)


def cancel_import(*, import_id: int, by: User) -> bool:
    """Cancel an unfinished import, so that none of its data are stored. Return False if the import
    has ended."""
    return cancel(DatasetImport(pk=import_id), by=by)


def _run(record: DatasetImport) -> None:
    try:
        with ExitStack() as stack:
            table = stack.enter_context(local_file(record.table))
            now_at(table.name)
            archive = stack.enter_context(local_file(record.archive)) if record.archive else None
            options = ImportOptions.model_validate(record.options)
            if reader := foreign_reader(table, options):
                foreign = stack.enter_context(converted(table, reader))
                _keep_contents(record, foreign)
                table, options = foreign.table, foreign.options(options)
            import_dataset(
                project=record.project,
                name=record.dataset_name,
                table=table,
                media=archive,
                options=options,
                created_by=record.created_by,
                record=record,
            )
    except Cancelled:
        logger.info("Import %s was cancelled.", record.pk)
    except RateroomError as error:
        _refuse(record, problem_lines(error), located(error))
    except (MemoryError, *AWAY):
        raise  # the reason is recorded elsewhere, and the task is run again
    except OSError as error:
        logger.exception("Import %s could not write its files.", record.pk)
        _refuse(record, [_no_room(error)])
    except Exception:
        fail(record, UNEXPECTED)
        raise
    else:
        _drop_archive(record)


def foreign_reader(table: Path, options: ImportOptions) -> Reader | None:
    """Return the reader for a file of another tool. Return None if the file is a table or if
    `options` names columns."""
    is_table = options.item_column or options.output_column or options.systems
    return None if is_table else reader_of_path(table)


def _keep_contents(record: DatasetImport, foreign: Converted) -> None:
    """Store the summary and scores of another tool's file, instead of an earlier attempt's."""
    earlier, record.contents = str(record.scores.name or ""), foreign.contents.stored()
    if foreign.contents.scores:
        folder = Path(str(record.table.name)).parent.name
        with foreign.scores.open("rb") as scores:
            record.scores.save(f"{folder}/{foreign.scores.name}", File(scores), save=False)
    else:
        record.scores = ""
    record.save(update_fields=["contents", "scores"])
    if earlier:
        record.scores.storage.delete(earlier)


def problem_lines(error: RateroomError) -> list[str]:
    """Return the error's problems as a list of sentences for a page."""
    if not isinstance(error, DocumentError):
        return [str(error)]
    lines = [f"{error.document}: {problem}" for problem in error.problems]
    return [*lines, f"and {error.more:,} more problems"] if error.more else lines


def _refuse(
    record: DatasetImport, problems: Sequence[str], findings: Sequence[Problem] = ()
) -> None:
    failed = DatasetImport.failed_with("") | {
        "problems": list(problems),
        "findings": [asdict(finding) for finding in findings],
    }
    DatasetImport.objects.filter(pk=record.pk, state=record.State.RUNNING).update(**failed)


def _drop_archive(record: DatasetImport) -> None:
    """Delete the archive, because its media have been stored separately. The table is kept."""
    if record.archive:
        record.archive.delete(save=False)
        DatasetImport.objects.filter(pk=record.pk).update(archive="", archive_size=0)


@contextmanager
def local_file(file: FieldFile) -> Iterator[Path]:
    """Yield a path to the stored file on this machine's disk. If the file is stored elsewhere, the
    path leads to a temporary local copy. Raises RateroomError if the file does not exist."""
    if not file.storage.exists(str(file.name)):
        what, remedy = "An uploaded file no longer exists.", "Upload the file again."
        raise RateroomError(what, where=str(file.name), remedy=remedy)
    try:
        yield Path(file.path)
    except NotImplementedError:
        with TemporaryDirectory() as folder, file.open("rb") as stored:
            path = Path(folder) / Path(str(file.name)).name
            with path.open("wb") as copy:
                copyfileobj(stored, copy, 1 << 20)
            yield path
