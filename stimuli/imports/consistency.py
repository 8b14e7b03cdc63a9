"""What only the whole table shows, asked of the staged cells in SQL: doubles, contradictions,
gaps."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from stimuli.imports.rows import RowReader
from tabular.findings import LISTED, Findings

# One hash of (item, system) over all cells; most tables have no double. Each row once, by its first
# doubled column.
DOUBLES = f"""
    select row, item, system, place, first, count(*) over () from (
        select distinct on (c.row) c.row, c.item, c.system, c.place, d.first[1] as first
          from import_cell c join (
            select item, system, min(array[row, place]) as first from import_cell
             where system is not null group by item, system having count(*) > 1
          ) d on d.item = c.item and d.system = c.system
         where array[c.row, c.place] > d.first order by c.row, c.place
    ) doubles order by row limit {LISTED}
"""
# A hash join of the cells that begin an item anew with the items' first rows.
CONTRADICTIONS = f"""
    select c.row, i.item, i.row, c.raw, i.raw, count(*) over ()
      from import_cell c join import_item i on i.item = c.item
     where c.raw <> i.raw order by c.row limit {LISTED}
"""
WITHOUT_OUTPUT = f"""
    select i.row, i.item, count(*) over ()
      from import_item i join import_cell e on e.row = i.row and e.system is null
     where not exists (select from import_cell c where c.item = i.item and c.system is not null)
     order by i.row limit {LISTED}
"""
EXCERPT = 40  # characters: enough to recognise a value
Told = tuple[str, str, str]  # what, column, remedy


def check_staged(cursor: Any, findings: Findings, reader: RowReader, items: int) -> None:
    """Adds what is wrong with the staged cells as a whole, and a warning for every system that
    lacks items."""

    def refuse(statement: str, describe: Callable[..., Told]) -> None:
        cursor.execute(statement)
        rows = cursor.fetchall()
        for row, *values, _count in rows:
            what, column, remedy = describe(*values)
            findings.refuse(what, row=row, column=column, remedy=remedy)
        if rows:
            findings.refuse_more(rows[0][-1] - len(rows))

    if reader.heads > items:
        refuse(CONTRADICTIONS, _contradiction)
    refuse(DOUBLES, partial(_double, list(reader.places)))
    refuse(WITHOUT_OUTPUT, _without_output)
    for system in sorted(reader.systems):
        if missing := items - reader.systems[system]:
            what = f"{missing:,} of {items:,} items have no output of system {system}."
            remedy = "A batch takes only items that have an output of each of its systems."
            findings.warn(what, remedy=remedy)


def _double(columns: list[str], item: str, system: str, place: int, first: int) -> Told:
    what = f"item {item} has an output of system {system} already, in row {first}."
    return what, columns[place], "Keep one of the two."


def _without_output(item: str) -> Told:
    return f"item {item} has no output of any system.", "", "Add one, or delete the row."


def _contradiction(item: str, first: int, raw: str, first_raw: str) -> Told:
    here, there = json.loads(raw), json.loads(first_raw)
    name = min(key for key in here.keys() | there.keys() if here.get(key) != there.get(key))
    what = f"item {item} has {_shown(here.get(name))} here, "
    what += f"but {_shown(there.get(name))} in row {first}."
    return what, name, "Repeat an item's fields in each of its rows unchanged."


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"“{text[:EXCERPT]}…”" if len(text) > EXCERPT else f"“{text}”"
