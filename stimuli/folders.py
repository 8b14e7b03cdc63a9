"""Conversion of Hugging Face datasets for import. A ZIP file of media with `metadata.csv`, or a
Parquet file, becomes a table and an archive of media."""

import json
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.core.files import File

from core.errors import RateroomError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from stimuli.column_roles import SUFFIXES
from stimuli.imports import file_trouble
from stimuli.imports.layouts import ITEM_NAMES, field_name
from stimuli.media.files import NO_ROOM, UNPACKING_ERRORS
from stimuli.readers.archives import ZIP, open_archive, open_entry

PARQUET = b"PAR1"
METADATA = ("metadata.csv", "metadata.jsonl")
FILE_NAME = "file_name"
# Maximum bytes (packed and unpacked) and rows of a Parquet file. The person who sent it waits while
# it is read.
MOST_BYTES, MOST_ROWS = 500 * 1024 * 1024, 1_000_000
MOST_METADATA_BYTES = 200 * 1024 * 1024
# Rows to read at a time; few, because a value repeated in many rows takes little space in the file
ROWS = 10


@contextmanager
def as_table(table: File, archive: File | None) -> Iterator[tuple[File, File | None]]:
    """Yield a table and an archive of media, converted from a Hugging Face dataset. Other files are
    yielded unchanged. Raises RateroomError."""
    head = table.read(len(ZIP))
    table.seek(0)
    with ExitStack() as stack:
        if archive is None and head == ZIP and str(table.name).lower().endswith(".zip"):
            yield stack.enter_context(_metadata(table)), table
        elif head == PARQUET:
            rows, media = stack.enter_context(_from_parquet(table))
            yield rows, media or archive
        else:
            yield table, archive


@contextmanager
def _metadata(archive: File) -> Iterator[File]:
    name = str(archive.name)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"{PurePosixPath(name).stem}.jsonl"
        try:
            _unpack(archive, name, target)
        except UNPACKING_ERRORS as error:
            what = f"The ZIP cannot be unpacked: {error}."
            raise _refusal(error, what, name, "Create the ZIP file again.") from None
        archive.seek(0)
        with target.open("rb") as rows:
            yield File(rows, name=target.name)


def _unpack(archive: File, name: str, target: Path) -> None:
    """Convert the metadata table in the ZIP file to JSON Lines, and write it to the file `target`.
    Names of media files become paths in the ZIP file. Raises RateroomError if the table is too
    large."""
    with open_archive(archive, name) as opened:
        path = _only_table(opened.namelist(), name)
        if opened.getinfo(path).file_size > MOST_METADATA_BYTES:
            raise RateroomError("The table is too large.", where=path, remedy="Split the table.")
        source = target.with_name(PurePosixPath(path).name)
        with open_entry(opened, path, name) as packed, source.open("wb") as file:
            file.write(packed.read(MOST_METADATA_BYTES))
    below = str(PurePosixPath(path).parent)
    with target.open("w", encoding="utf-8") as lines:
        for row in _rows(source):
            lines.write(_line(_with_media(row, "" if below == "." else f"{below}/")))


def _refusal(error: Exception, what: str, document: str, remedy: str) -> RateroomError:
    """Return the error for a file that cannot be read, or for a full disk."""
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return RateroomError(file_trouble(error))
    return RateroomError(what, where=document, remedy=remedy)


def _only_table(names: list[str], document: str) -> str:
    tables = [name for name in names if PurePosixPath(name).name in METADATA]
    if len(tables) != 1:
        what = f"The ZIP contains {len(tables)} metadata tables instead of one."
        remedy = "Put one metadata.csv next to the media, or also choose a table."
        raise RateroomError(what, where=document, remedy=remedy)
    return tables[0]


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    findings = Findings(path.name)
    for record in open_table(path).records(findings):
        yield record.values
    findings.stop_if_any()


def _with_media(row: Mapping[str, Any], below: str) -> dict[str, Any]:
    """Return the row with media file names moved from columns such as `file_name` to media fields.
    `below` is added before each name. If the row has no item id, the file's name becomes the id."""
    values = {name: value for name, value in row.items() if not _is_file_name(name)}
    for name, value in row.items():
        if _is_file_name(name) and isinstance(value, str) and value:
            own = name.removesuffix(FILE_NAME).strip("_")
            kind = SUFFIXES.get(PurePosixPath(value.lower()).suffix, "image")
            values[own or kind] = f"{below}{value}"
            if not own and not _names_items(row):
                values = {"item_id": value, **values}
    return values


def _names_items(row: Mapping[str, Any]) -> bool:
    return any(field_name(column) in ITEM_NAMES for column in row)


def _is_file_name(column: str) -> bool:
    return column == FILE_NAME or column.endswith(f"_{FILE_NAME}")


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, default=str) + "\n"


@contextmanager
def _from_parquet(table: File) -> Iterator[tuple[File, File | None]]:
    name = str(table.name)
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        remedy = "Save the table as CSV, or install the extra parquet."
        raise RateroomError(
            "Parquet needs the package pyarrow.", where=name, remedy=remedy
        ) from None
    if table.size > MOST_BYTES:
        what = f"A Parquet file can have at most {MOST_BYTES // 1024**2} MB."
        raise RateroomError(what, where=name, remedy="Split the file.")
    with tempfile.TemporaryDirectory() as folder:
        rows, media = Path(folder) / "rows", Path(folder) / "media"
        try:
            with rows.open("wb") as lines, zipfile.ZipFile(media, "w") as archive:
                source = parquet.ParquetFile(table)
                _refuse_large_groups(source.metadata, name)
                _write(source.iter_batches(batch_size=ROWS), lines, archive, name)
                has_media = bool(archive.namelist())
        except (pa.ArrowException, OSError, ValueError) as error:
            what = f"The Parquet file cannot be read: {str(error)[:200]}."
            raise _refusal(error, what, name, "Save the file again.") from None
        stem = PurePosixPath(name).stem
        with rows.open("rb") as lines, media.open("rb") as files:
            archived = File(files, name=f"{stem}.zip") if has_media else None
            yield File(lines, name=f"{stem}.jsonl"), archived


def _refuse_large_groups(metadata: Any, document: str) -> None:
    groups = range(metadata.num_row_groups)
    if any(metadata.row_group(at).total_byte_size > MOST_BYTES for at in groups):
        what = f"A row group has more than {MOST_BYTES // 1024**2} MB."
        raise RateroomError(what, where=document, remedy="Save the file with smaller row groups.")


def _write(
    batches: Iterator[Any], rows: IO[bytes], archive: zipfile.ZipFile, document: str
) -> None:
    number = 0
    for batch in batches:
        _refuse_large(number, batch.nbytes, document)  # before the rows become Python objects
        for row in batch.to_pylist():
            number += 1
            values = {name: _stored(value, name, number, archive) for name, value in row.items()}
            if not _names_items(values):
                values = {"item_id": str(number), **values}
            rows.write(_line(values).encode(errors="replace"))
            _refuse_large(number, rows.tell() + archive.start_dir, document)


def _refuse_large(rows: int, size: int, document: str) -> None:
    if rows > MOST_ROWS or size > MOST_BYTES:
        limits = f"{MOST_BYTES // 1024**2} MB or {MOST_ROWS:,} rows"
        what = f"The Parquet file unpacks to more than {limits}."
        raise RateroomError(what, where=document, remedy="Split the file.")


def _stored(value: Any, name: str, number: int, archive: zipfile.ZipFile) -> Any:
    """Return the value to write into the table. The bytes of a media file are added to the archive,
    and the file's generated name is returned. Numbers that are not finite become None."""
    if isinstance(value, float) and not isfinite(value):
        return None
    is_medium = isinstance(value, dict) and {*value} == {"bytes", "path"}
    if not is_medium or not isinstance(value["bytes"], bytes):
        return value["path"] if is_medium else value
    suffix = PurePosixPath(str(value["path"] or "")).suffix.lower()
    if suffix not in SUFFIXES:
        suffix = ".png"
    file = f"{number}-{field_name(name)}{suffix}".replace("/", "_")
    archive.writestr(file, value["bytes"])
    return file
