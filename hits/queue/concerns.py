"""Concerns about valid answers: asked once and recorded, but never a reason to refuse."""

from collections.abc import Collection, Sequence

from django.utils import timezone

from hits.models import Answer, Assignment, RaisedConcern
from hits.states import ANSWERED
from surveys.base import Stimulus
from surveys.guards import Concern, find_concerns
from surveys.guards.base import Answers
from surveys.spec import Rubric


def raise_concerns(
    *,
    assignment: Assignment,
    rubric: Rubric,
    stimulus: Stimulus,
    values: Answers,
    hurried: Concern | None,
    confirmed: Collection[str],
) -> list[Concern]:
    """Return the concerns about `values` that the annotator has not confirmed yet, and record that
    they were asked.

    `hurried` is the concern about the time taken. Concerns in `confirmed` (by the guard's name) are
    recorded as overridden.
    """
    concerns = _contradictions(assignment, rubric, stimulus, values)
    if hurried is not None:
        concerns.append(hurried)
    for concern in concerns:
        RaisedConcern.objects.get_or_create(
            assignment=assignment, guard=concern.guard, defaults={"message": concern.message}
        )
    still = [concern.guard for concern in concerns if concern.guard in confirmed]
    if still:
        RaisedConcern.objects.filter(assignment=assignment, guard__in=still).update(
            overridden_at=timezone.now()
        )
    return [concern for concern in concerns if concern.guard not in confirmed]


def _contradictions(
    assignment: Assignment, rubric: Rubric, stimulus: Stimulus, values: Answers
) -> list[Concern]:
    if not rubric.guards:
        return []
    before = _before(assignment, max(guard.earlier_hits for guard in rubric.guards))
    concerns = find_concerns(rubric, stimulus, values, _answers(before))
    return [concern for concern in concerns if not _asked_lately(concern, rubric, before)]


def _before(assignment: Assignment, count: int) -> list[int]:
    """Return the annotator's latest `count` submissions in the batch, newest first."""
    if not count:
        return []
    own = Assignment.objects.filter(batch=assignment.batch_id, annotator=assignment.annotator_id)
    done = own.filter(state__in=ANSWERED).exclude(pk=assignment.pk)
    return list(done.order_by("-submitted_at").values_list("pk", flat=True)[:count])


def _answers(assignments: Sequence[int]) -> list[Answers]:
    answers: dict[int, dict[str, int | str]] = {pk: {} for pk in assignments}
    for answer in Answer.objects.filter(assignment__in=assignments):
        if answer.number is not None:
            answers[answer.assignment_id][answer.key] = int(answer.number)
    return [answers[pk] for pk in assignments]


def _asked_lately(concern: Concern, rubric: Rubric, before: Sequence[int]) -> bool:
    """Return whether a rule about a whole session has already asked in that session."""
    span = next(guard.earlier_hits for guard in rubric.guards if guard.guard == concern.guard)
    return (
        bool(span)
        and RaisedConcern.objects.filter(assignment__in=before[:span], guard=concern.guard).exists()
    )
