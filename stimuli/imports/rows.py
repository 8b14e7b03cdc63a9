"""Rows of a table as they are staged: the item's id, its fields as written, the outputs; each fault with its place."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pyarrow as pa

from stimuli.imports.findings import Findings
from stimuli.imports.layouts import Layout, field_name
from stimuli.imports.tables import Record
from surveys.texts import UNSTORABLE

ITEM_ID_LIMIT = 200
SYSTEM_NAME_LIMIT = 120
FIELD_NAME_LIMIT = 40  # what ItemMedium.field holds, and what rubrics allow

# NUL and lone surrogates: PostgreSQL stores neither.
FILL = "Fill it in, or delete the row."


@dataclass(frozen=True, slots=True)
class OutputCell:
    column: str
    system: str
    text: str


@dataclass(frozen=True, slots=True)
class StagedRow:
    """`raw` is the JSON of the fields as written, keys sorted, so that equal fields are equal texts."""

    row: int
    item: str
    raw: str
    outputs: list[OutputCell]


@dataclass(frozen=True, slots=True)
class StagedRows:
    """By columns: the first three have a value for each row, the others for each output; `at` is its row's index.

    Numbers are NumPy arrays of int64, texts are Arrow arrays, and `systems` and `places` name each text by a code.
    """

    rows: Any
    items: Any
    raws: Any
    at: Any
    systems: Any
    places: Any
    texts: Any

    @classmethod
    def of(cls, rows: Sequence[StagedRow]) -> Self:
        cells = [(at, one) for at, row in enumerate(rows) for one in row.outputs]
        return cls(
            rows=np.array([row.row for row in rows], np.int64),
            items=_texts_of(row.item for row in rows),
            raws=_texts_of(row.raw for row in rows),
            at=np.array([at for at, _one in cells], np.int64),
            systems=_texts_of(one.system for _at, one in cells).dictionary_encode(),
            places=_texts_of(one.column for _at, one in cells).dictionary_encode(),
            texts=_texts_of(one.text for _at, one in cells),
        )


def _texts_of(texts: Iterable[str]) -> Any:
    return pa.array(texts, pa.string())


class RowReader:
    """Turns records into rows to be staged. A row with a fault goes to the findings and is left out."""

    def __init__(self, layout: Layout, findings: Findings, *, allow_missing: bool) -> None:
        self.layout, self.findings, self.allow_missing = layout, findings, allow_missing
        self._fields: dict[str, str] = {}

    def read(self, records: Iterable[Record]) -> StagedRows:
        return StagedRows.of([row for record in records if (row := self._whole(record))])

    def _whole(self, record: Record) -> StagedRow | None:
        try:
            return self._read(record)
        except RecursionError:
            self.findings.refuse("is nested too deeply.", row=record.row, remedy="Flatten it.")
            return None

    def _read(self, record: Record) -> StagedRow | None:
        before = self.findings.problem_count
        item = self._name(record, self.layout.item, record.values.get(self.layout.item), ITEM_ID_LIMIT)
        outputs = list(self._outputs(record))
        raw = self._raw(record)
        if self.findings.problem_count > before:
            return None
        return StagedRow(record.row, item, raw, outputs)

    def _name(self, record: Record, column: str, value: Any, limit: int) -> str:
        """An id or a system's name: text, or a whole number of JSON; without the spaces around it."""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is None or value == "":
            self.findings.refuse("is empty.", row=record.row, column=column, remedy=FILL)
        elif not isinstance(value, str):
            what = f"is {_kind(value)}, not a text or a whole number."
            self.findings.refuse(what, row=record.row, column=column, remedy="Write it in quotes.")
        elif not value.strip():
            self.findings.refuse("is blank.", row=record.row, column=column, remedy=FILL)
        elif len(value.strip()) > limit:
            what = f"has {len(value.strip()):,} characters; at most {limit} are stored."
            self.findings.refuse(what, row=record.row, column=column, remedy="Shorten it.")
        else:
            self._storable(record, column, value)
            return value.strip()
        return ""

    def _outputs(self, record: Record) -> Iterator[OutputCell]:
        for column, system, text in self.layout.outputs(record.values):
            if self._is_missing(text):
                continue
            name = self._name(record, self.layout.system or column, system, SYSTEM_NAME_LIMIT)
            if text is None or (isinstance(text, str) and not text.strip()):
                remedy = "Fill it in, or allow blank outputs, which are then left out."
                self.findings.refuse("the output is empty.", row=record.row, column=column, remedy=remedy)
            elif not isinstance(text, str):
                what = f"the output is {_kind(text)}, not a text."
                self.findings.refuse(what, row=record.row, column=column, remedy="Write it in quotes.")
            elif self._storable(record, column, text):
                yield OutputCell(column, name, text)

    def _is_missing(self, text: Any) -> bool:
        """JSON's null in the wide layout says that there is none; an empty text says so only when that is allowed."""
        if text is None and not self.layout.system:
            return True
        return self.allow_missing and (text is None or (isinstance(text, str) and not text.strip()))

    def _raw(self, record: Record) -> str:
        """The item's fields. A field that is empty or null is one that the item does not have."""
        fields: dict[str, Any] = {}
        for column, value in record.values.items():
            name = self._field(record.row, column)
            if name and value is not None and value != "" and self._storable(record, column, value):
                if name in fields:
                    what = f"is the field `{name}` a second time."
                    self.findings.refuse(what, row=record.row, column=column, remedy="Keep one of the two.")
                fields[name] = value
        try:
            return json.dumps(fields, ensure_ascii=False, sort_keys=True, allow_nan=False)
        except ValueError:
            self.findings.refuse("holds NaN or Infinity, which JSON does not have.", row=record.row, remedy="Use null.")
            return "{}"

    def _field(self, row: int, column: str) -> str:
        """The field that a column is, empty when it has another role. A bad name is reported where it is first met."""
        if column not in self._fields:
            name = field_name(column) if self.layout.is_field(column) else ""
            if len(name) > FIELD_NAME_LIMIT or UNSTORABLE.search(name):
                what = f"a field's name has at most {FIELD_NAME_LIMIT} characters, and no NUL."
                self.findings.refuse(what, row=row, column=column, remedy="Rename the column.")
                name = ""
            self._fields[column] = name
        return self._fields[column]

    def _storable(self, record: Record, column: str, value: Any) -> bool:
        if not any(UNSTORABLE.search(text) for text in _texts(value)):
            return True
        what = "holds a NUL character or half a surrogate pair, which cannot be stored."
        self.findings.refuse(what, row=record.row, column=column, remedy="Remove that character.")
        return False


def _texts(value: Any) -> Iterator[str]:
    """Every text inside a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


KINDS = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object", str: "a text"}


def _kind(value: Any) -> str:
    return KINDS.get(type(value), "empty")
