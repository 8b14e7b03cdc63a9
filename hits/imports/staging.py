"""Rows on their way in: COPY into temporary tables, chunk by chunk, each new item checked and its media read once."""

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from typing import Any

from django.db import Error, connection

from hits.imports.checks import Fault, converted, field_faults
from hits.imports.findings import Findings
from hits.imports.layouts import Layout, MediaKind, field_name
from hits.imports.media import Checked, check_file, check_link, is_link
from hits.imports.rows import StagedRow
from hits.imports.sources import MediaError, MediaSource
from hits.imports.tables import Table
from surveys.spec import Rubric

CREATE = """
    create temporary table import_row (row bigint primary key, item text not null, raw text not null);
    create temporary table import_output (
        row bigint not null, item text not null, system text not null, place text not null, body text not null
    );
    create temporary table import_item (item text primary key, row bigint not null, fields jsonb not null);
    create temporary table import_item_medium (
        item text not null, field text not null, source text not null, kind text not null
    );
    create temporary table import_medium (
        source text, kind text, name text not null, url text, sha256 text, content_type text not null,
        size bigint, width integer, height integer, seconds double precision, primary key (source, kind)
    );
"""
NAMES = ("import_row", "import_output", "import_item", "import_item_medium", "import_medium")
DROP = f"drop table if exists {', '.join(NAMES)}"
ANALYZE = f"analyze {', '.join(NAMES)}"

CHUNK_ROWS = 500
CHUNK_CHARACTERS = 4_000_000


@contextmanager
def staging_tables() -> Iterator[Any]:
    """A cursor on fresh temporary tables, which are dropped at the end however it comes."""
    with connection.cursor() as cursor:
        cursor.execute(DROP)
        cursor.execute(CREATE)
        try:
            yield cursor
        finally:
            with suppress(Error):  # a broken transaction or connection takes them along by itself
                cursor.execute(DROP)


def chunks(rows: Iterable[StagedRow | None]) -> Iterator[list[StagedRow | None]]:
    """Rows in lists that stay small in number and in characters. None stands for a row with a fault."""
    chunk: list[StagedRow | None] = []
    characters = 0
    for row in rows:
        chunk.append(row)
        characters += row.size() if row else 0
        if len(chunk) >= CHUNK_ROWS or characters >= CHUNK_CHARACTERS:
            yield chunk
            chunk, characters = [], 0
    if chunk:
        yield chunk


@dataclass(frozen=True)
class Wanted:
    """A medium that an item asks for: `source` is a link, or a key of the media source."""

    row: int
    item: str
    field: str
    source: str
    kind: MediaKind


class Stager:
    """Puts chunks of rows into the temporary tables. What is wrong with items and media goes to the findings."""

    def __init__(
        self,
        cursor: Any,
        *,
        table: Table,
        layout: Layout,
        rubric: Rubric | None,
        source: MediaSource | None,
        pool: Executor,
        findings: Findings,
    ) -> None:
        self.cursor, self.table, self.layout, self.rubric = cursor, table, layout, rubric
        self.source, self.pool, self.findings = source, pool, findings
        self._columns = {field_name(column): column for column in table.columns if layout.is_field(column)}
        self._said_no_source = False

    def add(self, rows: Sequence[StagedRow]) -> None:
        self._copy("import_row", ((row.row, row.item, row.raw) for row in rows))
        outputs = ((row.row, row.item, one.system, one.column, one.text) for row in rows for one in row.outputs)
        self._copy("import_output", outputs)
        wanted: list[Wanted] = []
        self._copy("import_item", [self._item(row, wanted) for row in self._first_rows(rows)])
        self._copy("import_item_medium", ((one.item, one.field, one.source, one.kind) for one in wanted))
        self._copy("import_medium", list(self._checked(self._unread(wanted))))

    def _copy(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.cursor.copy(f"copy {table} from stdin") as copy:
            for row in rows:
                copy.write_row(row)

    def _first_rows(self, rows: Sequence[StagedRow]) -> list[StagedRow]:
        """The rows that bring an item for the first time."""
        first: dict[str, StagedRow] = {}
        for row in rows:
            first.setdefault(row.item, row)
        self.cursor.execute("select item from import_item where item = any(%s)", [list(first)])
        known = {item for (item,) in self.cursor.fetchall()}
        return [row for item, row in first.items() if item not in known]

    def _item(self, row: StagedRow, wanted: list[Wanted]) -> tuple[str, int, str]:
        """The item as it is staged; adds the media that it asks for to `wanted`."""
        fields = json.loads(row.raw)
        media = {name: fields.pop(name) for name in self.layout.media if name in fields}
        if self.rubric:
            fields = self._suited(row, fields, media, self.rubric)
        for name, value in media.items():
            self._want(row, name, value, wanted)
        return row.item, row.row, json.dumps(fields, ensure_ascii=False)

    def _suited(self, row: StagedRow, fields: dict[str, Any], media: dict[str, Any], rubric: Rubric) -> dict[str, Any]:
        """The fields with the types that the rubric declares."""
        faults: list[Fault] = []
        if not self.table.typed:
            fields, faults = converted(fields, rubric.fields())
        told = {fault.field for fault in faults}
        faults += [fault for fault in field_faults(rubric, fields, media) if fault.field not in told]
        for fault in faults:
            say = self.findings.warn if fault.is_warning else self.findings.refuse
            say(fault.what, row=row.row, column=self._column(fault.field), remedy=fault.remedy)
        return fields

    def _column(self, field: str) -> str:
        return self._columns.get(field, field)

    def _want(self, row: StagedRow, field: str, value: Any, wanted: list[Wanted]) -> None:
        if isinstance(value, str) and not value.strip():
            return
        try:
            source = self._resolved(value)
        except MediaError as error:
            self.findings.refuse(error.what, row=row.row, column=self._column(field), remedy=error.remedy)
        else:
            if source:
                wanted.append(Wanted(row.row, row.item, field, source, self.layout.media[field]))

    def _resolved(self, value: Any) -> str:
        if not isinstance(value, str):
            raise MediaError("must be a file's name or a link.", remedy="Write it in quotes.")
        if is_link(value.strip()):
            return value.strip()
        if self.source:
            return self.source.find(value)
        if self._said_no_source:
            return ""
        self._said_no_source = True
        raise MediaError(
            f"{value} is a file, but no media were given (this is said once).",
            remedy="Add a folder or a ZIP file of media (--media), or use links.",
        )

    def _unread(self, wanted: Sequence[Wanted]) -> list[Wanted]:
        """Each medium that no chunk had before, once."""
        first: dict[tuple[str, str], Wanted] = {}
        for one in wanted:
            first.setdefault((one.source, one.kind), one)
        self.cursor.execute(
            "select source, kind from import_medium where source = any(%s)", [[source for source, _kind in first]]
        )
        known = set(self.cursor.fetchall())
        return [one for key, one in first.items() if key not in known]

    def _checked(self, wanted: Sequence[Wanted]) -> Iterator[tuple[Any, ...]]:
        """Rows of import_medium. One that was refused is kept without content, so that it is read only once."""
        for one, result in zip(wanted, self.pool.map(self._check, wanted), strict=True):
            if isinstance(result, MediaError):
                column = self._column(one.field)
                self.findings.refuse(result.what, row=one.row, column=column, remedy=result.remedy)
                result = Checked(name="")  # noqa: PLW2901 - what is staged in its place
            yield (one.source, one.kind, *astuple(result))

    def _check(self, one: Wanted) -> Checked | MediaError:
        try:
            if self.source is None or is_link(one.source):
                return check_link(one.source)
            return check_file(self.source, one.source, one.kind)
        except MediaError as error:
            return error
