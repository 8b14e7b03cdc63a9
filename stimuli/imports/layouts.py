"""Roles of a table's columns: the item's id, outputs, media and other fields. The outputs can be in
one column, with a row for each output, or in several columns."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.errors import DocumentError
from stimuli.imports.options import ImportOptions
from stimuli.readers.interface import OUTPUT_NAMES, PLAIN_OUTPUT_NAMES
from surveys.base import MEDIA_KINDS, FieldNeed, OutputKind
from surveys.conversations.turns import CONVERSATION

# Column names, in the form returned by `field_name`, that imply a role unless the options give
# another one.
ITEM_NAMES = ("item_id", "item", "external_id", "image_id", "video_id", "id")
SYSTEM_NAMES = ("system", "system_name", "model", "model_name")
# In the long layout, columns with these names contain files of outputs, or conversations. In the
# wide layout, a colon and the system's name follow, as for `output`.
_KINDS: tuple[OutputKind, ...] = (CONVERSATION, *MEDIA_KINDS)
FILE_COLUMNS: dict[str, OutputKind] = {f"output_{kind}": kind for kind in _KINDS}
WIDE_PREFIX = "output:"
PREFIXES = (WIDE_PREFIX, *(f"{name}:" for name in FILE_COLUMNS))
SPREAD = {"outputs": WIDE_PREFIX}  # for JSON Lines with {"outputs": {system: text}}

# How remedies name the options. The form of the import page and the command use the same words.
ITEM_COLUMN = "as the item id column"
SYSTEM_COLUMN = "as the system column"
OUTPUT_COLUMN = "as the output column"
SYSTEMS = "as the column of a system"


def field_name(column: str) -> str:
    """Return a column's name as a field name in a rubric: "Page title" becomes `page_title`."""
    return column.strip().lower().replace(" ", "_").replace("-", "_")


class OutputColumn(NamedTuple):
    """The kind of the outputs in a column, and the system that produced them. `system` is "" if
    another column names the system."""

    kind: OutputKind
    system: str


@dataclass(frozen=True)
class Layout:
    """The layout of a table. If `system` is set, the table is long: it has a row for each item and
    system. Otherwise the table is wide: it has a row for each item, and columns for each system.
    The wide columns are those in `outputs`. If `outputs` is empty, they are the columns with names
    such as `output:Heron` or `output_image:Heron`."""

    item: str
    system: str
    outputs: Mapping[str, OutputColumn]
    kind: OutputKind  # the kind of outputs in a column without a kind in its name
    media: Mapping[str, OutputKind]  # kinds of the items' media, by field name
    # Field names that differ from the column's, by column
    fields: Mapping[str, str] = field(default_factory=dict)
    left_out: Collection[str] = ()

    def field_of(self, column: str) -> str:
        return self.fields.get(column) or field_name(column)

    def output_column(self, column: str) -> OutputColumn | None:
        if column in self.left_out:
            return None
        if self.outputs:
            return self.outputs.get(column)
        prefix, colon, system = column.partition(":")
        kinds = {**FILE_COLUMNS, WIDE_PREFIX[:-1]: self.kind}
        return OutputColumn(kinds[prefix], system) if colon and prefix in kinds else None

    def is_field(self, column: str) -> bool:
        """Return whether the column is a field of the item. The column of the item's id can also be
        a field with the item's picture."""
        if column in self.left_out:
            return False
        if column == self.item:
            return self.field_of(column) in self.media
        return column != self.system and self.output_column(column) is None


def media_fields(needs: Sequence[FieldNeed] | None) -> dict[str, OutputKind]:
    """Return the fields that hold media, with their kinds. These are the rubric's media fields or,
    without a rubric, `image`, `video` and `audio`."""
    kinds: dict[str, OutputKind] = {kind: kind for kind in MEDIA_KINDS}
    if needs is None:
        return kinds
    return {need.name: kinds[need.type] for need in needs if need.type in kinds}


def find_layout(
    document: str, columns: Sequence[str], options: ImportOptions, needs: Sequence[FieldNeed] | None
) -> Layout:
    """Return the layout of a table with these columns. `needs` are the fields that the rubric
    requires, or None without a rubric.

    Raises DocumentError if no column, or more than one column, can have a required role.
    """
    columns = [column for column in columns if column not in options.left_out]
    # A column that the person declared a field, or that the rubric shows, gets no other role.
    taken = {need.name for need in needs or ()} | {field_name(name) for name in options.fields}
    finder = _Finder(document, columns, taken)
    item = finder.column("the item id", options.item_column, ITEM_NAMES, ITEM_COLUMN)
    system, outputs = "", dict[str, OutputColumn]()
    kind = options.output_kind
    if options.systems:
        named = [finder.named(system, SYSTEMS) for system in options.systems]
        outputs = {column: OutputColumn(kind, column) for column in named}
    elif not finder.is_wide(options):
        role, wanted = "the system name", options.system_column
        system = finder.column(role, wanted, SYSTEM_NAMES, SYSTEM_COLUMN)
        outputs = finder.long_outputs(options)
    layout = Layout(
        item, system, outputs, kind, media_fields(needs), options.fields, options.left_out
    )
    finder.refuse_colliding_fields(layout)
    return layout


@dataclass(frozen=True)
class _Finder:
    document: str
    columns: Sequence[str]
    taken: Collection[str]  # names of fields, whose columns get no other role

    def _error(self, what: str, remedy: str) -> DocumentError:
        return DocumentError.one(self.document, what, path="row 1", remedy=remedy)

    def named(self, wanted: str, option: str) -> str:
        if wanted in self.columns:
            return wanted
        raise self._error(
            f"no column is named `{wanted}`.", f"Choose one of {self._all()} {option}."
        )

    def _all(self) -> str:
        return ", ".join(f"`{column}`" for column in self.columns)

    def column(self, role: str, wanted: str, names: Collection[str], option: str) -> str:
        if wanted:
            return self.named(wanted, option)
        candidates = self._known(names)
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            which = ", ".join(f"`{column}`" for column in candidates)
            what = f"{len(candidates)} columns could be {role}: {which}."
            raise self._error(what, f"Choose one {option}.")
        what = f"no column was recognised as {role}."
        raise self._error(what, f"Choose one of {self._all()} {option}.")

    def _known(self, names: Collection[str]) -> list[str]:
        return [
            column
            for column in self.columns
            if (name := field_name(column)) in names and name not in self.taken
        ]

    def long_outputs(self, options: ImportOptions) -> dict[str, OutputColumn]:
        """Return the columns of outputs in a long table, including columns of media files. If a
        column has media files, a text column such as `caption` belongs to the item."""
        files = {
            column: OutputColumn(FILE_COLUMNS[field_name(column)], "")
            for column in self._known(FILE_COLUMNS)
        }
        if files and not options.output_column and not self._known(PLAIN_OUTPUT_NAMES):
            return files
        names = PLAIN_OUTPUT_NAMES if files else OUTPUT_NAMES
        output = self.column("the output", options.output_column, names, OUTPUT_COLUMN)
        return {output: OutputColumn(options.output_kind, ""), **files}

    def is_wide(self, options: ImportOptions) -> bool:
        """Return whether the table is wide. This follows from the options or from the columns'
        names. Raises DocumentError if the names contradict each other."""
        if options.system_column or options.output_column:
            return False
        wide = [column for column in self.columns if column.startswith(PREFIXES)]
        long = [column for column in self.columns if field_name(column) in SYSTEM_NAMES]
        if wide and long:
            what = f"the table has a column for each system (`{wide[0]}`) "
            what += f"and a column of system names (`{long[0]}`)."
            remedy = "Delete one of the two. Or choose either the columns of the "
            remedy += "systems, or the system column and the output column."
            raise self._error(what, remedy)
        return bool(wide)

    def refuse_colliding_fields(self, layout: Layout) -> None:
        seen: dict[str, str] = {}
        for column in filter(layout.is_field, self.columns):
            name = layout.field_of(column)
            first = seen.setdefault(name, column)
            if first != column:
                what = f"columns `{first}` and `{column}` both become the field `{name}`."
                raise self._error(what, "Rename or delete one of the columns.")
