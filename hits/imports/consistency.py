"""What only the whole table shows, asked of the staged rows in SQL: doubles, contradictions, gaps."""

import json
from typing import Any

from hits.imports.findings import LISTED, Findings

DOUBLES = f"""
    select row, item, system, place, first, count(*) over () from (
        select distinct on (row) * from (
            select row, item, system, place, first_value(row) over same as first, row_number() over same as number
              from import_output window same as (partition by item, system order by row, place)
        ) numbered where number > 1 order by row, place
    ) doubles order by row limit {LISTED}
"""
CONTRADICTIONS = f"""
    select r.row, r.item, i.row, r.raw, f.raw, count(*) over ()
      from import_row r
      join import_item i on i.item = r.item and i.row <> r.row
      join import_row f on f.row = i.row
     where f.raw <> r.raw order by r.row limit {LISTED}
"""
WITHOUT_OUTPUT = f"""
    select i.row, i.item, count(*) over () from import_item i
     where not exists (select from import_output o where o.item = i.item) order by i.row limit {LISTED}
"""
GAPS = """
    select system, items - count(distinct item), items
      from import_output, (select count(*) as items from import_item) counted
     group by system, items having count(distinct item) < items order by system collate "C"
"""


def check_staged(cursor: Any, findings: Findings) -> None:
    """Adds what is wrong with the staged rows as a whole, and a warning for every system that lacks items."""
    _doubles(cursor, findings)
    _contradictions(cursor, findings)
    _without_output(cursor, findings)
    cursor.execute(GAPS)
    for system, missing, items in cursor.fetchall():
        what = f"{missing:,} of {items:,} items have no output of system {system}."
        findings.warn(what, remedy="A batch takes only items that have an output of each of its systems.")


def _doubles(cursor: Any, findings: Findings) -> None:
    cursor.execute(DOUBLES)
    rows = cursor.fetchall()
    for row, item, system, place, first, _total in rows:
        what = f"item {item} has an output of system {system} already, in row {first}."
        findings.refuse(what, row=row, column=place, remedy="Keep one of the two.")
    _count_rest(rows, findings)


def _contradictions(cursor: Any, findings: Findings) -> None:
    cursor.execute(CONTRADICTIONS)
    rows = cursor.fetchall()
    for row, item, first, raw, first_raw, _total in rows:
        name, here, there = _first_difference(json.loads(raw), json.loads(first_raw))
        what = f"item {item} has {here} here, but {there} in row {first}."
        findings.refuse(what, row=row, column=name, remedy="Repeat an item's fields in each of its rows unchanged.")
    _count_rest(rows, findings)


def _without_output(cursor: Any, findings: Findings) -> None:
    cursor.execute(WITHOUT_OUTPUT)
    rows = cursor.fetchall()
    for row, item, _total in rows:
        findings.refuse(f"item {item} has no output of any system.", row=row, remedy="Add one, or delete the row.")
    _count_rest(rows, findings)


def _count_rest(rows: list[Any], findings: Findings) -> None:
    if rows:
        findings.refuse_more(rows[0][-1] - len(rows))


def _first_difference(here: dict[str, Any], there: dict[str, Any]) -> tuple[str, str, str]:
    name = next(name for name in sorted(here.keys() | there.keys()) if here.get(name) != there.get(name))
    return name, _shown(here.get(name)), _shown(there.get(name))


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"  # noqa: PLR2004 - enough to recognise it
