"""Checks of the items in a table, and of their fields, against the rubric."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.backends.utils import CursorWrapper

from core.errors import RateroomError
from core.tabular.findings import Findings
from core.tabular.reading import Table
from stimuli.imports.conversations import Conversations
from stimuli.imports.layouts import Layout
from stimuli.imports.staging import copy_rows, pages
from surveys.conversations.turns import CONVERSATION
from surveys.item_fields import Fault, converted, field_faults, is_blank
from surveys.spec import Rubric

STEP = 500  # items per step


@dataclass
class ItemCheck:
    """A check of the items in a staged table. `columns` maps fields to the table's columns."""

    cursor: CursorWrapper
    table: Table
    layout: Layout
    rubric: Rubric
    columns: Mapping[str, str]
    findings: Findings
    conversations: Conversations

    def run(self) -> None:
        """Convert the fields of each item to their stored form and stage them by row. Problems are
        added to `findings`."""
        self.cursor.execute("alter table import_item add primary key (row)")
        for items in pages(self.cursor, "import_item", "row", "raw", STEP):
            fields = [(row, self._fields(row, json.loads(raw))) for row, raw in items]
            copy_rows(self.cursor, "import_field", fields)

    def _fields(self, row: int, fields: dict[str, object]) -> str:
        media = {name: fields.pop(name) for name in self.layout.media if name in fields}
        faults: list[Fault] = []
        if not self.table.typed:
            fields, faults = converted(fields, self.rubric.fields())
        faults += self._read_conversations(fields)
        unread = {fault.field for fault in faults}
        faults += [
            fault for fault in field_faults(self.rubric, fields, media) if fault.field not in unread
        ]
        for fault in faults:
            add = self.findings.warn if fault.is_warning else self.findings.refuse
            column = self.columns.get(fault.field, fault.field)
            add(fault.what, row=row, column=column, remedy=fault.remedy)
        return json.dumps(fields, ensure_ascii=False)

    def _read_conversations(self, fields: dict[str, object]) -> list[Fault]:
        """Convert conversations in `fields` to their stored form. Remove the conversations that
        cannot be read, and return their faults."""
        faults = []
        for need in self.rubric.fields():
            if need.type == CONVERSATION and not is_blank(fields.get(need.name)):
                try:
                    fields[need.name] = self.conversations.stored(fields[need.name])
                except RateroomError as error:
                    faults.append(Fault(need.name, error.what, error.remedy))
                    del fields[need.name]
        return faults


def refuse_absent_columns(rubric: Rubric, columns: Mapping[str, str], findings: Findings) -> None:
    """Raise DocumentError if columns that the rubric requires are missing from the table's header.
    A missing column is reported once, not for every row."""
    for need in rubric.fields():
        if need.required and need.name not in columns:
            what = f"no column has the field `{need.name}` ({need.type}) of rubric {rubric.name}."
            findings.refuse(what, row=1, remedy="Add a column for this field, or rename a column.")
    findings.stop_if_any()
