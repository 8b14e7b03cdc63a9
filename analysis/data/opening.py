"""Reading of CSV and JSONL files of ratings from any source, optionally gzip-compressed."""

import gzip
import shutil
import zlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.data.facts import Level
from analysis.data.tidy import TidyFile, read_tidy
from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.reading import open_table

GZIP = b"\x1f\x8b"


def read_ratings(
    path: Path,
    *,
    levels: Mapping[str, Level] | None = None,
    mapping: Mapping[str, str] | None = None,
    gates: Mapping[str, str] | None = None,
) -> TidyFile:
    """Return the ratings in the file at `path`, as `read_tidy` does. Raises DocumentError for
    invalid content, and OSError if the file cannot be opened."""
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    if not packed:
        return _read(path, path.name, levels, mapping, gates)
    with TemporaryDirectory() as folder:
        plain = Path(folder) / (path.stem if path.suffix.lower() == ".gz" else path.name)
        _unpack(path, plain)
        return _read(plain, path.name, levels, mapping, gates)


def _unpack(path: Path, target: Path) -> None:
    try:
        with gzip.open(path) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DocumentError.one(
            path.name,
            f"cannot be unpacked: {error}.",
            remedy="Compress or download the file again.",
        ) from None


def _read(
    path: Path,
    document: str,
    levels: Mapping[str, Level] | None,
    mapping: Mapping[str, str] | None,
    gates: Mapping[str, str] | None,
) -> TidyFile:
    table = open_table(path, unnamed=True)
    findings = Findings(document)
    try:
        return read_tidy(
            table.records(findings),
            table.columns,
            document=document,
            levels=levels,
            mapping=mapping,
            gates=gates,
        )
    finally:
        findings.stop_if_any()
