"""Parsing of a table's rows for staging. A row has the item's id, its fields and its outputs.
Messages about faults name the row and the column."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import starmap
from operator import itemgetter
from typing import Any

from core.errors import DocumentError, RateroomError
from core.tabular.findings import Findings
from core.tabular.reading import CsvTable, Record, Table
from stimuli.imports.conversations import Conversations
from stimuli.imports.layouts import Layout
from surveys.base import MEDIA_KINDS
from surveys.conversations.turns import CONVERSATION, HEAD
from surveys.item_fields import entries, is_blank
from surveys.untrusted.texts import UNSTORABLE, texts_in

ITEM_ID_LIMIT = 200
SYSTEM_NAME_LIMIT = 120
FIELD_NAME_LIMIT = 40  # the limit of ItemMedium.field and of rubrics
# No study has more systems. With more, the wrong column was probably chosen for the systems.
SYSTEMS_LIMIT = 1000
OTHER_COLUMN = "The systems are probably in another column. Choose it as the system column."

FILL = "Fill it in, or delete the row."
QUOTE = "Write the value in quotes."
FILE_OR_LINK = "must be a file name or a link."
WRITE = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False).encode
UNSTORABLE_WORDS = "contains a NUL character or half of a surrogate pair, which cannot be stored."
KINDS = {bool: "true or false", list: "a list", dict: "an object"}
KINDS |= dict.fromkeys((int, float), "a number")
OUTPUT_KEYS = ("text", CONVERSATION, *MEDIA_KINDS)

# An output as written in the table: (place, system, kind, text, files). `place` is the index of its
# column in `RowReader.places`. `files` is None, or JSON with a list of [kind, name, column].
StagedOutput = tuple[int, str, str, str, str | None]
# (row, item, raw, *output). If an item has no outputs, the output's values are nulls. `raw` is the
# item's fields as written, in JSON with sorted keys, so that equal fields give equal texts. It is
# null if the row before has the same item and fields.
StagedCell = tuple[Any, ...]
NO_OUTPUT = (None,) * 5


class RowReader:
    """A reader that converts each row to staged cells: one for each output, or one without an
    output. A row with a fault is skipped, and the fault is added to the findings.

    `count` is the number of rows read, including rows with faults. `systems` counts the outputs of
    each system. `heads` is the number of cells that carry the fields of an item (`raw`). `bare` is
    the number of staged cells without an output, and `files` is the number of outputs with media.
    """

    def __init__(
        self,
        table: Table,
        layout: Layout,
        findings: Findings,
        conversations: Conversations,
        *,
        allow_missing: bool,
    ) -> None:
        self.conversations = conversations
        self.layout, self.findings, self.allow_missing = layout, findings, allow_missing
        self.systems: Counter[str] = Counter()
        self.places: dict[str, int] = {}
        self.count = self.heads = self.bare = self.files = 0
        # Field name by column, or blank if the column has another role
        self.field_names: dict[str, str] = {}
        # A CSV row always has texts under the same columns. A JSON object can contain further
        # systems.
        self._table = table
        columns = layout.outputs or ([] if table.typed else table.columns)
        self._groups = self._grouped(columns)
        self._last = ("", "")  # the previous row's item and its `raw`
        at = table.columns.index
        self._item_at, self._system_at = at(layout.item), at(layout.system or layout.item)
        self._outputs_at = [
            (at(column), self.places.setdefault(column, len(self.places)), system)
            for system, columns in self._groups.items()
            for column, _kind in columns
        ]
        # Each field's name as JSON, and the position of its column
        self._keys: list[tuple[str, int]] = []
        self._field_cells: Callable[[list[str]], object] | None = None
        # The previous row's fields, and their JSON
        self._last_fields: tuple[object, str] = (None, "{}")

    def rows(self) -> Iterator[list[StagedCell]]:
        kinds = [kind for columns in self._groups.values() for _column, kind in columns]
        plain = kinds == ["text"] * len(self._groups) and (self.layout.system or all(self._groups))
        if isinstance(self._table, CsvTable) and plain:
            return starmap(self._short, self._table.whole_rows(self.findings))
        return map(self.cells, self._table.records(self.findings))

    def media(self) -> dict[str, str]:
        """Return the kinds of the items' media fields that occurred in the rows, by field name."""
        names = set(self.field_names.values())
        return {name: kind for name, kind in self.layout.media.items() if name in names}

    def cells(self, record: Record) -> list[StagedCell]:
        self.count += 1
        try:
            return self._cells(record.row, record.values)
        except RecursionError:
            self.findings.refuse("is nested too deeply.", row=record.row, remedy="Flatten it.")
            return []

    def _cells(self, row: int, values: dict[str, object]) -> list[StagedCell]:
        before = self.findings.problem_count
        if self._table.may_be_unstorable and not self._storable(row, values):
            return []
        item = values.get(self.layout.item)
        if not item or item != self._last[0]:
            item = self._name(row, self.layout.item, item, ITEM_ID_LIMIT)
        written = [
            output
            for system, columns in (self._groups or self._grouped(values)).items()
            if (output := self._output(row, values, system, columns))
        ]
        raw = self._fields(row, values)
        if self.findings.problem_count > before:
            return []
        return self._staged(row, item, raw, written)

    def _staged(
        self, row: int, item: str, raw: str, outputs: list[StagedOutput]
    ) -> list[StagedCell]:
        head = None
        if self._last != (item, raw):
            self._last, self.heads, head = (item, raw), self.heads + 1, raw
        if not outputs:
            self.bare += 1
            return [(row, item, head, *NO_OUTPUT)]
        staged = []
        for output in outputs:
            self.systems[output[1]] += 1
            staged.append((row, item, head, *output))
            head = None
        if len(self.systems) > SYSTEMS_LIMIT:
            what = f"there are more than {SYSTEMS_LIMIT:,} different systems, "
            what += f"for example {min(self.systems)}."
            raise DocumentError.one(self.findings.document, what, remedy=OTHER_COLUMN)
        return staged

    def _short(self, row: int, cells: list[str]) -> list[StagedCell]:
        """Return the staged cells of a CSV row. A typical row, which has a valid id and texts of
        known systems, is read by faster code."""
        systems, named = self.systems, cells[self._system_at]
        outputs: list[StagedOutput] = []
        for at, place, system in self._outputs_at:
            text, name = cells[at], system or named
            is_other = text.startswith(HEAD) or name not in systems
            if is_other or not text or text.isspace():
                break
            outputs.append((place, name, "text", text, None))
        else:
            item = cells[self._item_at].strip()
            if 0 < len(item) <= ITEM_ID_LIMIT and not self._table.may_be_unstorable:
                self.count += 1
                return self._staged(row, item, self._raw(cells), outputs)
        return self.cells(Record(row, dict(zip(self._table.columns, cells, strict=True))))

    def _raw(self, cells: list[str]) -> str:
        """Return the JSON of an item's fields, as `_fields` does. This function is faster but
        handles only texts. `_fields` has already checked the columns' names in an earlier row."""
        if self._field_cells is None:
            columns = enumerate(self._table.columns)
            names = sorted((self.field_names[column], at) for at, column in columns)
            self._keys = [(f"{WRITE(name)}: ", at) for name, at in names if name]
            positions = [at for _key, at in self._keys]
            self._field_cells = itemgetter(*positions) if positions else len
        values = self._field_cells(cells)
        if values != self._last_fields[0]:
            written = [key + WRITE(cells[at]) for key, at in self._keys if cells[at]]
            self._last_fields = (values, f"{{{', '.join(written)}}}")
        return self._last_fields[1]

    def _grouped(self, columns: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
        """Return the columns of outputs with their kinds, grouped by the system that they are named
        after."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for column in columns:
            if role := self.layout.output_column(column):
                groups.setdefault(role.system, []).append((column, role.kind))
        return groups

    def _name(self, row: int, column: str, value: object, limit: int) -> str:
        """Return the id or system name in `value`, without surrounding spaces. The value must be
        text or, in JSON, a whole number. For other values, report a problem and return ""."""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        what, remedy = "", FILL
        if value is None or value == "":
            what = "is empty."
        elif not isinstance(value, str):
            what, remedy = f"is {_kind(value)}, not a text or a whole number.", QUOTE
        elif not value.strip():
            what = "is blank."
        elif len(value.strip()) > limit:
            what = f"has {len(value.strip()):,} characters; at most {limit} are stored."
            remedy = "Shorten it."
        elif UNSTORABLE.search(value):
            what, remedy = UNSTORABLE_WORDS, "Remove that character."
        else:
            return value.strip()
        self.findings.refuse(what, row=row, column=column, remedy=remedy)
        return ""

    def _output(
        self, row: int, values: Mapping[str, object], system: str, columns: list[tuple[str, str]]
    ) -> StagedOutput | None:
        """Return one system's output in a row, or None if it is missing or has a problem."""
        before = self.findings.problem_count
        parts = [
            (column, *part)
            for column, kind in columns
            for part in self._parts(row, column, kind, values.get(column))
        ]
        if self.findings.problem_count > before:
            return None
        first = columns[0][0]
        if not parts:
            # In the wide layout, a JSON null means that there is no output. An empty text means the
            # same only if the options allow missing outputs.
            absent = all(values.get(column) is None for column, _kind in columns)
            if self.allow_missing or (absent and not self.layout.system):
                return None
        named = system or values.get(self.layout.system)
        if not (isinstance(named, str) and named in self.systems):
            named = self._name(row, self.layout.system or first, named, SYSTEM_NAME_LIMIT)
        if not parts:
            remedy = "Fill it in, or choose to skip blank outputs."
            self.findings.refuse("the output is empty.", row=row, column=first, remedy=remedy)
            return None
        texts = [content for _column, kind, content in parts if kind not in MEDIA_KINDS]
        files = [(kind, name, column) for column, kind, name in parts if kind in MEDIA_KINDS]
        self.files += bool(files)
        is_conversation = any(kind == CONVERSATION for _column, kind, _content in parts)
        if is_conversation and len(texts) > 1:
            what = "the output has a conversation, and also text outside the conversation."
            self.findings.refuse(what, row=row, column=first, remedy="Add the text as a turn.")
            return None
        return (
            self.places.setdefault(first, len(self.places)),
            named,
            CONVERSATION if is_conversation else files[0][0] if files else "text",
            "\n\n".join(texts),
            WRITE(files) if files else None,
        )

    def _parts(self, row: int, column: str, kind: str, value: object) -> Iterator[tuple[str, str]]:
        """Yield the kind and content (text or file name) of each filled part of a cell."""
        if kind == CONVERSATION:
            yield from self._conversation(row, column, value)
        elif isinstance(value, str) and kind not in MEDIA_KINDS:
            if value.startswith(HEAD):  # pages would show the text as a conversation
                yield from self._conversation(row, column, value)
            elif value.strip():
                yield kind, value
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key in OUTPUT_KEYS and (key == CONVERSATION or not isinstance(inner, dict)):
                    yield from self._parts(row, column, key, inner)
                else:
                    what = f"the output has the key `{key[:60]}`, which is not allowed here."
                    remedy = f"Write a text, or an object with the keys {', '.join(OUTPUT_KEYS)}."
                    self.findings.refuse(what, row=row, column=column, remedy=remedy)
        elif value is not None:
            yield from ((kind, name) for name in self._contents(row, column, kind, value))

    def _conversation(self, row: int, column: str, value: object) -> Iterator[tuple[str, str]]:
        if is_blank(value):
            return
        try:
            yield CONVERSATION, self.conversations.stored(value)
        except RateroomError as error:
            self.findings.refuse(error.what, row=row, column=column, remedy=error.remedy)

    def _contents(self, row: int, column: str, kind: str, value: Any) -> list[str]:
        what, remedy = f"the output is {_kind(value)}, not a text.", QUOTE
        if kind != "text":
            what = FILE_OR_LINK
            try:
                names = value if isinstance(value, list) else entries(value)
            except (ValueError, AttributeError) as error:
                names = [None]
                if isinstance(value, str):
                    what, remedy = str(error), "Write one name per line, or a JSON array of names."
            texts = [name.strip() for name in names if isinstance(name, str)]
            if len(texts) == len(names):
                return [text for text in texts if text]
        self.findings.refuse(what, row=row, column=column, remedy=remedy)
        return []

    def _fields(self, row: int, values: dict[str, object]) -> str:
        """Return the item's fields as JSON, without fields that are empty or null. Problems are
        added to the findings."""
        fields: dict[str, Any] = {}
        for column, value in values.items():
            if (name := self.field_names.get(column)) is None:
                name = self._field(row, column)
            if not name or value is None or value == "":
                continue
            if name in fields:
                what = f"is the second column of the field `{name}`."
                self.findings.refuse(what, row=row, column=column, remedy="Delete one of the two.")
            if name in self.layout.media and not isinstance(value, str):
                self.findings.refuse(FILE_OR_LINK, row=row, column=column, remedy=QUOTE)
            fields[name] = value
        try:
            return WRITE(fields)
        except ValueError:
            what = "contains NaN or Infinity, which is not valid JSON."
            self.findings.refuse(what, row=row, remedy="Use null instead.")
            return "{}"

    def _field(self, row: int, column: str) -> str:
        """Return the field name of a column, or "" if the column has another role. For an invalid
        name, report a problem and return ""."""
        name = self.layout.field_of(column) if self.layout.is_field(column) else ""
        if len(name) > FIELD_NAME_LIMIT or UNSTORABLE.search(name):
            what = f"a field's name must have at most {FIELD_NAME_LIMIT} characters, and no NUL."
            self.findings.refuse(what, row=row, column=column, remedy="Rename the column.")
            name = ""
        self.field_names[column] = name
        return name

    def _storable(self, row: int, values: Mapping[str, object]) -> bool:
        columns = values.items()
        faulty = [
            column for column, value in columns if any(map(UNSTORABLE.search, texts_in(value)))
        ]
        for column in faulty:
            remedy = "Remove that character."
            self.findings.refuse(UNSTORABLE_WORDS, row=row, column=column, remedy=remedy)
        return not faulty


def _kind(value: object) -> str:
    return KINDS.get(type(value), "empty")
