"""Fields of a batch's items that have few distinct values, for results by field value."""

import json
from collections.abc import Sequence

from django.db import connection

from analysis.data.facts import MOST_VALUES, ItemField
from core.database.sql import load
from hits.models import Batch

_PATH = "analysis/data/sql/item_fields.sql"
_ITEMS = load(_PATH, "items")
_SINGLE = load(_PATH, "single_values", items=_ITEMS)
_OF_ENTRIES = load(_PATH, "values_of_entries", items=_ITEMS)
MOST_FIELDS = 6
LONGEST = 60  # characters; a longer value is text, not a category


def item_fields(batches: Sequence[Batch]) -> list[ItemField]:
    """Return at most `MOST_FIELDS` fields of the batches' items that have few distinct values.
    Fields with a value for each entry of a checklist come first."""
    single, of_entries = dict[str, ItemField](), dict[str, ItemField]()
    for batch in batches:
        lists = {section.entry_field() for section in batch.rubric_version.spec.sections} - {None}
        _add(single, _fields(_SINGLE, batch))
        for name in sorted(filter(None, lists)):
            _add(of_entries, _fields(_OF_ENTRIES, batch, name))
    chosen = [field for field in of_entries.values() if _is_category(field)]
    return [*chosen, *single.values()][:MOST_FIELDS]


def _add(by_name: dict[str, ItemField], fields: Sequence[ItemField]) -> None:
    for field in fields:
        former = by_name.get(field.name)
        values = {**(former.values if former else {}), **field.values}
        by_name[field.name] = ItemField(field.name, values)


def _fields(statement: str, batch: Batch, entries: str = "") -> list[ItemField]:
    with connection.cursor() as cursor:
        cursor.execute(
            statement, {"batch": batch.pk, "longest": LONGEST, "most": MOST_VALUES, "list": entries}
        )
        rows = cursor.fetchall()
    return [
        ItemField(
            name, {item: _value(value, entries) for item, value in zip(items, values, strict=True)}
        )
        for name, items, values in rows
    ]


def _value(value: str, entries: str) -> str | list[str]:
    return [str(entry) for entry in json.loads(value)] if entries else value


def _is_category(field: ItemField) -> bool:
    values = [value for values in field.values.values() for value in values]
    return (
        all(len(value) <= LONGEST for value in values)
        and 1 < len(field.distinct) <= MOST_VALUES
        and len(values) >= 2 * len(field.distinct)
    )
