"""Reader for sample files (`…_samples.jsonl`) from Every Eval Ever. A line is a sample and its
result."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from stimuli.readers.interface import (
    ERROR,
    INSTRUCTION,
    NO_OUTPUT,
    SCORE,
    Entry,
    Opening,
    Score,
    Tally,
)
from stimuli.readers.turns import last_answer, number_of, plain_turns, text_of

NAME = "Every Eval Ever"
AGGREGATE = (b'"evaluation_results"', b'"source_metadata"')
SAMPLES = (b'"evaluation_id"', b'"interaction_type"', b'"sample_id"')
NEEDED = ("evaluation_name", "model_id", "sample_id", "evaluation")
KNOWN = frozenset(
    {
        *("schema_version", "evaluation_id", "model_id", "evaluation_name", "sample_id"),
        *("evaluation_result_id", "sample_hash", "interaction_type", "input", "output"),
        *("messages", "answer_attribution", "evaluation", "token_usage", "performance"),
        *("error", "metadata"),
    }
)
INPUT = frozenset({"raw", "formatted", "reference", "choices"})
EVALUATION = frozenset({"score", "is_correct", "num_turns", "tool_calls_count"})
KEY = re.compile(rb'^\s*{\s*"')


def recognises(opening: Opening) -> bool:
    """Return whether the file is from Every Eval Ever: a file of samples or aggregates."""
    head = opening.head
    is_object = bool(KEY.match(head.removeprefix(b"\xef\xbb\xbf")))
    return is_object and (all(key in head for key in SAMPLES) or _is_aggregate(head))


def _is_aggregate(head: bytes) -> bool:
    return b'"evaluation_id"' in head and all(key in head for key in AGGREGATE)


def entries(path: Path, tally: Tally) -> Iterator[Entry]:
    """Yield the model's output for each sample, with the output's score. Raises DocumentError if
    the file has only aggregates, or if a sample is incomplete."""
    with path.open("rb") as file:
        if _is_aggregate(file.read(1 << 16)):
            what = "contains results of whole evaluations, not outputs."
            remedy = "Import the file next to it whose name ends with _samples.jsonl"
            raise DocumentError.one(path.name, what, remedy=remedy)
    findings = Findings(path.name)
    for row, line in open_table(path).records(findings):
        tally.records += 1
        tally.count_unknown(line, KNOWN)
        if absent := [name for name in NEEDED if not line.get(name)]:
            what = f"has no {', '.join(absent)}."
            remedy = "Check the file: python -m every_eval_ever validate FILE"
            raise DocumentError.one(path.name, what, path=f"row {row}", remedy=remedy)
        if entry := _entry(line, tally):
            yield entry
    findings.stop_if_any()


def _entry(line: Mapping[str, Any], tally: Tally) -> Entry | None:
    source, evaluation = _object(line.get("input")), _object(line["evaluation"])
    tally.count_unknown(source, INPUT, "input.")
    tally.count_unknown(evaluation, EVALUATION, "evaluation.")
    if line.get("error"):
        tally.leave_out(ERROR)
        return None
    turns = plain_turns(line.get("messages"), tally)
    output = last_answer(turns, tally) if turns else _reply(line)
    if not output.strip():
        tally.leave_out(NO_OUTPUT)
        return None
    fields = {
        INSTRUCTION: source.get("raw"),
        "reference": source.get("reference"),
        "choices": source.get("choices"),
    }
    score = number_of(evaluation.get("score"))
    name = text_of(line.get("evaluation_result_id") or line["evaluation_name"])
    if score is None:
        tally.leave_out(SCORE)
    return Entry(
        item=text_of(line["sample_id"]),
        system=text_of(line["model_id"]),
        output=output,
        fields=fields,
        scores=[] if score is None else [Score(name, score)],
        turns=turns,
        group=text_of(line["evaluation_name"]),
    )


def _reply(line: Mapping[str, Any]) -> str:
    raw = _object(line.get("output")).get("raw")
    return "\n\n".join(map(text_of, raw)) if isinstance(raw, list) else text_of(raw)


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
