"""Conversion of table cells to item fields, and checks against the fields that a rubric
declares."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surveys.base import MEDIA, FieldNeed
from surveys.conversations.reading import turns_of
from surveys.conversations.turns import CONVERSATION
from surveys.spec import Rubric


@dataclass(frozen=True)
class Fault:
    """A problem with one field. If the problem is only a warning, the import continues."""

    field: str
    what: str
    remedy: str = ""
    is_warning: bool = False


def converted(
    fields: Mapping[str, object], needs: Sequence[FieldNeed]
) -> tuple[dict[str, object], list[Fault]]:
    """Return the fields with text cells converted to the types that the rubric declares, and the
    faults. Cells that cannot be converted have a fault and are omitted."""
    cells, faults = dict(fields), []
    types = {need.name: need.type for need in needs}
    for name, value in fields.items():
        convert = CONVERTERS.get(types.get(name, "text"))
        if convert and isinstance(value, str):
            try:
                cells[name] = convert(value)
            except ValueError as error:
                faults.append(Fault(name, str(error), "Write the list as a JSON array."))
                del cells[name]
    return cells, faults


def entries(cell: str) -> list[object]:
    """Return the list entries in a cell, which is a JSON array or text with one entry per line."""
    if cell.lstrip().startswith("["):
        return _array(cell)
    return [line.strip() for line in cell.splitlines() if line.strip()]


def _array(cell: str) -> list[object]:
    try:
        value = json.loads(cell)
    except RecursionError:
        raise ValueError("is nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise ValueError(
            f"is not valid JSON at character {error.pos + 1}: {error.msg.removesuffix(' at')}."
        ) from None
    if not isinstance(value, list):
        raise ValueError("is not a JSON array.")  # noqa: TRY004 - the table's fault
    return value


CONVERTERS: dict[str, Callable[[str], list[object]]] = {"list": entries, "records": _array}


def field_faults(
    rubric: Rubric, fields: Mapping[str, Any], media: Mapping[str, object]
) -> Iterator[Fault]:
    """Yield each fault of an item that has these fields and media: fields that `rubric` requires
    but the item does not have, fields that cannot be shown, and warnings."""
    for need in rubric.fields():
        contents = media if need.type in MEDIA else fields
        if is_blank(contents.get(need.name)):
            if need.required:
                what = f"is missing, but the rubric shows this field ({need.type})."
                yield Fault(need.name, what, "Fill in this field.")
        elif contents is fields and (wrong := _mistyped(need, fields[need.name])):
            yield Fault(need.name, wrong, f"The rubric declares this field as `{need.type}`.")
        elif _is_miscounted(need, contents[need.name]):
            what = f"has {len(fields[need.name])} entries, but the rubric needs {need.count}."
            remedy = f"Write {need.count} entries, or use a rubric without `count`."
            yield Fault(need.name, what, remedy)
    for section in rubric.sections:
        for problem in section.item_problems(fields):
            yield Fault(problem.path, problem.what)
    for block in rubric.stimulus:
        for doubt in block.doubts(fields):
            yield Fault(doubt.path, doubt.what, is_warning=True)


def is_blank(value: object) -> bool:
    """Return whether the value is None, an empty list, or blank text."""
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _is_miscounted(need: FieldNeed, value: Any) -> bool:
    return need.count is not None and len(value) != need.count


def _mistyped(need: FieldNeed, value: object) -> str:
    if need.type == "text":
        return "" if _is_plain(value) else "must be a text."
    if need.type == CONVERSATION:
        return "" if turns_of(value) else "must be a conversation."
    if not isinstance(value, list):
        return "must be a list."
    if need.type == "list":
        wrong = next(
            (
                number
                for number, entry in enumerate(value, 1)
                if not _is_plain(entry) or is_blank(entry)
            ),
            None,
        )
        return f"entry {wrong} must be a text that is not blank." if wrong else ""
    wrong = next((number for number, entry in enumerate(value, 1) if not _is_record(entry)), None)
    return f"record {wrong} must be a JSON object with texts and numbers." if wrong else ""


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _is_record(value: object) -> bool:
    return isinstance(value, dict) and all(
        cell is None
        or _is_plain(cell)
        or (isinstance(cell, list) and all(_is_plain(entry) for entry in cell))
        for cell in value.values()
    )
