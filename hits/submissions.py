"""Taking answers in: a submission is stored once whatever the browser repeats, and a draft is kept until then."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.concerns import raise_concerns
from hits.models import Answer, Assignment, Draft, Enrolment
from hits.shown import stimulus_of
from hits.viewing import record_viewing
from people.models import User
from surveys.columns import derive
from surveys.errors import RateroomError
from surveys.forms import Checked, check_answers
from surveys.guards import Concern
from surveys.questions import Value, questions


class PlaceLost(RateroomError):  # noqa: N818 - named for what happened
    """The assignment ended before the answers came, and its place is no longer free."""


class StaleDraft(RateroomError):  # noqa: N818 - named for what it is
    """Another tab or device has saved newer answers; `revision` is theirs."""

    def __init__(self, revision: int) -> None:
        super().__init__(_("Newer answers were saved in another tab or on another device."), remedy=_("Reload."))
        self.revision = revision


@dataclass(frozen=True)
class Submission:
    """What became of a submission. Not accepted: `checked` says what is wrong, or `concerns` what to look at once more.

    Nothing was stored then but that the concerns were raised.
    """

    assignment: Assignment
    accepted: bool
    checked: Checked | None = None
    concerns: Sequence[Concern] = ()


@dataclass(frozen=True)
class DraftSaved:
    revision: int
    saved_at: datetime


@transaction.atomic
def submit_assignment(
    *, annotator: User, assignment_id: int, raw: Mapping[str, object], confirmed: Collection[str] = ()
) -> Submission:
    """Check `raw` and store the answers. A repeat gives the stored state back and changes nothing.

    Contradictions that the rubric guards against are asked about first, unless named in `confirmed`.

    Submitting wins over expiry: late answers are kept while the place is still free. Raises PlaceLost otherwise.
    """
    assignment = _own_locked(annotator, assignment_id)
    if assignment.state in Assignment.ANSWERED:
        return Submission(assignment, accepted=True)
    stimulus = stimulus_of(assignment)
    checked = check_answers(questions(assignment.batch.rubric_version.spec, stimulus), raw)
    if checked.problems:
        return Submission(assignment, accepted=False, checked=checked)
    # Late answers are not held up by a question: their place may be gone in the meantime.
    if assignment.state == Assignment.State.HELD and (
        concerns := raise_concerns(assignment=assignment, stimulus=stimulus, values=checked.values, confirmed=confirmed)
    ):
        return Submission(assignment, accepted=False, checked=checked, concerns=concerns)
    _take_back_if_late(assignment)
    _store(assignment, checked.values)
    record_viewing(assignment=assignment, raw=raw.get("seen"))
    return Submission(assignment, accepted=True, checked=checked)


def _own_locked(annotator: User, assignment_id: int) -> Assignment:
    return (
        Assignment.objects.select_for_update(of=("self",), no_key=True)
        .select_related("batch__rubric_version", "hit__item", "hit__output_a", "hit__output_b")
        .get(pk=assignment_id, annotator=annotator)
    )


def _take_back_if_late(assignment: Assignment) -> None:
    if assignment.state == Assignment.State.HELD:
        return
    lost = PlaceLost(
        _("Your time for this HIT was over and somebody else has taken it, so these answers cannot be counted."),
        remedy=_("Take the next HIT; nothing you submitted before is affected."),
    )
    if assignment.state != Assignment.State.EXPIRED:
        raise PlaceLost(_("You returned this HIT, so it is no longer yours."), remedy=_("Take the next one."))
    # A claim holds the enrolment too: in another tab this person may be about to take the same HIT again.
    Enrolment.objects.select_for_update(no_key=True).get(pk=assignment.enrolment_id or 0)
    others = Assignment.objects.filter(hit=assignment.hit_id)
    if others.filter(annotator=assignment.annotator_id, state__in=Assignment.USED).exists():
        raise lost
    replacement = others.filter(state=Assignment.State.FREE).select_for_update(skip_locked=True).first()
    if replacement is None:
        raise lost
    replacement.delete()
    assignment.ended_at = None


def _store(assignment: Assignment, values: Mapping[str, Value]) -> None:
    spec = assignment.batch.rubric_version.spec
    kept: dict[str, Value] = {**values, **derive(spec, values)}
    Answer.objects.bulk_create(
        Answer(
            assignment=assignment,
            key=key,
            number=value if isinstance(value, int) else None,
            text=value if isinstance(value, str) else None,
        )
        for key, value in kept.items()
    )
    assignment.state, assignment.submitted_at = Assignment.State.SUBMITTED, timezone.now()
    assignment.save(update_fields=["state", "submitted_at", "ended_at"])
    Draft.objects.filter(assignment=assignment).delete()


@transaction.atomic
def save_draft(*, annotator: User, assignment_id: int, revision: int, data: Mapping[str, str]) -> DraftSaved:
    """Keep what is filled in so far. `revision` is the one the page last saw; raises StaleDraft when it is behind."""
    assignment = Assignment.objects.select_for_update(no_key=True).get(pk=assignment_id, annotator=annotator)
    if assignment.state != Assignment.State.HELD:
        raise PlaceLost(_("This HIT is no longer in your hands."), remedy=_("Take the next one."))
    known = Draft.objects.filter(assignment=assignment).values_list("revision", flat=True).first() or 0
    if known != revision:
        raise StaleDraft(known)
    draft, _made = Draft.objects.update_or_create(
        assignment=assignment, defaults={"revision": revision + 1, "data": dict(data)}
    )
    return DraftSaved(draft.revision, draft.saved_at)
