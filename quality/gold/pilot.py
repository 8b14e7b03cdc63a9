"""What a batch's known answers would have shown in its pilot: how many people would have passed
each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hits.models import Answer, Assignment, Batch, GoldKey
from hits.states import ANSWERED
from quality.gold.passing import all_hold
from quality.gold.rules import Rule

# Outputs of one HIT in canonical order.
Shown = tuple[int, ...]


@dataclass(frozen=True)
class PilotOutcome:
    """People of the pilot who answered the HIT, and those whose answers would have passed."""

    passed: int
    people: int


def pilot_outcomes(
    batch: Batch, rules: Mapping[Shown, Sequence[Rule]]
) -> Mapping[Shown, PilotOutcome]:
    """Return the outcome of each HIT that the pilot's people answered, by a person's first answers;
    none for rules about another HIT. Two statements."""
    wanted = {
        shown: each for shown, each in rules.items() if not any("beside" in rule for rule in each)
    }
    if batch.pilot_id is None or not wanted:
        return {}
    given = Assignment.objects.filter(
        hit__batch=batch.pilot_id, hit__output_ids__in=[*map(list, wanted)], state__in=ANSWERED
    ).order_by("-pk")
    first: dict[tuple[Shown, int | None], int] = {
        (tuple(shown), person): pk
        for pk, shown, person in given.values_list("pk", "hit__output_ids", "annotator")
    }
    values: dict[int, dict[str, int]] = {pk: {} for pk in first.values()}
    numbers = Answer.objects.filter(assignment__in=values, number__isnull=False)
    for pk, key, number in numbers.values_list("assignment", "key", "number"):
        values[pk][key] = int(number)
    passed: dict[Shown, list[bool]] = {}
    for (shown, _person), pk in first.items():
        passed.setdefault(shown, []).append(all_hold(wanted[shown], values[pk]))
    return {shown: PilotOutcome(sum(each), len(each)) for shown, each in passed.items()}


def outcomes_of_keys(batch: Batch, keys: Iterable[GoldKey]) -> Mapping[int, PilotOutcome]:
    """Return the same by the key's id."""
    by_shown = {tuple(key.output_ids): key for key in keys}
    outcomes = pilot_outcomes(batch, {shown: key.rules for shown, key in by_shown.items()})
    return {by_shown[shown].pk: outcome for shown, outcome in outcomes.items()}
