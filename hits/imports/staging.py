"""Rows on their way in, block by block: into temporary tables for checking, and on to be stored."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from itertools import compress, count, repeat
from operator import ne
from typing import IO, Any

from django.db import connection

from hits.imports.checks import Fault, converted, field_faults
from hits.imports.findings import Findings
from hits.imports.layouts import Layout, MediaKind, field_name
from hits.imports.media import Checked, check_file, check_link, is_link
from hits.imports.rows import StagedRows
from hits.imports.sources import MediaError, MediaSource
from hits.imports.spool import Sink, copy_in, copy_lines, escaped
from hits.imports.tables import Table
from surveys.errors import DocumentError
from surveys.spec import Rubric

# `id` is the item's in its own table. A later row of the same item is in `import_repeat`, unless the row before it says
# the same. The names are compared byte by byte, which is what "the same item" means, and fast.
CREATE = """
    create temporary table import_item (
        id bigint not null, row bigint not null, item text collate "C" primary key, raw text not null
    );
    create temporary table import_repeat (id bigint not null, row bigint not null, raw text not null);
    create temporary table import_output (
        item_id bigint not null, system_id bigint not null, row bigint not null, place integer not null
    );
"""
CREATE_MEDIA = """
    create temporary table import_item_medium (
        item_id bigint not null, field text not null, source text not null, kind text not null
    ){ending};
    create temporary table import_medium (
        source text, kind text, name text not null, url text, sha256 text, content_type text not null,
        size bigint, width integer, height integer, seconds double precision, primary key (source, kind)
    ){ending};
"""
MEDIA_NAMES = ("import_item_medium", "import_medium")
NAMES = ("import_item", "import_repeat", "import_output", *MEDIA_NAMES)
DROP = f"drop table if exists {', '.join(NAMES)}"
ANALYZE = f"analyze {', '.join(NAMES)}"
# As JSON, because an array is much slower to write.
KNOWN = "select item, id from import_item where item in (select jsonb_array_elements_text(%s::jsonb))"
# `offset 0` keeps the sequence's name from being looked up again for each number.
RESERVE = """
    select nextval(sequence) from (select pg_get_serial_sequence(%s, 'id')::regclass as sequence offset 0) named,
           generate_series(1, %s)
"""

RESERVED_AHEAD = 10_000
# More than any study has: the column of the systems is probably another one.
SYSTEMS_LIMIT = 1000


@contextmanager
def staging_tables() -> Iterator[Any]:
    """A cursor on fresh temporary tables, on a connection of its own: rows are stored on the usual one meanwhile."""
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute(DROP)  # a pooled connection may be used again
            cursor.execute(CREATE + CREATE_MEDIA.format(ending=""))
            yield cursor
            cursor.execute(DROP)
    finally:
        own.close()


def bring_media(staging: Any, cursor: Any) -> None:
    """The staged media in the transaction of `cursor`, until its end."""
    cursor.execute(CREATE_MEDIA.format(ending=" on commit drop"))
    for name in MEDIA_NAMES:
        with staging.copy(f"copy {name} to stdout") as lines:
            copy_in(cursor, f"copy {name} from stdin", lines)
        cursor.execute(f"analyze {name}")


@dataclass(frozen=True)
class Wanted:
    """A medium that an item asks for: `source` is a link, or a key of the media source."""

    row: int
    item_id: int
    field: str
    source: str
    kind: MediaKind


@dataclass
class Staged:
    """What is known of the rows so far. `seen` is the file from which `import_output` is filled when it is needed."""

    dataset_id: int
    seen: IO[bytes]
    items: int = 0
    systems: dict[str, int] = field(default_factory=dict)  # ids by name
    outputs: Counter[str] = field(default_factory=Counter)  # by system
    places: list[str] = field(default_factory=list)  # columns of outputs, as `import_output.place` counts them
    sparse: bool = False  # some row has no output at all

    def numbered(self, columns: Sequence[str]) -> list[int]:
        self.places += sorted(set(columns) - set(self.places))
        numbers = {column: number for number, column in enumerate(self.places)}
        return [numbers[column] for column in columns]


class Stager:
    """Puts rows into the temporary tables and the sink. What is wrong with items and media goes to the findings."""

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
        seen: IO[bytes],
    ) -> None:
        self.cursor, self.table, self.layout, self.rubric = cursor, table, layout, rubric
        self.source, self.pool, self.findings = source, pool, findings
        self.staged = Staged(self._reserved("hits_dataset", 1)[0], seen)
        self._columns = {field_name(column): column for column in table.columns if layout.is_field(column)}
        self._spare_ids: list[int] = []
        self._said_no_source = False

    def add(self, rows: StagedRows, sink: Sink) -> None:
        heads = _heads(rows)
        ids, new = self._resolve([rows.items[at] for at in heads])
        first: list[int] = []
        again: list[int] = []
        for at in heads:
            (first if new.pop(rows.items[at], None) else again).append(at)
        items = self._add_items(rows, first, ids)
        self._add_repeats(rows, again, ids)
        outputs = self._add_outputs(rows, ids)
        if not self.findings.problem_count:
            sink.write(items, outputs)

    def _resolve(self, names: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
        """The ids of these items, by name; once all of them and once those that are met for the first time."""
        wanted = list(dict.fromkeys(names))
        self.cursor.execute(KNOWN, [json.dumps(wanted, ensure_ascii=False)])
        known = dict(self.cursor.fetchall())
        unknown = [name for name in wanted if name not in known]
        new = dict(zip(unknown, self._item_ids(len(unknown)), strict=True))
        return known | new, new

    def _item_ids(self, count: int) -> list[int]:
        if len(self._spare_ids) < count:
            self._spare_ids += self._reserved("hits_item", count + RESERVED_AHEAD)
        taken, self._spare_ids = self._spare_ids[:count], self._spare_ids[count:]
        return taken

    def _reserved(self, table: str, count: int) -> list[int]:
        self.cursor.execute(RESERVE, [table, count])
        return [number for (number,) in self.cursor.fetchall()]

    def _add_items(self, rows: StagedRows, first: Sequence[int], ids: Mapping[str, int]) -> bytes:
        names, raws = [rows.items[at] for at in first], [rows.raws[at] for at in first]
        numbers, lines = [ids[name] for name in names], [rows.rows[at] for at in first]
        self._copy_lines("import_item (id, row, item, raw)", copy_lines(numbers, lines, escaped(names), texts=raws))
        wanted: list[Wanted] = []
        fields = raws
        if self.rubric or self.table.typed or self.layout.media.keys() & self._columns.keys():
            fields = [self._fields(*one, wanted) for one in zip(lines, numbers, raws, strict=True)]
        if wanted:
            self._copy("import_item_medium", ((one.item_id, one.field, one.source, one.kind) for one in wanted))
            self._copy("import_medium", list(self._checked(self._unread(wanted))))
        self.staged.items += len(first)
        dataset = repeat(self.staged.dataset_id, len(first))
        return copy_lines(numbers, dataset, escaped(names), texts=fields)

    def _add_repeats(self, rows: StagedRows, again: Sequence[int], ids: Mapping[str, int]) -> None:
        if again:
            numbers, lines = [ids[rows.items[at]] for at in again], [rows.rows[at] for at in again]
            copied = copy_lines(numbers, lines, texts=[rows.raws[at] for at in again])
            self._copy_lines("import_repeat (id, row, raw)", copied)

    def _add_outputs(self, rows: StagedRows, ids: Mapping[str, int]) -> bytes:
        self._know_systems(rows.systems)
        items = [ids[rows.items[at]] for at in rows.at]
        systems = [self.staged.systems[name] for name in rows.systems]
        lines = [rows.rows[at] for at in rows.at]
        self.staged.seen.write(copy_lines(items, systems, lines, self.staged.numbered(rows.places)))
        self.staged.outputs.update(rows.systems)
        self.staged.sparse |= len(set(rows.at)) < len(rows.rows)
        return copy_lines(items, systems, texts=rows.texts)

    def _know_systems(self, names: Iterable[str]) -> None:
        known = self.staged.systems
        new = sorted(set(names) - known.keys())
        if len(known) + len(new) > SYSTEMS_LIMIT:
            what = f"there are more than {SYSTEMS_LIMIT:,} different systems, among them {new[0]}."
            remedy = "The systems are probably in another column (--system-column)."
            raise DocumentError.one(self.findings.document, what, remedy=remedy)
        if new:
            known |= zip(new, self._reserved("hits_system", len(new)), strict=True)

    def _copy(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.cursor.copy(f"copy {table} from stdin") as copy:
            for row in rows:
                copy.write_row(row)

    def _copy_lines(self, table: str, lines: bytes) -> None:
        copy_in(self.cursor, f"copy {table} from stdin", [lines])

    def _fields(self, row: int, item_id: int, raw: str, wanted: list[Wanted]) -> str:
        """The item's fields as they are stored; adds the media that it asks for to `wanted`."""
        fields = json.loads(raw)
        media = {name: fields.pop(name) for name in self.layout.media if name in fields}
        if self.rubric:
            fields = self._suited(row, fields, media, self.rubric)
        for name, value in media.items():
            self._want(row, item_id, name, value, wanted)
        return json.dumps(fields, ensure_ascii=False)

    def _suited(self, row: int, fields: dict[str, Any], media: dict[str, Any], rubric: Rubric) -> dict[str, Any]:
        """The fields with the types that the rubric declares."""
        faults: list[Fault] = []
        if not self.table.typed:
            fields, faults = converted(fields, rubric.fields())
        told = {fault.field for fault in faults}
        faults += [fault for fault in field_faults(rubric, fields, media) if fault.field not in told]
        for fault in faults:
            say = self.findings.warn if fault.is_warning else self.findings.refuse
            say(fault.what, row=row, column=self._column(fault.field), remedy=fault.remedy)
        return fields

    def _column(self, field: str) -> str:
        return self._columns.get(field, field)

    def _want(self, row: int, item_id: int, field: str, value: Any, wanted: list[Wanted]) -> None:
        if isinstance(value, str) and not value.strip():
            return
        try:
            source = self._resolved(value)
        except MediaError as error:
            self.findings.refuse(error.what, row=row, column=self._column(field), remedy=error.remedy)
        else:
            if source:
                wanted.append(Wanted(row, item_id, field, source, self.layout.media[field]))

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


def _heads(rows: StagedRows) -> list[int]:
    """The indexes of the rows that say something else of an item than the row before them."""
    told = list(zip(rows.items, rows.raws, strict=True))
    return [*range(min(1, len(told))), *compress(count(1), map(ne, told[1:], told))]
