"""A submitted HIT as researchers see it: its content, the answers, and how the annotator worked."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from hits.models import Assignment, RaisedConcern
from hits.page.form import FilledPanel, fill_stored
from hits.stimulus import stimulus_of
from hits.telemetry import noted_order, seen_rows
from surveys.base import Stimulus
from surveys.languages.translations import in_language
from surveys.spec import Rubric


@dataclass(frozen=True)
class AnsweredPage:
    """A submitted HIT with its answers. `seen` lists the viewing measures as pairs of description
    and value. `concerns` are the contradictions that the annotator was asked about."""

    rubric: Rubric
    stimulus: Stimulus
    panels: Sequence[FilledPanel]
    seen: Sequence[tuple[str, float]]
    concerns: QuerySet[RaisedConcern]


def answered_page(assignment: Assignment, *, viewer: int) -> AnsweredPage:
    """Return the submitted HIT in the rubric's own language. Media addresses are signed for the
    account with id `viewer`."""
    return _page(assignment, assignment.batch.rubric_version.spec, viewer)


def page_as_shown(assignment: Assignment, *, viewer: int) -> AnsweredPage:
    """Return the submitted HIT in the language that the annotator read. Media addresses are signed
    for the account with id `viewer`."""
    spec = assignment.batch.rubric_version.spec
    language = assignment.shown_language
    return _page(assignment, in_language(spec, language) if language else spec, viewer)


def _page(assignment: Assignment, rubric: Rubric, viewer: int) -> AnsweredPage:
    stimulus = stimulus_of(assignment, viewer=viewer)
    seen = seen_rows(assignment, rubric)
    if (order := noted_order(seen)) is not None:
        rubric = rubric.in_order(order)
    values = {answer.key: answer.value for answer in assignment.answers.all()}
    return AnsweredPage(
        rubric=rubric,
        stimulus=stimulus,
        panels=fill_stored(rubric, stimulus, values),
        seen=seen,
        concerns=assignment.concerns.order_by("raised_at"),
    )
