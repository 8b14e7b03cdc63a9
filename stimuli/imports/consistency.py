"""What only the whole table shows, asked of the staged rows in SQL: doubles, contradictions, gaps."""

import json
from typing import Any

from stimuli.imports.findings import LISTED, Findings
from stimuli.imports.staging import Staged

DOUBLES = f"""
    select row, i.item, system_id, place, first, count(*) over () from (
        select distinct on (row) * from (
            select row, item_id, system_id, place, first_value(row) over same as first, row_number() over same as number
              from import_output window same as (partition by item_id, system_id order by row, place)
        ) numbered where number > 1 order by row, place
    ) doubles join (select id, item from import_item) i on i.id = item_id order by row limit {LISTED}
"""
CONTRADICTIONS = f"""
    select r.row, i.item, i.row, r.raw, i.raw, count(*) over ()
      from import_repeat r join import_item i on i.id = r.id
     where r.raw <> i.raw order by r.row limit {LISTED}
"""
WITHOUT_OUTPUT = f"""
    select i.row, i.item, count(*) over () from import_item i
     where not exists (select from import_output o where o.item_id = i.id) order by i.row limit {LISTED}
"""


def check_staged(cursor: Any, findings: Findings, staged: Staged) -> None:
    """Adds what is wrong with the staged rows as a whole, and a warning for every system that lacks items.

    An output that is there twice is left to the constraint of its table to find, as long as nothing else is wrong; then
    `check_outputs` tells which it was.
    """
    if staged.repeats:
        staged.seen.items.fill()
        _contradictions(cursor, findings)
    if findings.problem_count or staged.sparse:
        check_outputs(cursor, findings, staged)
    for system in sorted(staged.systems):
        if missing := staged.items - staged.outputs[system]:
            what = f"{missing:,} of {staged.items:,} items have no output of system {system}."
            findings.warn(what, remedy="A batch takes only items that have an output of each of its systems.")


def check_outputs(cursor: Any, findings: Findings, staged: Staged) -> None:
    """Adds the outputs that are there twice, and the items that have none."""
    staged.seen.items.fill()
    staged.seen.outputs.fill()
    _doubles(cursor, findings, staged)
    _without_output(cursor, findings)


def _doubles(cursor: Any, findings: Findings, staged: Staged) -> None:
    systems = {pk: name for name, pk in staged.systems.items()}
    cursor.execute(DOUBLES)
    rows = cursor.fetchall()
    for row, item, system, place, first, _total in rows:
        what = f"item {item} has an output of system {systems[system]} already, in row {first}."
        findings.refuse(what, row=row, column=staged.places[place], remedy="Keep one of the two.")
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
