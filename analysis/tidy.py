"""The tidy CSV: a rating a line. What is read and written here is documented in docs/judges.md; no Django."""

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import IO, Any

import numpy as np

from analysis.frame import PREFERS_A, PREFERS_B, TIE, Facts, Frame, Labels, Level, infer_facts
from surveys.errors import DocumentError, Problem

REQUIRED = ("item", "system", "criterion", "rater", "kind", "value")
OPTIONAL = ("hit", "target", "system_b", "position", "order")
COLUMNS = ("hit", "item", "system", "system_b", "criterion", "target", "rater", "kind", "position", "order", "value")
LABELS = ("hit", "item", "system", "other", "criterion", "target", "rater")
KINDS = {"human": False, "judge": True}
WINNERS = {"a": PREFERS_A, "b": PREFERS_B, "tie": TIE, "1": PREFERS_A, "2": PREFERS_B, "0": TIE}
SHOWN = {"": 0, "1": 1, "2": 2, "ab": 1, "ba": 2, "a": 1}
PROBLEMS = 20  # told one by one; the rest are counted
MISSING = {"", "na", "n/a", "nan", "null", "none"}


@dataclass(frozen=True)
class TidyFile:
    """What a tidy CSV held: the frame, and how many lines had no value, by rater."""

    frame: Frame
    missing: Mapping[str, int]


@dataclass(frozen=True)
class _Row:
    hit: str
    item: str
    system: str
    other: str
    criterion: str
    target: str
    rater: str
    judge: bool
    position: int
    value: float


class _BadRowError(ValueError):
    """What is wrong with a line, and what to do."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


def read_tidy(
    lines: Iterable[str], *, document: str = "ratings.csv", levels: Mapping[str, Level] | None = None
) -> TidyFile:
    """The frame of a tidy CSV. DocumentError names every line that cannot be read (the first twenty one by one).

    `levels` says at which level a criterion was measured; otherwise whole numbers are taken as ordinal, others as
    interval and preferences as nominal. A line without a value is a missing rating: it is counted, and left out.
    """
    rows, missing = _rows(csv.DictReader(lines), document)
    if not rows:
        raise DocumentError.one(document, "has no rating.", remedy="Give a line per rating under the line of names.")
    frame = _frame(rows)
    _check(frame, document)
    return TidyFile(replace(frame, facts=_with_levels(frame, levels or {}, document)), missing)


def _rows(reader: csv.DictReader, document: str) -> tuple[list[_Row], dict[str, int]]:
    names = [(name or "").strip().lower() for name in reader.fieldnames or ()]
    reader.fieldnames = [name.removeprefix("\ufeff") for name in names]
    absent = [name for name in REQUIRED if name not in reader.fieldnames]
    if absent:
        raise DocumentError.one(
            document,
            f"lacks the column{'s' if len(absent) > 1 else ''} {', '.join(absent)}.",
            line=1,
            remedy=f"The first line names the columns; needed are {', '.join(REQUIRED)}.",
        )
    rows: list[_Row] = []
    missing: dict[str, int] = {}
    problems: list[Problem] = []
    more = 0
    for line in reader:
        try:
            cells = _cells(line)
            if cells["value"].lower() in MISSING:
                missing[cells["rater"]] = missing.get(cells["rater"], 0) + 1
                continue
            rows.append(_row(cells))
        except _BadRowError as error:
            if len(problems) < PROBLEMS:
                problems.append(Problem(error.what, line=reader.line_num, remedy=error.remedy))
            else:
                more += 1
    if problems:
        raise DocumentError(document=document, problems=problems, more=more)
    return rows, missing


def _cells(line: Mapping[str | None, str | list[str] | None]) -> dict[str, str]:
    if None in line:
        raise _BadRowError("has more cells than the first line has names.", "Put cells that hold a comma in quotes.")
    cells = {name: (line.get(name) or "").strip() for name in (*REQUIRED, *OPTIONAL)}  # type: ignore[union-attr]
    for name in ("item", "criterion", "rater"):
        if not cells[name]:
            raise _BadRowError(f"the cell of {name} is empty.")
    return cells


def _row(cells: Mapping[str, str]) -> _Row:
    kind = KINDS.get(cells["kind"].lower())
    if kind is None:
        raise _BadRowError(f"kind is “{cells['kind']}”.", "Write human or judge.")
    system, other = cells["system"], cells["system_b"]
    position, value = _position(cells), _value(cells)
    if other and other < system:
        # One order of the two systems throughout, so that verdicts on a pair meet however a file named them.
        system, other = other, system
        position, value = -position % 3, -value % 3
    return _Row(
        hit=cells["hit"] or _hit(cells["item"], system, other),
        item=cells["item"],
        system=system,
        other=other,
        criterion=cells["criterion"],
        target=cells["target"] or cells["criterion"],
        rater=cells["rater"],
        judge=kind,
        position=position,
        value=value,
    )


def _hit(item: str, system: str, other: str) -> str:
    """A name for the HIT of a line that names none."""
    return "|".join(part.replace("|", "||") for part in (item, system, other) if part)


def _position(cells: Mapping[str, str]) -> int:
    told = {name: SHOWN.get(cells[name].lower()) for name in ("position", "order")}
    for name, allowed in (("position", "1 or 2"), ("order", "ab or ba")):
        if told[name] is None:
            raise _BadRowError(f"{name} is “{cells[name]}”.", f"Write {allowed}, or leave it empty.")
    return told["position"] or (told["order"] if cells["system_b"] else 0) or 0


def _value(cells: Mapping[str, str]) -> float:
    text = cells["value"]
    if cells["system_b"]:
        if cells["system_b"] == cells["system"]:
            raise _BadRowError(f"a preference between “{cells['system']}” and itself.")
        if text.lower().removesuffix(".0") not in WINNERS:
            raise _BadRowError(f"the preference is “{text}”.", "Write a (or 1), b (or 2) or tie (or 0).")
        return float(WINNERS[text.lower().removesuffix(".0")])
    try:
        number = float(text)
    except ValueError:
        raise _BadRowError(
            f"the value “{text}” is no number.", "Labels of a nominal criterion are numbers too."
        ) from None
    if not math.isfinite(number):
        raise _BadRowError(f"the value “{text}” is not finite.", "Leave the cell of a missing rating empty.")
    return number


def _frame(rows: list[_Row]) -> Frame:
    labels: dict[str, Any] = {name: Labels.of(getattr(row, name) for row in rows) for name in LABELS}
    return Frame(
        **labels,
        judge=np.array([row.judge for row in rows], dtype=bool),
        position=np.array([row.position for row in rows], dtype=np.int8),
        value=np.array([row.value for row in rows], dtype=float),
    )


def _check(frame: Frame, document: str) -> None:
    """Refuse what would make a frame say two things at once."""
    both = sorted(set(frame.raters(judge=True)) & set(frame.raters(judge=False)))
    if both:
        raise DocumentError.one(document, f"the rater {both[0]} is both human and judge.", remedy="Give each its name.")
    paired = frame.other.code != frame.other.find("")
    for code, name in enumerate(frame.criterion.names):
        if len(np.unique(paired[frame.criterion.code == code])) > 1:
            raise DocumentError.one(
                document,
                f"the criterion {name} has lines with system_b and lines without.",
                remedy="A criterion is a preference or a score; give them two names.",
            )
    item_of = np.full(len(frame.hit.names), -1)
    item_of[frame.hit.code] = frame.item.code
    stray = np.flatnonzero(item_of[frame.hit.code] != frame.item.code)
    if len(stray):
        hit = frame.hit.names[frame.hit.code[stray[0]]]
        raise DocumentError.one(document, f"the HIT {hit} has two items.", remedy="A HIT shows one item.")


def _with_levels(frame: Frame, levels: Mapping[str, Level], document: str) -> dict[str, Facts]:
    unknown = sorted(set(levels) - set(frame.criterion.names))
    if unknown:
        raise DocumentError.one(
            document,
            f"has no criterion {unknown[0]}.",
            remedy=f"It has {', '.join(frame.criterion.names)}.",
        )
    rows = [frame.criterion.code == code for code in range(len(frame.criterion.names))]
    preferences = [frame.other.names[frame.other.code[mask][0]] != "" for mask in rows]
    facts = infer_facts(frame.criterion.names, [frame.value[mask] for mask in rows], preferences)
    for key, level in levels.items():
        if facts[key].preference and level != "nominal":
            raise DocumentError.one(document, f"the criterion {key} is a preference, which is nominal.")
        facts[key] = replace(facts[key], level=level, best="none" if level == "nominal" else facts[key].best)
    return facts


def write_tidy(frame: Frame, file: IO[str]) -> None:
    """Write the frame as a tidy CSV, which `read_tidy` gives back."""
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows(_lines(frame))


def _lines(frame: Frame) -> Iterator[tuple[str, ...]]:
    texts = zip(
        *(getattr(frame, name).texts() for name in LABELS),
        strict=True,
    )
    numbers = zip(frame.judge.tolist(), frame.position.tolist(), frame.value.tolist(), strict=True)
    for (hit, item, system, other, criterion, target, rater), (judge, position, value) in zip(
        texts, numbers, strict=True
    ):
        order = ("", "ab", "ba")[position] if other else ""
        shown = "" if other or not position else str(position)
        kind = "judge" if judge else "human"
        plain = "" if hit == _hit(item, system, other) else hit
        yield plain, item, system, other, criterion, target, rater, kind, shown, order, f"{value:.12g}"
