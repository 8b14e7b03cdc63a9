"""Importing a judge's raw replies. They are matched to HITs, read according to the rubric, and
stored unchanged."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DocumentError, Problem, RateroomError
from hits.models import HIT, Batch
from hits.models.work import OUTPUT_SYSTEMS
from judges.halves import part_about
from judges.models import JudgeRun
from judges.replies.reading import Outcome
from judges.replies.storing import Incoming, store_replies
from people.models import User
from surveys.base import LETTERS
from surveys.prompts.narrowing import prompt_criteria
from surveys.untrusted.texts import replaced

STEP = 500  # replies held in memory at a time
MAX_SAMPLE = 32_767  # the maximum of the database column
LISTED = 50  # most problems to list; any others are only counted


@dataclass(frozen=True)
class JudgeSettings:
    """The name, model, prompt and parameters of an imported run."""

    name: str
    model: str
    prompt: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    simulated: bool = False


@dataclass
class RunImport:
    """The result of an import: the number of replies that could be read, the number of unreadable
    replies by error code, and the number of skipped lines."""

    run: JudgeRun
    read: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)
    skipped: int = 0


@dataclass(frozen=True)
class _Line:
    number: int
    item: str
    systems: tuple[str, ...]
    reply: str
    sample: int
    criterion: str = ""


def read_jsonl(path: Path) -> Iterator[Mapping[str, object]]:
    """Yield the objects of a JSONL file. Raises DocumentError with the line number if a line is not
    a JSON object."""
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                reply = json.loads(line)
            except ValueError as error:
                raise DocumentError.one(path.name, f"is not JSON: {error}.", line=number) from None
            if not isinstance(reply, dict):
                raise DocumentError.one(path.name, "is not a JSON object.", line=number)
            yield reply


@transaction.atomic
def import_judge_run(
    *,
    batch: Batch,
    settings: JudgeSettings,
    replies: Iterable[Mapping[str, object]],
    by: User | None = None,
    skip_unknown: bool = False,
    document: str = "replies",
) -> RunImport:
    """Create a run with a verdict for every reply, and return the counts. Raises DocumentError with
    the invalid lines, and RateroomError for a draft or if the name is taken. In these cases,
    nothing is stored.

    A reply that cannot be read is stored with its error code. A line is invalid if the batch does
    not rate its item or system. With `skip_unknown`, such lines are only counted.
    """
    if batch.state == Batch.State.DRAFT:
        raise RateroomError(_("Publish the batch first."), where=batch.title)
    if JudgeRun.objects.filter(batch=batch, name=settings.name).exists():
        raise RateroomError(_("This name is already taken."), where=_("Name"))
    result = RunImport(_make_run(batch, settings, by))
    criteria = prompt_criteria(batch.rubric_version.spec)
    matching = _Matching(_hits_by_outputs(batch), criteria, skip_unknown=skip_unknown)
    lines = _lines(replies, document)
    while step := list(islice(lines, STEP)):
        matched = [match for line in step if (match := matching.match(line))]
        if not matching.problems:
            incoming = [_incoming(*match) for match in matched]
            _count(result, store_replies(run=result.run, replies=incoming))
    if problems := matching.problems:
        raise DocumentError(
            document=document, problems=problems[:LISTED], more=max(0, len(problems) - LISTED)
        )
    if not matching.seen:
        raise DocumentError.one(
            document,
            "has no reply for this batch.",
            remedy="Check the file's items and systems.",
        )
    result.run.part = part_about(batch, {hit for hit, *_reply in matching.seen})
    answered_alone = {criterion for *_reply, criterion in matching.seen}
    if answered_alone != {""}:
        result.run.per_criterion = True
        result.run.criteria = [key for key in criteria if key in answered_alone]
    result.run.save(update_fields=["part", "per_criterion", "criteria"])
    result.skipped = matching.skipped
    return result


class _Matching:
    """The matching of lines to HITs, and the problems of lines that match no HIT."""

    def __init__(
        self,
        hits: Mapping[tuple[str, tuple[str, ...]], int],
        criteria: Sequence[str],
        *,
        skip_unknown: bool,
    ) -> None:
        self.hits, self.criteria, self.skip_unknown = hits, criteria, skip_unknown
        self.seen: set[tuple[int, str, int, str]] = set()
        self.problems: list[Problem] = []
        self.skipped = 0

    def match(self, line: _Line) -> tuple[_Line, int, str] | None:
        key, order = _key(line)
        hit = self.hits.get(key)
        if hit is None and self.skip_unknown:
            self.skipped += 1
        elif hit is None:
            self.problems.append(_unknown(line))
        elif line.criterion and line.criterion not in self.criteria:
            what = f"“{line.criterion}” is not a criterion that judges score."
            remedy = f"Use one of {', '.join(self.criteria)}."
            self.problems.append(Problem(what, line=line.number, remedy=remedy))
        elif (hit, order, line.sample, line.criterion) in self.seen:
            what = "is a second reply for the same HIT, order and sample."
            remedy = "Delete one of them, or give each its own `sample`."
            self.problems.append(Problem(what, line=line.number, remedy=remedy))
        else:
            self.seen.add((hit, order, line.sample, line.criterion))
            return line, hit, order
        return None


def _make_run(batch: Batch, settings: JudgeSettings, by: User | None) -> JudgeRun:
    return JudgeRun.objects.create(
        batch=batch,
        name=settings.name,
        model=settings.model,
        prompt=settings.prompt,
        prompt_sha256=hashlib.sha256(settings.prompt.encode()).hexdigest()
        if settings.prompt
        else "",
        parameters=dict(settings.parameters),
        rubric_sha256=batch.rubric_version.sha256,
        simulated=settings.simulated,
        created_by=by,
    )


def _hits_by_outputs(batch: Batch) -> dict[tuple[str, tuple[str, ...]], int]:
    rows = batch.hits.filter(purpose=HIT.Purpose.MAIN).annotate(systems=OUTPUT_SYSTEMS)
    named = rows.values_list("pk", "item__external_id", "systems")
    return {(item, tuple(systems)): pk for pk, item, systems in named.iterator()}


def _key(line: _Line) -> tuple[tuple[str, tuple[str, ...]], str]:
    """Return the item and systems that identify the line's HIT, and the order in which the judge
    saw the outputs (for example "ba")."""
    if len(line.systems) == 1:
        return (line.item, line.systems), "a"
    canonical = tuple(sorted(line.systems))
    order = "".join(LETTERS[canonical.index(system)] for system in line.systems[: len(LETTERS)])
    return (line.item, canonical), order


def _lines(replies: Iterable[Mapping[str, Any]], document: str) -> Iterator[_Line]:
    for position, row in enumerate(replies, 1):
        number = row.get("row", position)
        item = _required(row, "item", number, document)
        system = _required(row, "system", number, document)
        systems = tuple(map(str, system)) if isinstance(system, list) else (str(system),)
        text = _text(_required(row, "reply", number, document))
        sample = _sample(row.get("sample"), number, document)
        criterion = str(row.get("criterion") or "").strip()
        yield _Line(number, str(item), systems, text, sample, criterion)


def _text(reply: object) -> str:
    """Return the reply as text. None becomes "", and other values that are not strings become
    JSON."""
    if reply is None:
        return ""
    return replaced(reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False))


def _sample(value: object, number: int, document: str) -> int:
    """Return the number of a sample, which must be from 0 to MAX_SAMPLE. A missing number counts as
    1. Raises DocumentError for other values."""
    text = "1" if value is None else str(value).strip().removesuffix(".0") or "1"
    if not text.isdecimal() or int(text) > MAX_SAMPLE:
        what = f"“{value}” is not a sample number."
        remedy = f"Use a whole number from 0 to {MAX_SAMPLE:,}."
        raise DocumentError.one(document, what, line=number, remedy=remedy)
    return int(text)


def _required(row: Mapping[str, object], name: str, number: int, document: str) -> object:
    if name not in row:
        raise DocumentError.one(
            document,
            f"has no `{name}`.",
            line=number,
            remedy=f"Add it. The row has {', '.join(row)}.",
        )
    return row[name]


def _unknown(line: _Line) -> Problem:
    names = " and ".join(line.systems)
    return Problem(
        f"the batch has no HIT of item {line.item} with {names}.",
        line=line.number,
        remedy="Correct the names, or skip rows for outputs that are not in the batch.",
    )


def _incoming(line: _Line, hit: int, order: str) -> Incoming:
    return Incoming(
        hit_id=hit, shown_order=order, sample=line.sample, text=line.reply, criterion=line.criterion
    )


def _count(result: RunImport, outcomes: Sequence[Outcome]) -> None:
    result.read += sum(not outcome.error_code for outcome in outcomes)
    result.failed.update(outcome.error_code for outcome in outcomes if outcome.error_code)
    result.warnings.update(warning for outcome in outcomes for warning in outcome.warnings)
