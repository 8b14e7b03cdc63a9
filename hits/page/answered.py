"""An answered HIT as a researcher reads it: what was shown, the answers, and how it was worked
on."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from hits.models import Assignment, RaisedConcern
from hits.page.form import FilledPanel, fill_stored
from hits.page.stimulus import stimulus_of
from hits.page.telemetry import seen_rows
from surveys.base import Stimulus
from surveys.spec import Rubric


@dataclass(frozen=True)
class AnsweredPage:
    """`seen`: what the browser noted, with its meaning; `concerns`: contradictions asked about."""

    rubric: Rubric
    stimulus: Stimulus
    panels: Sequence[FilledPanel]
    seen: Sequence[tuple[str, float]]
    concerns: QuerySet[RaisedConcern]


def answered_page(assignment: Assignment, *, viewer: int) -> AnsweredPage:
    """For the account `viewer`, whom the addresses of media are signed for."""
    rubric = assignment.batch.rubric_version.spec
    stimulus = stimulus_of(assignment, viewer=viewer)
    values = {answer.key: answer.value for answer in assignment.answers.all()}
    return AnsweredPage(
        rubric=rubric,
        stimulus=stimulus,
        panels=fill_stored(rubric, stimulus, values),
        seen=seen_rows(assignment, rubric),
        concerns=assignment.concerns.order_by("raised_at"),
    )
