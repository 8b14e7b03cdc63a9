"""Rows on their way in, block by block: into temporary tables for checking, and on to be stored."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from django.db import Error, connection

from stimuli.imports.checks import Fault, converted, field_faults
from stimuli.imports.copying import Json, Rows, copy_in, copy_rows
from stimuli.imports.findings import Findings
from stimuli.imports.later import Seen
from stimuli.imports.layouts import Layout, MediaKind, field_name
from stimuli.imports.media import Checked, check_file, check_link, is_link
from stimuli.imports.met import Met
from stimuli.imports.options import ImportOptions
from stimuli.imports.rows import StagedRows
from stimuli.imports.sources import MediaError, MediaSource
from stimuli.imports.spool import Sink
from stimuli.imports.tables import Table
from surveys.errors import DocumentError
from surveys.spec import Rubric

# `id` is the item's in its own table. A later row of the same item is in `import_repeat`, unless the row before it says
# the same. The names are compared byte by byte, which is what "the same item" means, and fast.
CREATE = """
    create temporary table import_item (
        id bigint not null, row bigint not null, item text collate "C" not null, raw text not null
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
# As JSON, because an array is much slower to write.
KNOWN = "select item, id from import_item where item in (select jsonb_array_elements_text(%s::jsonb))"
# `offset 0` keeps the sequence's name from being looked up again for each number. The numbers are told one by one only
# where somebody else took some between them.
RESERVE = """
    select min(number), case when max(number) - min(number) + 1 > count(*) then array_agg(number) end from (
        select nextval(sequence) as number from generate_series(1, %s),
               (select pg_get_serial_sequence(%s, 'id')::regclass as sequence offset 0) named
    ) reserved
"""

RESERVED_AHEAD, MOST_AHEAD = 10_000, 50_000  # the longer an import, the more at a time
# More than any study has: the column of the systems is probably another one.
SYSTEMS_LIMIT = 1000


@contextmanager
def staging_tables() -> Iterator[Any]:
    """A cursor on fresh temporary tables, on a connection of its own: rows are stored on the usual one meanwhile."""
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute(DROP)  # a pooled connection may be used again
            try:
                # Ids are reserved and progress is told here. Neither must outlast a crash, which loses the rows too;
                # to wait for the disk would be to wait for all that the usual connection has written.
                cursor.execute("set synchronous_commit = off")
                cursor.execute(CREATE + CREATE_MEDIA.format(ending=""))
                yield cursor
                cursor.execute(DROP)
            finally:
                with suppress(Error):  # with a broken connection the setting is gone
                    cursor.execute("reset synchronous_commit")
    finally:
        own.close()


def bring_media(staging: Any, cursor: Any) -> None:
    """The staged media in the transaction of `cursor`, until its end."""
    cursor.execute(CREATE_MEDIA.format(ending=" on commit drop"))
    for name in MEDIA_NAMES:
        with staging.copy(f"copy {name} to stdout") as lines, cursor.copy(f"copy {name} from stdin") as copy:
            for line in lines:
                copy.write(line)
        cursor.execute(f"analyze {name}")


@dataclass(frozen=True)
class Reading:
    """What is read, and how."""

    table: Table
    options: ImportOptions
    rubric: Rubric | None
    megapixels: int  # of a picture, at most


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
    """What is known of the rows so far."""

    dataset_id: int
    seen: Seen
    items: int = 0
    systems: dict[str, int] = field(default_factory=dict)  # ids by name
    outputs: Counter[str] = field(default_factory=Counter)  # by system
    places: list[str] = field(default_factory=list)  # columns of outputs, as `import_output.place` counts them
    repeats: int = 0  # rows in `import_repeat`
    sparse: bool = False  # some row has no output at all

    def numbered(self, columns: Any) -> Any:
        """The place of each of these columns."""
        named = columns.dictionary.to_pylist()
        self.places += sorted(set(named) - set(self.places))
        return np.array([self.places.index(column) for column in named], np.int32)[columns.indices.to_numpy()]


class _Ids:
    """Numbers of a table's sequence, fetched many at a time."""

    def __init__(self, cursor: Any, table: str) -> None:
        self.cursor, self.table = cursor, table
        self._spare = np.empty(0, np.int64)
        self._taken = 0

    def take(self, count: int, *, ahead: int = RESERVED_AHEAD) -> Any:
        if len(self._spare) < count:
            more = min(max(ahead, self._taken), MOST_AHEAD) if ahead else 0
            self._spare = np.concatenate([self._spare, self._fetched(count + more)])
        self._taken += count
        taken, self._spare = self._spare[:count], self._spare[count:]
        return taken

    def _fetched(self, count: int) -> Any:
        self.cursor.execute(RESERVE, [count, self.table])
        first, each = self.cursor.fetchone()
        return np.arange(first, first + count) if each is None else np.array(each, np.int64)


@dataclass(frozen=True, slots=True)
class _Row:
    """The row that was added last: its item, the item's fields as they were read, and the item's id."""

    item: str
    raw: str
    id: int


class Stager:
    """Puts rows into the temporary tables and the sink. What is wrong with items and media goes to the findings."""

    def __init__(
        self,
        cursor: Any,
        *,
        reading: Reading,
        layout: Layout,
        source: MediaSource | None,
        pool: Executor,
        findings: Findings,
        seen: Seen,
    ) -> None:
        self.cursor, self.reading, self.layout = cursor, reading, layout
        self.table, self.rubric = reading.table, reading.rubric
        self.source, self.pool, self.findings = source, pool, findings
        self.staged = Staged(int(_Ids(cursor, "stimuli_dataset").take(1, ahead=0)[0]), seen)
        self._columns = {field_name(column): column for column in self.table.columns if layout.is_field(column)}
        self._ids = {table: _Ids(cursor, table) for table in ("stimuli_system", "stimuli_item", "stimuli_output")}
        self._said_no_source = False
        self._met = Met()
        self._last = _Row("", "", 0)

    def add(self, rows: StagedRows, sink: Sink) -> None:
        if not len(rows.rows):
            return
        names = rows.items.dictionary_encode()
        codes = names.indices.to_numpy()
        ids, new = self._resolve(names.dictionary)
        first = _first_of_each(codes, len(ids))[new]
        items = self._add_items(rows, first, ids[codes[first]])
        again = np.setdiff1d(self._heads(rows, codes), first, assume_unique=True)
        self._last = _Row(rows.items[-1].as_py(), rows.raws[-1].as_py(), int(ids[codes[-1]]))
        self._add_repeats(rows, again, ids[codes[again]])
        outputs = self._add_outputs(rows, ids[codes[rows.at]])
        if not self.findings.problem_count:
            sink.write(items, outputs)

    def _heads(self, rows: StagedRows, codes: Any) -> Any:
        """The indexes of the rows that say something else of an item than the row before them."""
        told = pc.not_equal(rows.raws[1:], rows.raws[:-1]).to_numpy(zero_copy_only=False)
        begins = (rows.items[0].as_py(), rows.raws[0].as_py()) != (self._last.item, self._last.raw)
        return np.flatnonzero(np.concatenate([[begins], (codes[1:] != codes[:-1]) | told]))

    def _resolve(self, names: Any) -> tuple[Any, Any]:
        """The ids of these items, in their order, and which of them are met for the first time."""
        wanted = names.to_pylist()
        ids, new = np.zeros(len(wanted), np.int64), np.ones(len(wanted), bool)
        met = np.flatnonzero(self._met.add(wanted)).tolist()
        known = self._known([wanted[index] for index in met])
        at = [index for index in met if wanted[index] in known]
        ids[at], new[at] = [known[wanted[index]] for index in at], False
        ids[new] = self._ids["stimuli_item"].take(int(new.sum()))
        return ids, new

    def _known(self, names: Sequence[str]) -> dict[str, int]:
        """The ids of those of these items that were staged before.

        Where an item's rows stand together, only the last one's can go on here: then the database is never asked.
        """
        known = {self._last.item: self._last.id} if self._last.item in names else {}
        if len(known) == len(names):
            return known
        self.staged.seen.items.fill()
        self.cursor.execute(KNOWN, [json.dumps(names, ensure_ascii=False)])
        return dict(self.cursor.fetchall())

    def _add_items(self, rows: StagedRows, first: Any, ids: Any) -> Rows:
        names, raws, lines = rows.items.take(first), rows.raws.take(first), rows.rows[first]
        self.staged.seen.items.write(copy_rows(ids, lines, names, raws))
        wanted: list[Wanted] = []
        fields = raws
        if self.rubric or self.table.typed or self.layout.media.keys() & self._columns.keys():
            told = zip(lines.tolist(), ids.tolist(), raws.to_pylist(), strict=True)
            fields = pa.array([self._fields(*one, wanted) for one in told], pa.string())
        if wanted:
            self._copy("import_item_medium", ((one.item_id, one.field, one.source, one.kind) for one in wanted))
            self._copy("import_medium", list(self._checked(self._unread(wanted))))
        self.staged.items += len(first)
        return copy_rows(ids, np.full(len(first), self.staged.dataset_id), names, Json(fields))

    def _add_repeats(self, rows: StagedRows, again: Any, ids: Any) -> None:
        if len(again):
            self.staged.repeats += len(again)
            copied = copy_rows(ids, rows.rows[again], rows.raws.take(again))
            copy_in(self.cursor, "import_repeat (id, row, raw)", [copied])

    def _add_outputs(self, rows: StagedRows, items: Any) -> Rows:
        names, codes = rows.systems.dictionary.to_pylist(), rows.systems.indices.to_numpy()
        self._know_systems(names)
        systems = np.array([self.staged.systems[name] for name in names], np.int64)[codes]
        places = self.staged.numbered(rows.places)
        self.staged.seen.outputs.write(copy_rows(items, systems, rows.rows[rows.at], places))
        counts = np.bincount(codes, minlength=len(names)).tolist()
        self.staged.outputs.update(dict(zip(names, counts, strict=True)))
        self.staged.sparse |= len(np.unique(rows.at)) < len(rows.rows)
        return copy_rows(self._ids["stimuli_output"].take(len(items)), items, systems, rows.texts)

    def _know_systems(self, names: Iterable[str]) -> None:
        known = self.staged.systems
        new = sorted(set(names) - known.keys())
        if len(known) + len(new) > SYSTEMS_LIMIT:
            what = f"there are more than {SYSTEMS_LIMIT:,} different systems, among them {new[0]}."
            remedy = "The systems are probably in another column; name it as the column of the system."
            raise DocumentError.one(self.findings.document, what, remedy=remedy)
        if new:
            known |= zip(new, self._ids["stimuli_system"].take(len(new), ahead=0).tolist(), strict=True)

    def _copy(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.cursor.copy(f"copy {table} from stdin") as copy:
            for row in rows:
                copy.write_row(row)

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
            remedy="Add a folder or a ZIP file of media, or use links.",
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
            return check_file(self.source, one.source, one.kind, megapixels=self.reading.megapixels)
        except MediaError as error:
            return error


def _first_of_each(codes: Any, count: int) -> Any:
    """Where each of the codes 0 to `count` - 1 stands first."""
    first = np.empty(count, np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    return first
