"""Parsing of Mechanical Turk's result files. Problems are reported by row."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import RateroomError
from core.tabular.findings import Findings
from core.tabular.formulas import unguarded
from core.tabular.reading import open_table
from hits.states import State

NEEDED = ("HITId", "AssignmentId", "WorkerId", "AssignmentStatus", "AcceptTime", "SubmitTime")
STATES = {"Submitted": State.SUBMITTED, "Approved": State.APPROVED, "Rejected": State.REJECTED}
# Possible names of the columns for the item and the systems. The first one that exists is used.
ITEM = ("Input.item", "Input.Item", "Input.item_id", "Input.external_id", "Input.id", "Item")
SYSTEM = ("Input.system_{0}", "Input.System_{0}", "System_{0}")
ONE_SYSTEM = ("Input.system", "Input.model", "Input.System")
ORDER = ("Input.order_shown", "OrderShown")
MOST_ROWS = 20_000
_MOMENT = re.compile(r"\w{3} (\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\w{3,4}) (\d{4})")
_ZONES = {"PST": "-0800", "PDT": "-0700", "UTC": "+0000", "GMT": "+0000"}


class NotAResultFile(RateroomError):
    """Raised if the table is not a Mechanical Turk result file, or does not fit this batch."""


@dataclass(frozen=True)
class Result:
    """One assignment in the result file. The keys of `answers` are the column names without
    `Answer.`. `systems` are in the order of the outputs' letters. A system is "" if the file does
    not name it."""

    row: int
    assignment: str
    worker: str
    state: State
    accepted_at: datetime
    submitted_at: datetime
    decided_at: datetime | None
    feedback: str
    item: str
    systems: tuple[str, ...]
    order: str
    answers: Mapping[str, str]


@dataclass(frozen=True)
class _Columns:
    """The names of the columns that contain the item, the systems and their order. A name is "" if
    the file has no such column."""

    item: str
    systems: tuple[str, ...]
    order: str


def read_results(path: Path, *, letters: tuple[str, ...]) -> list[Result]:
    """Return the file's assignments. `letters` are the letters of the outputs that a page of the
    rubric shows. Raises NotAResultFile, or DocumentError with the problems by row."""
    table = open_table(path, unnamed=True)
    columns = _columns_of(table.columns, letters)
    findings = Findings(path.name)
    results = []
    for number, record in enumerate(table.records(findings)):
        if number >= MOST_ROWS:
            findings.refuse(f"The file has more than {MOST_ROWS:,} rows.", row=record.row)
            break
        texts = {name: str(value or "").strip() for name, value in record.values.items()}
        values = {name: unguarded(text) for name, text in texts.items()}
        if (result := _result(record.row, values, columns, findings)) is not None:
            results.append(result)
    findings.stop_if_any()
    if not results:
        raise NotAResultFile("The table has no rows.")
    return results


def _columns_of(names: list[str], letters: tuple[str, ...]) -> _Columns:
    item = _first(names, ITEM)
    missing = [name for name in NEEDED if name not in names] or ([] if item else [ITEM[0]])
    if missing:
        raise NotAResultFile(
            f"Missing columns: {', '.join(missing)}.",
            remedy="Upload the original Mechanical Turk file. Input.item must have the item’s id.",
        )
    systems = [_first(names, [name.format(letter) for name in SYSTEM]) for letter in letters]
    if len(letters) == 1:
        systems = [systems[0] or _first(names, ONE_SYSTEM)]
    return _Columns(item, tuple(systems), _first(names, ORDER))


def _result(
    row: int, values: Mapping[str, str], columns: _Columns, findings: Findings
) -> Result | None:
    """Return the assignment in a row. Add problems to `findings`, and return None if the status or
    a required time is invalid."""
    state = STATES.get(values["AssignmentStatus"])
    if state is None:
        findings.refuse(
            f"“{values['AssignmentStatus'][:40]}” is not an assignment status.",
            row=row,
            column="AssignmentStatus",
            remedy="Use Submitted, Approved or Rejected.",
        )
    accepted = _needed_moment("AcceptTime", row, values, findings)
    submitted = _needed_moment("SubmitTime", row, values, findings)
    if state is None or accepted is None or submitted is None:
        return None
    decided = ("ApprovalTime", "RejectionTime")
    moments = (_moment(values.get(name, "")) for name in decided)
    return Result(
        row=row,
        assignment=values["AssignmentId"],
        worker=values["WorkerId"],
        state=state,
        accepted_at=accepted,
        submitted_at=submitted,
        decided_at=next(filter(None, moments), None),
        feedback=values.get("RequesterFeedback", ""),
        item=values[columns.item],
        systems=tuple(values.get(name, "") for name in columns.systems),
        order=values.get(columns.order, ""),
        answers=_answers(values),
    )


def _needed_moment(
    name: str, row: int, values: Mapping[str, str], findings: Findings
) -> datetime | None:
    moment = _moment(values[name])
    if moment is None:
        findings.refuse(
            f"“{values[name][:40]}” is not a date and time.",
            row=row,
            column=name,
            remedy="Write a time like Tue Sep 29 18:05:41 PDT 2026, or in ISO 8601.",
        )
    return moment


def answer_of(answers: Mapping[str, str], key: str) -> str | None:
    """Return the answer to the question `key`. The answer is in the question's own column, or
    it is the name of the checkbox column that is `true`, for example 2 for
    `Answer.coherence.2`. Return "" if there is no answer, and None if the file has no column for
    the question."""
    if key in answers:
        return answers[key]
    boxes = {
        name[len(key) + 1 :]: value
        for name, value in answers.items()
        if name.startswith(f"{key}.") and value.lower() in {"true", "false", ""}
    }
    if not boxes:
        return None
    return next((name for name, value in boxes.items() if value.lower() == "true"), "")


def _answers(values: Mapping[str, str]) -> dict[str, str]:
    prefix = "Answer."
    return {name[len(prefix) :]: value for name, value in values.items() if name.startswith(prefix)}


def _first(columns: list[str], names: tuple[str, ...] | list[str]) -> str:
    return next((name for name in names if name in columns), "")


def _moment(text: str) -> datetime | None:
    """Return the time in a Mechanical Turk or ISO 8601 text, or None if it is invalid. The default
    time zone is UTC."""
    if match := _MOMENT.fullmatch(text):
        month, day, clock, zone, year = match.groups()
        written = f"{month} {day} {clock} {_ZONES.get(zone, '')} {year}"
        try:
            return datetime.strptime(written, "%b %d %H:%M:%S %z %Y").astimezone(UTC)
        except ValueError:
            return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
