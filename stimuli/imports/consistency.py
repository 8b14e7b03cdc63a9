"""What only the whole table shows, asked of the staged cells in SQL: doubles, contradictions,
gaps."""

import json
from typing import Any

from stimuli.imports.rows import RowReader
from tabular.findings import LISTED, Findings

EXCERPT = 40  # characters of a value that a finding shows: enough to recognise it
# One hash of (item, system) over all cells finds whether there is any double; most tables have
# none.
HAS_DOUBLES = """
    select exists (
        select from import_cell where system is not null group by item, system having count(*) > 1
    )
"""
# Each row once, by its first doubled column: one sort of all cells.
DOUBLES = f"""
    select row, item, system, place, first, count(*) over () from (
        select distinct on (row) * from (
            select row, item, system, place, first_value(row) over same as first,
                   row_number() over same as number
              from import_cell where system is not null
            window same as (partition by item, system order by row, place)
        ) numbered where number > 1 order by row, place
    ) doubles order by row limit {LISTED}
"""
# A hash join of the cells that begin an item anew with the items' first rows.
CONTRADICTIONS = f"""
    select c.row, i.item, i.row, c.raw, i.raw, count(*) over ()
      from import_cell c join import_item i on i.item = c.item
     where c.raw <> i.raw order by c.row limit {LISTED}
"""
# A hash anti-join over all cells.
WITHOUT_OUTPUT = f"""
    select i.row, i.item, count(*) over () from import_item i
     where not exists (select from import_cell c where c.item = i.item and c.system is not null)
     order by i.row limit {LISTED}
"""


def check_staged(cursor: Any, findings: Findings, reader: RowReader, items: int) -> None:
    """Adds what is wrong with the staged cells as a whole, and a warning for every system that
    lacks items."""
    if reader.heads > items:
        _contradictions(cursor, findings)
    cursor.execute(HAS_DOUBLES)
    if cursor.fetchone()[0]:
        _doubles(cursor, findings, list(reader.places))
    if reader.sparse:
        _without_output(cursor, findings)
    for system in sorted(reader.systems):
        if missing := items - reader.systems[system]:
            what = f"{missing:,} of {items:,} items have no output of system {system}."
            findings.warn(
                what, remedy="A batch takes only items that have an output of each of its systems."
            )


def _doubles(cursor: Any, findings: Findings, columns: list[str]) -> None:
    cursor.execute(DOUBLES)
    rows = cursor.fetchall()
    for row, item, system, place, first, _total in rows:
        what = f"item {item} has an output of system {system} already, in row {first}."
        findings.refuse(what, row=row, column=columns[place], remedy="Keep one of the two.")
    _count_rest(rows, findings)


def _contradictions(cursor: Any, findings: Findings) -> None:
    cursor.execute(CONTRADICTIONS)
    rows = cursor.fetchall()
    for row, item, first, raw, first_raw, _total in rows:
        name, here, there = _first_difference(json.loads(raw), json.loads(first_raw))
        what = f"item {item} has {here} here, but {there} in row {first}."
        findings.refuse(
            what,
            row=row,
            column=name,
            remedy="Repeat an item's fields in each of its rows unchanged.",
        )
    _count_rest(rows, findings)


def _without_output(cursor: Any, findings: Findings) -> None:
    cursor.execute(WITHOUT_OUTPUT)
    rows = cursor.fetchall()
    for row, item, _total in rows:
        findings.refuse(
            f"item {item} has no output of any system.",
            row=row,
            remedy="Add one, or delete the row.",
        )
    _count_rest(rows, findings)


def _count_rest(rows: list[Any], findings: Findings) -> None:
    if rows:
        findings.refuse_more(rows[0][-1] - len(rows))


def _first_difference(here: dict[str, Any], there: dict[str, Any]) -> tuple[str, str, str]:
    name = next(
        name for name in sorted(here.keys() | there.keys()) if here.get(name) != there.get(name)
    )
    return name, _shown(here.get(name)), _shown(there.get(name))


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"“{text[:EXCERPT]}…”" if len(text) > EXCERPT else f"“{text}”"
