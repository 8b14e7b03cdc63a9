"""Rows of a table as they are staged: the item's id, its fields as written, the outputs; each fault
with its place."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from stimuli.imports.layouts import Layout, field_name
from surveys.texts import UNSTORABLE
from tabular.errors import DocumentError
from tabular.findings import Findings
from tabular.reading import Record, Table

ITEM_ID_LIMIT = 200
SYSTEM_NAME_LIMIT = 120
FIELD_NAME_LIMIT = 40  # what ItemMedium.field holds, and what rubrics allow
# More than any study has: the column of the systems is probably another one.
SYSTEMS_LIMIT = 1000

FILL = "Fill it in, or delete the row."
WRITE = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False).encode
UNSTORABLE_WORDS = "holds a NUL character or half a surrogate pair, which cannot be stored."


class StagedCell(NamedTuple):
    """A row of `import_cell`: one output. An item without any has one cell with nulls for the
    output.

    `raw` is the JSON of the item's fields as written, keys sorted, so that equal fields are equal
    texts; None where the cell before this one says the same of the same item. `place` is the index
    of the output's column in `RowReader.places`.
    """

    row: int
    item: str
    raw: str | None
    place: int | None = None
    system: str | None = None
    text: str | None = None


class RowReader:
    """Turns records into cells to be staged. A row with a fault goes to the findings and is left
    out.

    `systems` counts the outputs of each, `heads` the cells that have a `raw`; `sparse` is set when
    an item's row has no output.
    """

    def __init__(
        self, table: Table, layout: Layout, findings: Findings, *, allow_missing: bool
    ) -> None:
        self.layout, self.findings, self.allow_missing = layout, findings, allow_missing
        self.systems: Counter[str] = Counter()
        self.places: dict[str, int] = {}
        self.heads, self.sparse = 0, False
        self._field_names: dict[str, str] = {}
        # The fields of a CSV's row are texts: where they are those of the row before, so is their
        # JSON.
        self._repeatable = (
            [] if table.typed else [column for column in table.columns if layout.is_field(column)]
        )
        self._last_fields: list[Any] | None = None
        self._last: tuple[str, str] = ("", "")

    def cells(self, record: Record) -> list[StagedCell]:
        try:
            return self._cells(record)
        except RecursionError:
            self.findings.refuse("is nested too deeply.", row=record.row, remedy="Flatten it.")
            return []

    def _cells(self, record: Record) -> list[StagedCell]:
        before = self.findings.problem_count
        item = self._name(
            record.row, self.layout.item, record.values.get(self.layout.item), ITEM_ID_LIMIT
        )
        outputs = list(self._outputs(record))
        raw: str | None = self._raw(record)
        if self.findings.problem_count > before:
            self._last_fields = None
            return []
        self._count(outputs)
        if self._last == (item, raw):
            raw = None
        else:
            self._last, self.heads = (item, raw or ""), self.heads + 1
        if not outputs:
            self.sparse = True
            return [StagedCell(record.row, item, raw)]
        first, *others = outputs
        return [
            StagedCell(record.row, item, raw, *first),
            *(StagedCell(record.row, item, None, *o) for o in others),
        ]

    def _count(self, outputs: list[tuple[int, str, str]]) -> None:
        for _place, system, _text in outputs:
            self.systems[system] += 1
        if len(self.systems) > SYSTEMS_LIMIT:
            what = (
                f"there are more than {SYSTEMS_LIMIT:,} different systems, among them "
                f"{min(self.systems)}."
            )
            remedy = (
                "The systems are probably in another column; name it as the column of the system."
            )
            raise DocumentError.one(self.findings.document, what, remedy=remedy)

    def _name(self, row: int, column: str, value: Any, limit: int) -> str:
        """An id or a system's name: text, or a whole number of JSON; without the spaces around
        it."""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is None or value == "":
            self.findings.refuse("is empty.", row=row, column=column, remedy=FILL)
        elif not isinstance(value, str):
            what = f"is {_kind(value)}, not a text or a whole number."
            self.findings.refuse(what, row=row, column=column, remedy="Write it in quotes.")
        elif not (name := value.strip()):
            self.findings.refuse("is blank.", row=row, column=column, remedy=FILL)
        elif len(name) > limit:
            what = f"has {len(name):,} characters; at most {limit} are stored."
            self.findings.refuse(what, row=row, column=column, remedy="Shorten it.")
        else:
            self._storable(row, column, value)
            return name
        return ""

    def _outputs(self, record: Record) -> Iterator[tuple[int, str, str]]:
        """(place, system, text) of each output of a row."""
        row = record.row
        for column, system, text in self.layout.outputs(record.values):
            is_blank = text is None or (isinstance(text, str) and not text.strip())
            # JSON's null in the wide layout says that there is none; an empty text only where that
            # is allowed.
            if is_blank and (self.allow_missing or (text is None and not self.layout.system)):
                continue
            is_known = isinstance(system, str) and system in self.systems
            name = (
                system
                if is_known
                else self._name(row, self.layout.system or column, system, SYSTEM_NAME_LIMIT)
            )
            if is_blank:
                remedy = "Fill it in, or allow blank outputs, which are then left out."
                self.findings.refuse("the output is empty.", row=row, column=column, remedy=remedy)
            elif not isinstance(text, str):
                what = f"the output is {_kind(text)}, not a text."
                self.findings.refuse(what, row=row, column=column, remedy="Write it in quotes.")
            elif self._storable(row, column, text):
                yield self.places.setdefault(column, len(self.places)), name, text

    def _raw(self, record: Record) -> str:
        """The item's fields. A field that is empty or null is one that the item does not have."""
        repeatable = [record.values[column] for column in self._repeatable]
        if repeatable and repeatable == self._last_fields:
            return self._last[1]
        self._last_fields = repeatable
        fields: dict[str, Any] = {}
        for column, value in record.values.items():
            name = self._field(record.row, column)
            if (
                name
                and value is not None
                and value != ""
                and self._storable(record.row, column, value)
            ):
                if name in fields:
                    what = f"is the field `{name}` a second time."
                    self.findings.refuse(
                        what, row=record.row, column=column, remedy="Keep one of the two."
                    )
                fields[name] = value
        try:
            return WRITE(fields)
        except ValueError:
            self.findings.refuse(
                "holds NaN or Infinity, which JSON does not have.",
                row=record.row,
                remedy="Use null.",
            )
            return "{}"

    def _field(self, row: int, column: str) -> str:
        """The field that a column is, empty when it has another role. A bad name is reported where
        it is first met."""
        if column not in self._field_names:
            name = field_name(column) if self.layout.is_field(column) else ""
            if len(name) > FIELD_NAME_LIMIT or UNSTORABLE.search(name):
                what = f"a field's name has at most {FIELD_NAME_LIMIT} characters, and no NUL."
                self.findings.refuse(what, row=row, column=column, remedy="Rename the column.")
                name = ""
            self._field_names[column] = name
        return self._field_names[column]

    def _storable(self, row: int, column: str, value: Any) -> bool:
        if all(
            _is_storable(text) for text in ((value,) if isinstance(value, str) else _texts(value))
        ):
            return True
        self.findings.refuse(
            UNSTORABLE_WORDS, row=row, column=column, remedy="Remove that character."
        )
        return False


def _is_storable(text: str) -> bool:
    """What `UNSTORABLE` says, many times faster for most texts."""
    return "\0" not in text and (text.isascii() or not UNSTORABLE.search(text))


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


KINDS = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
    str: "a text",
}


def _kind(value: Any) -> str:
    return KINDS.get(type(value), "empty")
