"""Column roles of an imported table. The roles are guessed from the table's first rows. Roles that
a person has confirmed are converted to import options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path

from django.utils.translation import gettext as _

from core.errors import RateroomError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from stimuli.imports.layouts import (
    FILE_COLUMNS,
    ITEM_NAMES,
    PREFIXES,
    SPREAD,
    SYSTEM_NAMES,
    field_name,
    find_layout,
)
from stimuli.imports.options import ImportOptions
from stimuli.readers.interface import OUTPUT_NAMES, PLAIN_OUTPUT_NAMES
from surveys.base import MEDIA_KINDS, FieldNeed, OutputKind
from surveys.conversations.turns import CONVERSATION

LOOKED_AT = 20  # rows that the roles are guessed from
SHOWN = 3  # rows that are shown to the person
SUFFIXES: Mapping[str, OutputKind] = {
    **dict.fromkeys((".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"), "image"),
    **dict.fromkeys((".mp4", ".webm", ".mov", ".m4v"), "video"),
    **dict.fromkeys((".mp3", ".wav", ".ogg", ".opus", ".flac", ".m4a"), "audio"),
    ".jsonl": CONVERSATION,
}
# Column names that imply another role, unless the column is declared a field.
TAKEN = frozenset({*ITEM_NAMES, *SYSTEM_NAMES, *OUTPUT_NAMES})


class Role(StrEnum):
    """A column's role. Fields keep the column's name, and media get a name from the rubric."""

    ITEM = "item"
    SYSTEM = "system"
    OUTPUT = "output"
    OF_SYSTEM = "of_system"  # outputs of one system, whose name is the column's name
    NAMED = "named"  # outputs of a system named in the column's name, for example `output:Heron`
    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"
    FIELD = "field"
    LEFT_OUT = "left_out"


MEDIA_ROLES = tuple(map(Role, MEDIA_KINDS))


@dataclass(frozen=True)
class Column:
    """A column of a table, with its guessed role and its values in the first rows."""

    name: str
    role: Role
    values: Sequence[str]


@dataclass(frozen=True)
class TableHead:
    """The columns of a table, the kind of outputs that the table contains, and its approximate
    number of rows."""

    columns: Sequence[Column]
    output_kind: OutputKind
    rows: int


@dataclass(frozen=True)
class FirstRows:
    """The first values of each column of a table, and the table's approximate number of rows."""

    values: Mapping[str, Sequence[str]]
    rows: int


def first_rows(path: Path) -> FirstRows:
    """Return the values of each column in the table's first rows, and the approximate number of
    rows. Raises DocumentError if the table cannot be read."""
    table = open_table(path, spread=SPREAD)
    records = list(islice(table.records(Findings(path.name)), LOOKED_AT))
    values = {
        column: [_text(record.values.get(column)) for record in records] for column in table.columns
    }
    return FirstRows(values, table.estimate())


def table_head(first: FirstRows, needs: Sequence[FieldNeed] = ()) -> TableHead:
    """Return the table's columns with their guessed roles, and the kind of outputs. `needs` are the
    fields that the rubric requires. A column with the name of such a field is guessed to be that
    field."""
    values = first.values
    roles = _guessed(values, {need.name for need in needs})
    outputs = [name for name, role in roles.items() if role in {Role.OUTPUT, Role.OF_SYSTEM}]
    kinds = [_kind_of_files(values[name]) for name in outputs]
    columns = [Column(name, roles[name], values[name][:SHOWN]) for name in values]
    return TableHead(columns, kinds[0] if kinds else "text", first.rows)


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _guessed(values: Mapping[str, Sequence[str]], needed: set[str]) -> dict[str, Role]:
    roles = dict.fromkeys(values, Role.FIELD)
    free = [name for name in values if field_name(name) not in needed]
    named = [name for name in free if name.startswith(PREFIXES) or field_name(name) in FILE_COLUMNS]
    roles.update(dict.fromkeys(named, Role.NAMED))
    free = [name for name in free if name not in named]
    if item := _first(free, ITEM_NAMES):
        roles[item] = Role.ITEM
    if not any(name.startswith(PREFIXES) for name in named):
        if system := _first(free, SYSTEM_NAMES):
            roles[system] = Role.SYSTEM
        # If a table has files of outputs, a column such as `caption` belongs to the item. An import
        # decides in the same way.
        names = PLAIN_OUTPUT_NAMES if named else OUTPUT_NAMES
        if (system or not named) and (output := _first(free, names)):
            roles[output] = Role.OUTPUT if system else Role.OF_SYSTEM
        elif not named and not system:
            roles.update(dict.fromkeys(_alike(free), Role.OF_SYSTEM))
    for name, role in roles.items():
        if role is Role.FIELD and (kind := _kind_of_files(values[name])) in MEDIA_KINDS:
            roles[name] = Role(kind)
    if not item and (fields := [name for name in free if roles[name] is Role.FIELD]):
        roles[fields[0]] = Role.ITEM
    return roles


def _first(columns: Sequence[str], names: Sequence[str]) -> str:
    """Return the column whose name comes first in the order of `names`, or "" if no column has one
    of these names."""
    by_name = {field_name(column): column for column in reversed(columns)}
    return next((by_name[name] for name in names if name in by_name), "")


def _alike(columns: Sequence[str]) -> Sequence[str]:
    """Return the columns of the largest group with similar names, for example `summary_a` and
    `summary_b`. If several groups are equally large, return the last one. Return () if no two names
    are similar."""
    groups: dict[str, list[str]] = {}
    for column in columns:
        name, _, mark = field_name(column).rpartition("_")
        if name in OUTPUT_NAMES or (name and len(mark) == 1):
            groups.setdefault(name, []).append(column)
    largest = max(reversed(groups.values()), key=len, default=[])
    return largest if len(largest) > 1 else ()


def _kind_of_files(values: Sequence[str]) -> OutputKind:
    """Return the kind of output that the values' file extensions imply. Return "text" if the values
    are not files of the same kind."""
    kinds = {SUFFIXES.get(Path(value.strip().lower()).suffix, "text") for value in values if value}
    return kinds.pop() if len(kinds) == 1 else "text"


def options_for(
    roles: Mapping[str, Role],
    *,
    output_kind: OutputKind,
    rubric_version: int | None,
    needs: Sequence[FieldNeed] = (),
    allow_missing: bool = False,
) -> ImportOptions:
    """Return the import options for columns with these roles. Raises RateroomError, for example if
    several columns have the role of the item's id."""
    with_role: dict[Role, list[str]] = {role: [] for role in Role}
    for column, role in roles.items():
        with_role[role].append(column)
    for role in (Role.ITEM, Role.SYSTEM, Role.OUTPUT):
        _refuse_several(with_role[role])
    fields = {
        column: _media_field(column, role, needs)
        for role in MEDIA_ROLES
        for column in with_role[role]
    }
    # A field whose name suggests another role must be listed as a field.
    fields |= {
        name: field_name(name) for name in with_role[Role.FIELD] if field_name(name) in TAKEN
    }
    return ImportOptions(
        item_column=_only(with_role[Role.ITEM]),
        system_column=_only(with_role[Role.SYSTEM]),
        output_column=_only(with_role[Role.OUTPUT]),
        systems=tuple(with_role[Role.OF_SYSTEM]),
        output_kind=output_kind,
        fields=fields,
        left_out=tuple(with_role[Role.LEFT_OUT]),
        rubric_version=rubric_version,
        allow_missing=allow_missing,
    )


def roles_of(options: ImportOptions, head: TableHead) -> dict[str, Role]:
    """Return the roles that `options` gives to the table's columns. If `options` does not name the
    item column, return the guessed roles."""
    roles = {column.name: column.role for column in head.columns}
    if not options.item_column:
        return roles
    chosen = {Role.ITEM, Role.SYSTEM, Role.OUTPUT, Role.OF_SYSTEM, *MEDIA_ROLES}
    guessed_media = {name: role for name, role in roles.items() if role in MEDIA_KINDS}
    roles = {name: Role.FIELD if role in chosen else role for name, role in roles.items()}
    roles |= {
        name: guessed_media.get(name, Role(kind))
        for name, kind in _media_of(options).items()
        if name in roles
    }
    for names, role in (
        ([options.item_column], Role.ITEM),
        ([options.system_column], Role.SYSTEM),
        ([options.output_column], Role.OUTPUT),
        (options.systems, Role.OF_SYSTEM),
        (options.left_out, Role.LEFT_OUT),
    ):
        roles |= {name: role for name in names if name in roles}
    return roles


def _media_of(options: ImportOptions) -> dict[str, OutputKind]:
    """Return the media columns in `options.fields`, with their kinds. Entries that declare a column
    an ordinary field are skipped."""
    media = {name: field for name, field in options.fields.items() if field not in TAKEN}
    return {name: field if field in MEDIA_KINDS else "image" for name, field in media.items()}


def check_roles(options: ImportOptions, head: TableHead, document: str) -> None:
    """Raise DocumentError if these options do not fit a table with these columns."""
    find_layout(document, [column.name for column in head.columns], options, None)


def _refuse_several(columns: Sequence[str]) -> None:
    if len(columns) > 1:
        what = _("Only one column can have this role. Choose from: %(names)s.")
        raise RateroomError(what % {"names": ", ".join(columns)}, where=_("Columns"))


def _only(columns: Sequence[str]) -> str:
    return columns[0] if columns else ""


def _media_field(column: str, role: Role, needs: Sequence[FieldNeed]) -> str:
    """Return the field name for an item's medium: the name of a field in the rubric, or else the
    name of the medium's type."""
    names = [need.name for need in needs if need.type == role.value] or [role.value]
    return field_name(column) if field_name(column) in names else names[0]
