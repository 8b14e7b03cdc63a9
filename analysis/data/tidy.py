"""Reading of tidy tables: files with one rating per line, from our export or another source. The
columns are documented in docs/judges/comparing.md. This module does not import Django."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from analysis.data.cells import (
    MISSING,
    BadCellError,
    label_key,
    like_a_number,
    number_of,
    position_of,
    verdict_of,
)
from analysis.data.facts import Facts, Level
from analysis.data.frame import Frame, Labels, infer_facts
from analysis.data.lines import (
    OutputValues,
    gated_by_row,
    unknown_criterion,
    with_gates,
)
from analysis.data.metrics import MetricValues
from analysis.statistics.results import Floats
from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.formulas import guarded, unguarded

REQUIRED = ("item", "system", "criterion", "rater", "kind", "value")
OPTIONAL = ("hit", "target", "system_b", "position", "order", "text", "label", "unseen")
COLUMNS = (
    *("hit", "item", "system", "system_b", "criterion", "target", "rater", "kind", "position"),
    *("order", "value", "text", "label", "unseen"),
)
LABELS = ("hit", "item", "system", "other", "criterion", "target", "rater")
KINDS = {"human": False, "judge": True}
PROBLEMS = 20  # problems listed one by one; the rest are only counted
NONE = "none"  # means no value if the values are numbers, but is a label if they are words


@dataclass(frozen=True)
class TidyFile:
    """The contents of a tidy table. `missing` has, by rater, the number of lines without a value.
    `unseen` has, by judge, the fields that the judge did not see."""

    frame: Frame
    missing: Mapping[str, int]
    metrics: tuple[MetricValues, ...] = ()
    unseen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Row:
    number: int
    hit: str
    item: str
    system: str
    other: str
    criterion: str
    target: str
    rater: str
    judge: bool
    position: int
    text: str
    verdict: int = 0


def read_tidy(
    rows: Iterable[tuple[int, Mapping[str, object]]],
    columns: Sequence[str],
    *,
    document: str = "ratings.csv",
    levels: Mapping[str, Level] | None = None,
    mapping: Mapping[str, str] | None = None,
    gates: Mapping[str, str] | None = None,
) -> TidyFile:
    """Return the frame of a tidy table. Raises DocumentError, which counts all unreadable rows and
    names the first twenty.

    `rows` has the number of each row and its cells by the names in `columns`; `mapping` gives the
    file's name for each of our columns. `levels` gives a criterion's level of measurement. By
    default, whole numbers are ordinal, other numbers interval, and words and preferences nominal.
    `gates` names, by criterion, the criterion whose answer opens its section. For such a criterion,
    an empty value is not a missing rating. "Not asked" is never a missing rating. Every other row
    without a value is a missing rating, which is counted and left out. Rows of our export that are
    not ratings are left out: a reason has a text and no value, a step has a target and no
    criterion.
    """
    names = _columns(columns, mapping or {}, document)
    findings = Findings(document, listed=PROBLEMS)
    missing: dict[str, int] = {}
    ratings: list[_Row] = []
    metrics, unseen = OutputValues(), dict[str, dict[str, None]]()
    opened_by = dict(gates or {})
    for number, row in rows:
        try:
            cells = _cells(row, names)
            if cells["unseen"]:
                fields = dict.fromkeys(cells["unseen"].split())
                unseen.setdefault(cells["rater"], {}).update(fields)
            if metrics.takes(cells):
                continue
            if gated := gated_by_row(cells, opened_by):
                opened_by.setdefault(gated, "")
                continue
            if _rates_nothing(cells):
                continue
            rating = _row(number, cells)
        except BadCellError as error:
            findings.refuse(error.what, row=number, remedy=error.remedy)
            continue
        if rating is None:
            missing[cells["rater"]] = missing.get(cells["rater"], 0) + 1
        else:
            ratings.append(rating)
    values, labels = _values(ratings, levels or {}, findings)
    findings.stop_if_any()
    present = ~np.isnan(values)
    for index in np.flatnonzero(~present).tolist():
        missing[ratings[index].rater] = missing.get(ratings[index].rater, 0) + 1
    if not present.any():
        raise DocumentError.one(
            document, "has no rating.", remedy="Write one rating per line below the column names."
        )
    frame = _frame([ratings[index] for index in np.flatnonzero(present).tolist()], values[present])
    _check(frame, document)
    facts = _with_levels(frame, levels or {}, labels, document)
    return TidyFile(
        replace(
            frame,
            facts=with_gates(facts, opened_by, gates or {}, document),
            lengths=metrics.lengths,
        ),
        missing,
        metrics.found(),
        {name: tuple(fields) for name, fields in unseen.items()},
    )


def _columns(columns: Sequence[str], mapping: Mapping[str, str], document: str) -> dict[str, str]:
    """Return the name of each column in the file, by the name that Rateroom uses for it. Raises
    DocumentError if a required or mapped column is missing, if a column occurs twice, or if
    `mapping` has an unknown name."""
    there: dict[str, str] = {}
    for column in columns:
        if (name := column.strip().lower()) in there:
            raise DocumentError.one(
                document, f"has two columns named {name}.", line=1, remedy="Rename or delete one."
            )
        there[name] = column
    listed = f"Its columns are {', '.join(columns)}."
    for name, column in mapping.items():
        if name not in COLUMNS:
            raise DocumentError.one(
                document,
                f"--column {name}: the name is unknown.",
                remedy=f"Use one of {', '.join(COLUMNS)}.",
            )
        if column.strip().lower() not in there:
            raise DocumentError.one(document, f"has no column {column}.", line=1, remedy=listed)
    sources = {name: mapping.get(name, name).strip().lower() for name in COLUMNS}
    absent = [name for name in REQUIRED if sources[name] not in there]
    if absent:
        raise DocumentError.one(
            document,
            f"does not have the column{'s' if len(absent) > 1 else ''} {', '.join(absent)}.",
            line=1,
            remedy=f"{listed} Required are {', '.join(REQUIRED)}. If the file has another name for "
            f"{absent[0]}, use --column {absent[0]}=NAME.",
        )
    return {name: there[column] for name, column in sources.items() if column in there}


def _cells(row: Mapping[str, object], names: Mapping[str, str]) -> dict[str, str]:
    raw = {name: row.get(names[name]) if name in names else None for name in COLUMNS}
    return {name: "" if cell is None else _plain(str(cell)) for name, cell in raw.items()}


def _plain(cell: str) -> str:
    """Return the cell's text without surrounding spaces and our export's guard against formulas."""
    text = unguarded(cell)
    return (text if guarded(text) == cell else cell).strip()


def _rates_nothing(cells: Mapping[str, str]) -> bool:
    is_reason = bool(cells["text"]) and not cells["value"]
    return is_reason or (bool(cells["target"]) and not cells["criterion"])


def _row(number: int, cells: Mapping[str, str]) -> _Row | None:
    """Return the row with its value still as text, or None if the rating is missing. The two
    systems of a preference are put in alphabetical order. Raises BadCellError if a cell is
    invalid."""
    for name in ("item", "criterion", "rater"):
        if not cells[name]:
            raise BadCellError(
                f"{name} is empty.", "Every rating needs an item, a criterion and a rater."
            )
    kind = KINDS.get(cells["kind"].lower())
    if kind is None:
        raise BadCellError(
            f"the kind “{cells['kind']}” is unknown.", "Write human, judge, metric or length."
        )
    system, other, value = cells["system"], cells["system_b"], cells["value"]
    if value.lower() in MISSING or (other and value.lower() == NONE):
        return None
    position = position_of(cells)
    verdict = verdict_of(value, system, other) if other else 0
    if other and other < system:
        # Use one order of the two systems throughout, so that verdicts on a pair match however a
        # file ordered them.
        system, other = other, system
        position, verdict = -position % 3, -verdict % 3
    return _Row(
        number=number,
        hit=cells["hit"] or _hit(cells["item"], system, other),
        item=cells["item"],
        system=system,
        other=other,
        criterion=cells["criterion"],
        target=cells["target"] or cells["criterion"],
        rater=cells["rater"],
        judge=kind,
        position=position,
        text=value,
        verdict=verdict,
    )


def _hit(item: str, system: str, other: str) -> str:
    return "|".join(part.replace("|", "||") for part in (item, system, other) if part)


def _values(
    rows: Sequence[_Row], levels: Mapping[str, Level], findings: Findings
) -> tuple[Floats, dict[str, tuple[str, ...]]]:
    """Return each row's value (NaN if missing), and the value texts of criteria with labels.
    Invalid values are added to `findings`."""
    values, words = np.full(len(rows), np.nan), dict[str, tuple[str, ...]]()
    of_criterion: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        if row.other:
            values[index] = row.verdict
        else:
            of_criterion.setdefault(row.criterion, []).append(index)
    for criterion, indexes in of_criterion.items():
        texts = [rows[index].text for index in indexes]
        numbers = [number_of(text) for text in texts]
        if _are_words(texts, numbers, levels.get(criterion)):
            values[indexes], words[criterion] = _numbered(texts)
            continue
        for index, text, number in zip(indexes, texts, numbers, strict=True):
            if number is not None:
                values[index] = number
            elif text.lower() != NONE:
                error = _no_number(text, criterion)
                findings.refuse(error.what, row=rows[index].number, remedy=error.remedy)
    return values, words


def _are_words(texts: Sequence[str], numbers: Sequence[float | None], level: Level | None) -> bool:
    """Return whether the values are labels. Labels are not all numbers, and either their `level` is
    nominal or, without a level, no value resembles a number."""
    if all(
        number is not None or text.lower() == NONE
        for text, number in zip(texts, numbers, strict=True)
    ):
        return False
    return level == "nominal" or (
        level is None and not any(like_a_number(text) for text in set(texts))
    )


def _numbered(texts: Sequence[str]) -> tuple[list[float], tuple[str, ...]]:
    """Return each label's index in the sorted list of labels, and each label's first spelling."""
    spellings: dict[str, str] = {}
    for text in texts:
        spellings.setdefault(label_key(text), text)
    codes = {key: float(number) for number, key in enumerate(sorted(spellings))}
    return [codes[label_key(text)] for text in texts], tuple(
        spellings[key] for key in sorted(spellings)
    )


def _no_number(text: str, criterion: str) -> BadCellError:
    remedy = (
        f"Write a number like 4 or 4.5. If all values of {criterion} are labels, use --level "
        f"{criterion}=nominal."
    )
    return BadCellError(f"the value “{text}” is not a finite number.", remedy)


def _frame(rows: list[_Row], values: Floats) -> Frame:
    labels: dict[str, Any] = {
        name: Labels.of(getattr(row, name) for row in rows) for name in LABELS
    }
    return Frame(
        **labels,
        judge=np.array([row.judge for row in rows], dtype=bool),
        position=np.array([row.position for row in rows], dtype=np.int8),
        value=values.astype(float),
    )


def _check(frame: Frame, document: str) -> None:
    """Raise DocumentError if the ratings contradict each other."""
    both = sorted(set(frame.raters(judge=True)) & set(frame.raters(judge=False)))
    if both:
        raise DocumentError.one(
            document,
            f"the rater {both[0]} is both human and judge.",
            remedy="Give the person and the judge different names.",
        )
    paired = frame.other.code != frame.other.find("")
    for code, name in enumerate(frame.criterion.names):
        if len(np.unique(paired[frame.criterion.code == code])) > 1:
            raise DocumentError.one(
                document,
                f"the criterion {name} has lines with system_b and lines without.",
                remedy="Use one criterion for preferences and another for scores.",
            )
    item_of = np.full(len(frame.hit.names), -1)
    item_of[frame.hit.code] = frame.item.code
    stray = np.flatnonzero(item_of[frame.hit.code] != frame.item.code)
    if len(stray):
        hit = frame.hit.names[frame.hit.code[stray[0]]]
        raise DocumentError.one(
            document,
            f"the HIT {hit} has two items.",
            remedy="A HIT shows one item. Use one value of hit per item.",
        )


def _with_levels(
    frame: Frame, levels: Mapping[str, Level], labels: Mapping[str, tuple[str, ...]], document: str
) -> dict[str, Facts]:
    unknown = sorted(set(levels) - set(frame.criterion.names))
    if unknown:
        raise unknown_criterion(document, unknown[0], frame.criterion.names)
    rows = [frame.criterion.code == code for code in range(len(frame.criterion.names))]
    preferences = [frame.other.names[frame.other.code[mask][0]] != "" for mask in rows]
    facts = infer_facts(frame.criterion.names, [frame.value[mask] for mask in rows], preferences)
    for key, level in levels.items():
        if facts[key].preference and level != "nominal":
            raise DocumentError.one(
                document, f"the criterion {key} is a preference, so its level is nominal."
            )
        facts[key] = replace(
            facts[key], level=level, best="none" if level == "nominal" else facts[key].best
        )
    for key, names in labels.items():
        facts[key] = replace(facts[key], level="nominal", best="none", labels=names)
    return facts
