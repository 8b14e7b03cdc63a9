"""Each item once: its fields as the rubric declares them, and its media checked."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from typing import Any

from stimuli.imports.layouts import Layout, MediaKind, field_name
from stimuli.imports.media import CheckedMedium, check_file, check_link, is_link
from stimuli.imports.sources import MediaError, MediaSource
from stimuli.imports.staging import copy_rows
from surveys.item_fields import Fault, converted, field_faults
from surveys.spec import Rubric
from tabular.findings import Findings
from tabular.reading import Table

STEP = 500  # items
# Answered from the primary key, a page of rows at a time.
NUMBERED = "alter table import_item add primary key (row)"
NEXT_ITEMS = "select row, raw from import_item where row > %s order by row limit %s"
KNOWN = "select source, kind from import_medium where source = any(%s)"


@dataclass(frozen=True)
class WantedMedium:
    """A medium that an item asks for: `source` is a link, or a key of the media source."""

    row: int
    field: str
    source: str
    kind: MediaKind


@dataclass
class ItemCheck:
    """Goes through the staged items. What is wrong with them and their media goes to the
    findings."""

    cursor: Any
    table: Table
    layout: Layout
    rubric: Rubric | None
    source: MediaSource | None
    megapixels: int  # of a picture, at most
    pool: Executor
    findings: Findings

    def __post_init__(self) -> None:
        self._columns = {
            field_name(column): column
            for column in self.table.columns
            if self.layout.is_field(column)
        }
        self._said_no_source = False

    @property
    def is_needed(self) -> bool:
        """Without it the fields are stored as they were written, and there are no media."""
        return bool(
            self.rubric or self.layout.media.keys() & self._columns.keys() or self.table.typed
        )

    def run(self, progress: Callable[[int], None]) -> None:
        """`progress` is called with the number of items done."""
        self.cursor.execute(NUMBERED)
        row = done = 0
        while items := self._next_items(row):
            wanted: list[WantedMedium] = []
            fields = [(row, self._fields(row, json.loads(raw), wanted)) for row, raw in items]
            copy_rows(self.cursor, "import_field", fields)
            copy_rows(
                self.cursor,
                "import_item_medium",
                ((medium.row, medium.field, medium.source, medium.kind) for medium in wanted),
            )
            copy_rows(self.cursor, "import_medium", list(self._checked(self._unread(wanted))))
            row, done = items[-1][0], done + len(items)
            progress(done)

    def _next_items(self, row: int) -> list[tuple[int, str]]:
        self.cursor.execute(NEXT_ITEMS, [row, STEP])
        return list(self.cursor.fetchall())

    def _fields(self, row: int, fields: dict[str, Any], wanted: list[WantedMedium]) -> str:
        """The item's fields as they are stored; adds the media that it asks for to `wanted`."""
        media = {name: fields.pop(name) for name in self.layout.media if name in fields}
        if self.rubric:
            fields = self._suited(row, fields, media, self.rubric)
        for name, value in media.items():
            if not isinstance(value, str) or value.strip():
                self._want(row, name, value, wanted)
        return json.dumps(fields, ensure_ascii=False)

    def _suited(
        self, row: int, fields: dict[str, Any], media: dict[str, Any], rubric: Rubric
    ) -> dict[str, Any]:
        """The fields with the types that the rubric declares."""
        faults: list[Fault] = []
        if not self.table.typed:
            fields, faults = converted(fields, rubric.fields())
        unread = {fault.field for fault in faults}
        faults += [
            fault for fault in field_faults(rubric, fields, media) if fault.field not in unread
        ]
        for fault in faults:
            add = self.findings.warn if fault.is_warning else self.findings.refuse
            add(fault.what, row=row, column=self._column(fault.field), remedy=fault.remedy)
        return fields

    def _column(self, field: str) -> str:
        return self._columns.get(field, field)

    def _want(self, row: int, field: str, value: Any, wanted: list[WantedMedium]) -> None:
        try:
            source = self._resolved(value)
        except MediaError as error:
            self._refuse(error, row, field)
        else:
            if source:
                wanted.append(WantedMedium(row, field, source, self.layout.media[field]))

    def _refuse(self, error: MediaError, row: int, field: str) -> None:
        self.findings.refuse(error.what, row=row, column=self._column(field), remedy=error.remedy)

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

    def _unread(self, wanted: Sequence[WantedMedium]) -> list[WantedMedium]:
        """Each medium that no step had before, once."""
        if not wanted:
            return []
        first: dict[tuple[str, str], WantedMedium] = {}
        for medium in wanted:
            first.setdefault((medium.source, medium.kind), medium)
        self.cursor.execute(KNOWN, [[source for source, _kind in first]])
        read = set(self.cursor.fetchall())
        return [medium for key, medium in first.items() if key not in read]

    def _checked(self, wanted: Sequence[WantedMedium]) -> Iterator[tuple[Any, ...]]:
        """Rows of import_medium. One that was refused is kept without content, so that it is read
        only once."""
        for medium, result in zip(wanted, self.pool.map(self._check, wanted), strict=True):
            if isinstance(result, MediaError):
                self._refuse(result, medium.row, medium.field)
                result = CheckedMedium(name="")  # noqa: PLW2901 - what is staged in its place
            yield (medium.source, medium.kind, *astuple(result))

    def _check(self, medium: WantedMedium) -> CheckedMedium | MediaError:
        try:
            if self.source is None or is_link(medium.source):
                return check_link(medium.source)
            return check_file(self.source, medium.source, medium.kind, megapixels=self.megapixels)
        except MediaError as error:
            return error
