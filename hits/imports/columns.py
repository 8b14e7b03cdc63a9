"""Reading clean rows of text a column at a time, several times faster than row by row.

What it gives for a block is what `RowReader` gives; a block with anything that needs a closer look is left to that.
"""

from collections.abc import Sequence
from itertools import chain, repeat
from json.encoder import encode_basestring

from hits.imports.layouts import Layout, field_name
from hits.imports.rows import FIELD_NAME_LIMIT, ITEM_ID_LIMIT, SYSTEM_NAME_LIMIT, UNSTORABLE, StagedRows
from hits.imports.tables import WIDE_PREFIX, Block

Column = Sequence[str]


class ColumnReader:
    """For tables whose rows are lists of cells under these `columns`."""

    def __init__(self, layout: Layout, columns: Sequence[str]) -> None:
        self.layout, self._width = layout, len(columns)
        self._index = {column: index for index, column in enumerate(columns)}
        named = {field_name(column): index for column, index in self._index.items() if layout.is_field(column)}
        self._fields = sorted(named.items())
        self._usable = not any(len(name) > FIELD_NAME_LIMIT or UNSTORABLE.search(name) for name in named)
        self._wide = [] if layout.system else self._wide_columns(columns)

    def _wide_columns(self, columns: Sequence[str]) -> list[tuple[str, str]]:
        """(column, system) of the columns that hold outputs."""
        if self.layout.systems:
            return [(column, column.strip()) for column in self.layout.systems]
        found = [column for column in columns if column.startswith(WIDE_PREFIX)]
        return [(column, column.removeprefix(WIDE_PREFIX).strip()) for column in found]

    def read(self, block: Block) -> StagedRows | None:
        """The block's rows, or None where one of them is blank, ragged, or has a fault or an empty output."""
        if not self._usable or set(map(len, block.rows)) != {self._width}:
            return None
        columns: list[Column] = list(zip(*block.rows, strict=True))
        if any("\0" in "".join(column) for column in columns):
            return None
        items = _names(columns[self._index[self.layout.item]], ITEM_ID_LIMIT)
        found = self._long_outputs(columns) if self.layout.system else self._wide_outputs(columns)
        if items is None or found is None:
            return None
        rows = range(block.first, block.first + len(items))
        return StagedRows(rows, items, self._raws(columns, len(items)), *found)

    def _long_outputs(self, columns: Sequence[Column]) -> tuple[Sequence[int], Column, Column, Column] | None:
        systems = _names(columns[self._index[self.layout.system]], SYSTEM_NAME_LIMIT)
        texts = columns[self._index[self.layout.output]]
        if systems is None or _has_blank(texts):
            return None
        return range(len(texts)), systems, [self.layout.output] * len(texts), texts

    def _wide_outputs(self, columns: Sequence[Column]) -> tuple[Sequence[int], Column, Column, Column] | None:
        texts = [columns[self._index[column]] for column, _system in self._wide]
        if _names([system for _column, system in self._wide], SYSTEM_NAME_LIMIT) is None or any(map(_has_blank, texts)):
            return None
        count, many = len(columns[0]), len(self._wide)
        return (
            list(chain.from_iterable(map(repeat, range(count), repeat(many, count)))),
            [system for _column, system in self._wide] * count,
            [column for column, _system in self._wide] * count,
            list(chain.from_iterable(zip(*texts, strict=True))),
        )

    def _raws(self, columns: Sequence[Column], count: int) -> Column:
        """The JSON of each row's fields, keys sorted; a cell that is empty is left out."""
        if not self._fields:
            return ["{}"] * count
        parts = [_members(name, columns[index]) for name, index in self._fields]
        return ["{" + ", ".join(filter(None, members)) + "}" for members in zip(*parts, strict=True)]


def _members(name: str, cells: Column) -> Column:
    """Each cell as a member of a JSON object, empty where the cell is."""
    start = f"{encode_basestring(name)}: "
    if "" in cells:
        return [start + encode_basestring(cell) if cell else "" for cell in cells]
    return [start + encode_basestring(cell) for cell in cells]


def _names(cells: Column, limit: int) -> Column | None:
    """The cells without the spaces around them; None where one is blank or longer than is stored."""
    names = list(map(str.strip, cells))
    return names if all(names) and max(map(len, names), default=0) <= limit else None


def _has_blank(cells: Column) -> bool:
    return "" in cells or any(map(str.isspace, cells))
