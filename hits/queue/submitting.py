"""Accepting answers. If the browser repeats a submission, it is stored only once."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from core.database.statements import Int8, fetch_named, fetch_one
from core.errors import RateroomError
from hits.models import HIT, Assignment, Batch, CheckCredit, Enrolment
from hits.queue.claiming import NothingLeft, claim_assignment, hand_out, refuse_if_closed_to
from hits.queue.completion import give_code, give_code_at_end
from hits.queue.concerns import pace_concern, raise_concerns, watch_problem
from hits.queue.enrolments import has_room_for_late, make_way_for_late
from hits.queue.picking import COLUMNS, ITEM_BEFORE, STORED, WORKER, Worker, store_and_claim
from hits.queue.releasing import take_replacement
from hits.queue.schedule import is_check
from hits.states import ANSWERED, UNTAKEN, USED, load_with_states
from hits.stimulus import options_order, words
from hits.telemetry import viewing_of
from people.models import User
from surveys.base import Stimulus
from surveys.columns import derive
from surveys.forms import CheckedAnswers, check_answers
from surveys.guards import Concern
from surveys.languages.translations import in_language
from surveys.models import stored_spec
from surveys.questions import Question, Value, form_questions
from surveys.spec import Rubric


class AssignmentLost(RateroomError):
    """Raised if the answers cannot be stored, because the assignment has ended and is no longer
    free."""


class AnsweredBefore(AssignmentLost):
    """Raised if the HIT was already submitted with different answers. The new answers are not
    stored. `unstored` lists each such question with its new answer as text."""

    def __init__(self, unstored: Sequence[tuple[str, str]]) -> None:
        super().__init__(
            _(
                "You have already submitted this HIT with other answers. The new answers were "
                "not stored."
            ),
        )
        self.unstored = unstored


@dataclass(frozen=True)
class Submission:
    """The result of a submission. If the answers are not accepted, one of three attributes says
    why: `checked` has the problems, `unwatched` says that too little was played, or `concerns`
    lists what the annotator must confirm.

    Answers that are not accepted are not stored, but their concerns are.
    """

    assignment: Assignment
    accepted: bool
    checked: CheckedAnswers | None = None
    unwatched: str = ""
    concerns: Sequence[Concern] = ()


@dataclass
class _Locked:
    """A locked assignment, with the data needed to check its answers and to claim the next HIT.
    `spec` is the rubric as the annotator saw it."""

    assignment: Assignment
    worker: Worker
    item_id: int
    output_ids: list[int]
    spec: Rubric
    stimulus: Stimulus
    purpose: str
    sent_at: datetime
    code_now: bool = False  # whether this submission gave the completion code
    claims: bool = False  # whether the next HIT can be claimed in the same SQL statement
    following: Assignment | None = None  # the HIT claimed by that statement

    @property
    def last_item(self) -> int:
        """Return the item whose other outputs should come next if the batch keeps an item's outputs
        together."""
        return self.item_id if self.purpose == HIT.Purpose.MAIN else ITEM_BEFORE


@transaction.atomic
def submit_assignment(
    *,
    annotator: User,
    assignment_id: int,
    raw: Mapping[str, object],
    confirmed: Collection[str] = (),
    language: str = "",
) -> Submission:
    """Check `raw` and store the answers. A repeated call returns the stored state and changes
    nothing.

    The answers are not stored yet if they contradict each other or came in less than the batch's
    minimum time. The annotator must confirm them first. `confirmed` names the guards of the
    concerns already confirmed.

    `language` is the language of the person's pages. It determines the rubric's language, which is
    stored with the answers.

    Late answers are stored if the assignment is still free. Otherwise raises AssignmentLost. Raises
    AnsweredBefore if a repeated call has different answers.
    """
    return _check_and_store(_lock(annotator, assignment_id, language), raw, confirmed)


@transaction.atomic
def submit_and_claim(
    *,
    annotator: User,
    assignment_id: int,
    raw: Mapping[str, object],
    confirmed: Collection[str] = (),
    language: str = "",
) -> tuple[Submission, Assignment | NothingLeft | None]:
    """Submit like `submit_assignment`. If the answers are accepted, claim the next HIT in the same
    transaction. Return the submission, and the next assignment or the reason why there is none. The
    second value is None if the answers are not accepted.

    No HIT is claimed before a break or if the completion code is due. The reason then has the code
    `break` or `code`.
    """
    locked = _lock(annotator, assignment_id, language)
    is_claimed = locked.assignment.state == Assignment.State.CLAIMED
    locked.claims = is_claimed and locked.worker.consented
    result = _check_and_store(locked, raw, confirmed)
    if not result.accepted:
        return result, None
    try:
        return result, locked.following or _next(annotator, locked)
    except NothingLeft as reason:  # do not raise it: the answers must be committed
        if reason.is_the_end:
            give_code_at_end(annotator_id=annotator.pk, batch_id=locked.worker.batch_id)
        return result, reason


def _next(annotator: User, locked: _Locked) -> Assignment:
    """Claim and return the next assignment. Raises NothingLeft if there is none, or if a break or
    the completion code comes first."""
    worker = locked.worker
    pause = _pause(locked)
    if pause is None:
        if locked.claims:
            return hand_out(worker, last_item=locked.last_item)
        return claim_assignment(annotator=annotator, batch=Batch(pk=worker.batch_id))
    # Only a claim shows whether an assignment is left. Claim one and undo the claim at once, so
    # that no one gets a break after their last HIT.
    untaken = transaction.savepoint()
    following = claim_assignment(annotator=annotator, batch=Batch(pk=worker.batch_id))
    if (following.sequence or 0) <= worker.claims:  # it was already claimed before
        return following
    transaction.savepoint_rollback(untaken)
    raise pause


def _pause(locked: _Locked) -> NothingLeft | None:
    """Return the reason if the person must see the completion code or a break page before the next
    HIT. Otherwise return None. A repeated submission gets the same reason."""
    worker = locked.worker
    if locked.code_now or worker.submitted == worker.code_after:
        return NothingLeft(
            "code", _("Your completion code is ready. You can continue or stop here.")
        )
    return NothingLeft("break", _("Take a break")) if worker.break_is_due else None


def _check_and_store(
    locked: _Locked, raw: Mapping[str, object], confirmed: Collection[str]
) -> Submission:
    assignment = locked.assignment
    if assignment.state in ANSWERED:
        if unstored := _unstored(locked, raw):
            raise AnsweredBefore(unstored)
        return Submission(assignment, accepted=True)
    if assignment.prefetched:
        raise AssignmentLost(
            _("This HIT comes after the one you are working on."),
            remedy=_("Finish your current HIT first."),
        )
    checked = check_answers(form_questions(locked.spec, locked.stimulus), raw)
    order = options_order(locked.spec, order_seed=locked.worker.order_seed)
    seen = viewing_of(assignment, locked.spec, raw.get("seen"), order=order)
    unwatched = watch_problem(
        rubric=locked.spec, item_id=locked.item_id, output_ids=locked.output_ids, seen=seen
    )
    if checked.problems or unwatched:
        return Submission(assignment, accepted=False, checked=checked, unwatched=unwatched)
    # Do not ask about late answers: someone else could take the assignment before the reply.
    if assignment.state == Assignment.State.CLAIMED and (
        concerns := raise_concerns(
            assignment=assignment,
            rubric=locked.spec,
            stimulus=locked.stimulus,
            values=checked.values,
            hurried=_pace_concern(locked),
            confirmed=confirmed,
        )
    ):
        return Submission(assignment, accepted=False, checked=checked, concerns=concerns)
    _take_back_if_late(assignment)
    _store(locked, checked.values, seen=seen)
    if locked.worker.code_is_due:
        locked.code_now = give_code(enrolment_id=locked.worker.enrolment_id)
    return Submission(assignment, accepted=True, checked=checked)


def _unstored(locked: _Locked, raw: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return the answers in `raw` that differ from the stored answers, as pairs of question and
    answer. Such answers can come from another tab."""
    page_questions = form_questions(locked.spec, locked.stimulus)
    sent = check_answers(page_questions, raw).values
    stored = {answer.key: answer.value for answer in locked.assignment.answers.all()}
    other = [
        (question, sent[question.key])
        for question in page_questions
        if question.key in sent and sent[question.key] != stored.get(question.key)
    ]
    return [(question.label, _in_words(question, value)) for question, value in other]


def _in_words(question: Question, value: Value) -> str:
    return str(question.worded().get(value, value) if isinstance(value, int) else value)


def _pace_concern(locked: _Locked) -> Concern | None:
    if locked.assignment.accepted_at is None:
        return None
    return pace_concern(
        rubric=locked.spec,
        stimulus=locked.stimulus,
        least_percent=locked.worker.least_reading_percent,
        accepted_at=locked.assignment.accepted_at,
        sent_at=locked.sent_at,
    )


_SQL = "hits/queue/sql/store.sql"
_OWN = ", ".join(f"a.{name} as assignment_{name}" for name in COLUMNS)
_LOCK = load_with_states(_SQL, "lock", columns=_OWN, worker=WORKER)
_STORE = load_with_states(_SQL, "store", stored=STORED)


def _lock(annotator: User, assignment_id: int, language: str) -> _Locked:
    row = fetch_named(_LOCK, {"assignment": Int8(assignment_id), "annotator": Int8(annotator.pk)})
    if row is None:
        raise Assignment.DoesNotExist
    own = [row[f"assignment_{name}"] for name in COLUMNS]
    assignment = Assignment.from_db("default", COLUMNS, own)
    worker = Worker(**{name: row[name] for name in Worker.__dataclass_fields__})
    stimulus = words(json.loads(row["fields"]), row["texts"], assignment.shown_order)
    stored = stored_spec(row["rubric_version_id"], worker.rubric_sha256)
    return _Locked(
        assignment,
        worker,
        item_id=row["item_id"],
        output_ids=row["output_ids"],
        spec=in_language(stored, row["language"] or language),
        stimulus=stimulus,
        purpose=row["purpose"],
        sent_at=row["sent_at"],
    )


def _take_back_if_late(assignment: Assignment) -> None:
    if assignment.state == Assignment.State.CLAIMED:
        return
    lost = AssignmentLost(
        _("Your time ran out and someone else took this HIT, so we cannot use these answers."),
        remedy=_("Take the next HIT."),
    )
    if assignment.state != Assignment.State.EXPIRED:
        raise AssignmentLost(_("This HIT is no longer yours."), remedy=_("Take the next HIT."))
    others = Assignment.objects.filter(hit=assignment.hit_id)
    if others.filter(annotator=assignment.annotator_id, state__in=USED).exists():
        raise lost
    if not has_room_for_late(enrolment := _enrolment_of(assignment)):
        raise AssignmentLost(
            _(
                "We can no longer use your answers to this HIT, because you have already done "
                "the maximum number of HITs."
            ),
            remedy=_("Your submitted HITs are saved and your pay is not affected."),
        )
    if not take_replacement(assignment=assignment):
        raise lost
    make_way_for_late(enrolment)


def _enrolment_of(assignment: Assignment) -> Enrolment:
    return Enrolment.objects.select_related("batch").get(assignments=assignment.pk)


def _store(locked: _Locked, values: Mapping[str, Value], *, seen: str | None) -> None:
    answers: dict[str, Value] = {**values, **derive(locked.spec, values, locked.stimulus)}
    submission = {
        "assignment": Int8(locked.assignment.pk),
        "enrolment": Int8(locked.worker.enrolment_id),
        "language": locked.spec.language,
        "keys": list(answers),
        "numbers": [None if isinstance(value, str) else str(value) for value in answers.values()],
        "texts": [value if isinstance(value, str) else None for value in answers.values()],
        "seen": seen,
    }
    locked.worker = worker = replace(locked.worker, submitted=locked.worker.submitted + 1)
    if _claims_with_it(locked):
        stored = store_and_claim(worker, submission, last_item=locked.last_item)
    else:
        stored = fetch_one(_STORE, submission)
    if stored is None:  # cannot happen: the row is locked and in a valid state
        raise RateroomError(_("This HIT is no longer yours."), remedy=_("Try again."))
    locked.assignment.state, locked.assignment.shown_language = (
        Assignment.State.SUBMITTED,
        locked.spec.language,
    )
    locked.assignment.submitted_at, locked.following = stored
    locked.assignment.ended_at = None


def _claims_with_it(locked: _Locked) -> bool:
    """Return whether the statement that stores the answers can also claim the next HIT."""
    worker = locked.worker
    if not locked.claims or worker.prefetched_id or worker.code_is_due or _pause(locked):
        return False
    try:
        refuse_if_closed_to(worker)
    except NothingLeft:
        return False
    return True


def may_submit_late(*, annotator: User, assignment_id: int) -> bool:
    """Return whether answers to this HIT would still be accepted. An overdue HIT can be submitted
    late while its assignment is not taken and the person has not reached their limit."""
    own = Assignment.objects.get(pk=assignment_id, annotator=annotator)
    if own.state != Assignment.State.EXPIRED:
        return own.state == Assignment.State.CLAIMED
    others = Assignment.objects.filter(hit=own.hit_id)
    if others.filter(annotator=annotator, state__in=USED).exists():
        return False
    if not has_room_for_late(_enrolment_of(own)):
        return False
    if is_check(own):
        return CheckCredit.objects.filter(batch=own.batch_id).exists()
    return others.filter(state__in=UNTAKEN).exists()
