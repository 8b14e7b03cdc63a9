"""Comparison of a pilot's answers with known answers: the number of people who would have passed
each HIT."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hits.models import Answer, Assignment, Batch, GoldKey
from hits.states import ANSWERED
from quality.gold.passing import result
from quality.gold.rules import Rule
from surveys.questions import Value

# The ids of a HIT's outputs, in canonical order.
OutputIds = tuple[int, ...]


@dataclass(frozen=True)
class PilotOutcome:
    """The number of people in the pilot whose answers to the HIT can be assessed, and how many of
    them would have passed."""

    passed: int
    people: int


def pilot_outcomes(
    batch: Batch, rules: Mapping[OutputIds, Sequence[Rule]]
) -> Mapping[OutputIds, PilotOutcome]:
    """Return the outcome of each HIT that people answered in the pilot, by output ids. Only each
    person's first answers count. Other HITs have no outcome. Uses two SQL statements."""
    wanted = {
        output_ids: each
        for output_ids, each in rules.items()
        if not any("beside" in rule for rule in each)
    }
    if batch.pilot_id is None or not wanted:
        return {}
    assignments = Assignment.objects.filter(
        hit__batch=batch.pilot_id, hit__output_ids__in=[*map(list, wanted)], state__in=ANSWERED
    ).order_by("-pk")
    first: dict[tuple[OutputIds, int | None], int] = {
        (tuple(output_ids), person): pk
        for pk, output_ids, person in assignments.values_list("pk", "hit__output_ids", "annotator")
    }
    values: dict[int, dict[str, Value]] = {pk: {} for pk in first.values()}
    for answer in Answer.objects.filter(assignment__in=values):
        values[answer.assignment_id][answer.key] = answer.value
    passed: dict[OutputIds, list[bool]] = {}
    for (output_ids, _person), pk in first.items():
        outcome = result(wanted[output_ids], values[pk])
        passed.setdefault(output_ids, []).extend([] if outcome is None else [outcome])
    return {output_ids: PilotOutcome(sum(each), len(each)) for output_ids, each in passed.items()}


def outcomes_of_keys(batch: Batch, keys: Iterable[GoldKey]) -> Mapping[int, PilotOutcome]:
    """Return the pilot outcome of each HIT with known answers, by the id of its gold key. HITs
    without an outcome are left out."""
    by_outputs = {tuple(key.output_ids): key for key in keys}
    outcomes = pilot_outcomes(
        batch, {output_ids: key.rules for output_ids, key in by_outputs.items()}
    )
    return {by_outputs[output_ids].pk: outcome for output_ids, outcome in outcomes.items()}
