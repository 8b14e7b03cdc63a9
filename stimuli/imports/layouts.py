"""Which column of a table is what: the item's id, the outputs (a row each, or a column each),
media, other fields."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from stimuli.imports.options import ImportOptions
from surveys.base import FieldNeed
from tabular.errors import DocumentError

WIDE_PREFIX = "output:"
SPREAD = {"outputs": WIDE_PREFIX}  # in JSONL, {"outputs": {system: text}} is as good

MediaKind = Literal["image", "video"]
MEDIA_KINDS: tuple[MediaKind, ...] = ("image", "video")

# Names, as `field_name` writes them, that tell a column's role when the options do not.
ITEM_NAMES = ("item_id", "item", "external_id", "image_id", "video_id", "id")
SYSTEM_NAMES = ("system", "system_name", "model", "model_name")
OUTPUT_NAMES = (
    "output",
    "output_text",
    "text",
    "description",
    "caption",
    "summary",
    "paragraph",
    "response",
)

# How a remedy names an option: in the words of the import page's form, which are the command's too.
ITEM_COLUMN = "as the column of the item id"
SYSTEM_COLUMN = "as the column of the system"
OUTPUT_COLUMN = "as the column of the output"
SYSTEMS = "among the columns that are systems"


def field_name(column: str) -> str:
    """A column's name as rubrics write fields: "Page title" is `page_title`."""
    return column.strip().lower().replace(" ", "_").replace("-", "_")


@dataclass(frozen=True)
class Layout:
    """Long when `system` is set (an item and system a row), wide otherwise (an item a row, a column
    per system).

    `systems` are the wide columns that were named; without them every column that begins with
    `output:` is one.
    """

    item: str
    system: str
    output: str
    systems: tuple[str, ...]
    media: Mapping[str, MediaKind]  # by field name

    def outputs(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
        """(column of the text, system, text) of one row, as they stand."""
        if self.system:
            yield self.output, values.get(self.system), values.get(self.output)
        else:
            for column in self.systems or [name for name in values if name.startswith(WIDE_PREFIX)]:
                if column in values:
                    yield (
                        column,
                        column if self.systems else column.removeprefix(WIDE_PREFIX),
                        values[column],
                    )

    def is_field(self, column: str) -> bool:
        """The item's id may be its picture's name as well; every other column has one role."""
        if column == self.item:
            return field_name(column) in self.media
        wide = column in self.systems or (
            not self.system and not self.systems and column.startswith(WIDE_PREFIX)
        )
        return column not in {self.system, self.output} and not wide


def media_fields(needs: Sequence[FieldNeed] | None) -> dict[str, MediaKind]:
    """The fields that hold media: as the rubric declares, else `image` and `video`."""
    kinds: dict[str, MediaKind] = {kind: kind for kind in MEDIA_KINDS}
    if needs is None:
        return kinds
    return {need.name: kinds[need.type] for need in needs if need.type in kinds}


def find_layout(
    document: str, columns: Sequence[str], options: ImportOptions, needs: Sequence[FieldNeed] | None
) -> Layout:
    """The layout of a table with these columns. `needs` are the rubric's fields, None without one.

    Raises DocumentError where a role has no column, or where two could have it.
    """
    finder = _Finder(document, columns, {need.name for need in needs or ()})
    item = finder.column("the item's id", options.item_column, ITEM_NAMES, ITEM_COLUMN)
    media = media_fields(needs)
    if options.systems:
        systems = tuple(finder.named(system, SYSTEMS) for system in options.systems)
        layout = Layout(item, "", "", systems, media)
    elif finder.is_wide(options):
        layout = Layout(item, "", "", (), media)
    else:
        system = finder.column(
            "the system's name", options.system_column, SYSTEM_NAMES, SYSTEM_COLUMN
        )
        output = finder.column("the output", options.output_column, OUTPUT_NAMES, OUTPUT_COLUMN)
        layout = Layout(item, system, output, (), media)
    finder.refuse_colliding_fields(layout)
    return layout


@dataclass(frozen=True)
class _Finder:
    document: str
    columns: Sequence[str]
    taken: Collection[str]  # names of the rubric's fields, which therefore have no other role

    def _error(self, what: str, remedy: str) -> DocumentError:
        return DocumentError.one(self.document, what, path="row 1", remedy=remedy)

    def _all(self) -> str:
        return ", ".join(f"`{column}`" for column in self.columns)

    def named(self, wanted: str, option: str) -> str:
        if wanted in self.columns:
            return wanted
        raise self._error(f"no column is named `{wanted}`.", f"Name one of {self._all()} {option}.")

    def column(self, role: str, wanted: str, names: Collection[str], option: str) -> str:
        if wanted:
            return self.named(wanted, option)
        named = [column for column in self.columns if field_name(column) in names]
        likely = [column for column in named if field_name(column) not in self.taken]
        if len(likely) == 1:
            return likely[0]
        if likely:
            which = ", ".join(f"`{column}`" for column in likely)
            raise self._error(
                f"{len(likely)} columns could be {role}: {which}.", f"Choose one {option}."
            )
        raise self._error(
            f"no column is known to be {role}.", f"Name one of {self._all()} {option}."
        )

    def is_wide(self, options: ImportOptions) -> bool:
        """By the columns' names; what the options name decides."""
        if options.system_column or options.output_column:
            return False
        wide = [column for column in self.columns if column.startswith(WIDE_PREFIX)]
        long = [column for column in self.columns if field_name(column) in SYSTEM_NAMES]
        if wide and long:
            raise self._error(
                (
                    f"the table has a column per system (`{wide[0]}`) and a column of systems "
                    f"(`{long[0]}`)."
                ),
                (
                    "Delete one kind, or name the columns that are systems, or those of the system "
                    "and of the output."
                ),
            )
        return bool(wide)

    def refuse_colliding_fields(self, layout: Layout) -> None:
        seen: dict[str, str] = {}
        for column in filter(layout.is_field, self.columns):
            first = seen.setdefault(field_name(column), column)
            if first != column:
                what = (
                    f"columns `{first}` and `{column}` are the same field, `{field_name(column)}`."
                )
                raise self._error(what, "Rename or delete one.")
