"""Criteria of a file that are asked only after certain answers to another one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from analysis.data.cells import MISSING
from analysis.data.facts import Facts
from core.errors import DocumentError

NOT_ASKED = "not asked"  # a value
ASKED = ".asked"  # the end of the target in our export's line that says whether a section was asked


def gated_by_row(cells: Mapping[str, str], gates: Mapping[str, str]) -> str:
    """Return the criterion that a row without a rating places behind a gate."""
    criterion, value = cells["criterion"], cells["value"].lower()
    if not criterion and cells["target"].endswith(ASKED):
        return cells["target"].removesuffix(ASKED).rpartition(".")[2]
    is_closed = value == NOT_ASKED or (value in MISSING and criterion in gates)
    return criterion if is_closed else ""


def with_gates(
    facts: dict[str, Facts], opened_by: Mapping[str, str], gates: Mapping[str, str], document: str
) -> dict[str, Facts]:
    """Return the facts with the answer that opens each criterion, if known."""
    if unknown := sorted({*gates, *gates.values()} - set(facts)):
        raise unknown_criterion(document, unknown[0], facts)
    return {
        key: replace(
            each,
            opened_by=facts[opened_by[key]].title if opened_by[key] else "an earlier question",
            gate=opened_by[key],
        )
        if key in opened_by
        else each
        for key, each in facts.items()
    }


def unknown_criterion(document: str, criterion: str, criteria: Iterable[str]) -> DocumentError:
    what = f"has no criterion {criterion}."
    return DocumentError.one(document, what, remedy=f"It has {', '.join(criteria)}.")
