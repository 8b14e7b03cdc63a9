"""Taking answers in: a submission is stored once whatever the browser repeats, and a draft is kept until then."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from hits.claims import NothingLeft, claim_assignment, hand_out
from hits.concerns import raise_concerns
from hits.models import Assignment, Batch, Draft
from hits.places import COLUMNS, WORKER, WORKER_SIZE, Worker
from hits.shown import words
from hits.viewing import record_viewing
from people.models import User
from people.statements import Int8, fetch_one
from surveys.base import Stimulus
from surveys.columns import derive
from surveys.errors import RateroomError
from surveys.forms import Checked, check_answers
from surveys.guards import Concern
from surveys.models import stored_spec
from surveys.questions import Value, questions
from surveys.spec import Rubric


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


@dataclass(frozen=True)
class _Locked:
    """An assignment under its lock with all that the check and the next claim need."""

    assignment: Assignment
    worker: Worker
    item_id: int
    spec: Rubric
    stimulus: Stimulus


@transaction.atomic
def submit_assignment(
    *, annotator: User, assignment_id: int, raw: Mapping[str, object], confirmed: Collection[str] = ()
) -> Submission:
    """Check `raw` and store the answers. A repeat gives the stored state back and changes nothing.

    Contradictions that the rubric guards against are asked about first, unless named in `confirmed`.

    Submitting wins over expiry: late answers are kept while the place is still free. Raises PlaceLost otherwise.
    """
    return _take_in(_lock(annotator, assignment_id), raw, confirmed)


@transaction.atomic
def submit_and_claim(
    *, annotator: User, assignment_id: int, raw: Mapping[str, object], confirmed: Collection[str] = ()
) -> tuple[Submission, Assignment | NothingLeft | None]:
    """`submit_assignment`, and once the answers are accepted the next HIT or why there is none: one commit for both."""
    locked = _lock(annotator, assignment_id)
    held = locked.assignment.state == Assignment.State.HELD
    result = _take_in(locked, raw, confirmed)
    if not result.accepted:
        return result, None
    try:
        if held and locked.worker.consented:  # so no other HIT is held
            worker = replace(locked.worker, submitted=locked.worker.submitted + 1)
            return result, hand_out(worker, last_item=locked.item_id)
        return result, claim_assignment(annotator=annotator, batch=Batch(pk=locked.worker.batch_id))
    except NothingLeft as reason:  # not an error: the answers are to be committed
        return result, reason


def _take_in(locked: _Locked, raw: Mapping[str, object], confirmed: Collection[str]) -> Submission:
    assignment = locked.assignment
    if assignment.state in Assignment.ANSWERED:
        return Submission(assignment, accepted=True)
    checked = check_answers(questions(locked.spec, locked.stimulus), raw)
    if checked.problems:
        return Submission(assignment, accepted=False, checked=checked)
    # Late answers are not held up by a question: their place may be gone in the meantime.
    if assignment.state == Assignment.State.HELD and (
        concerns := raise_concerns(
            assignment=assignment,
            rubric=locked.spec,
            stimulus=locked.stimulus,
            values=checked.values,
            confirmed=confirmed,
        )
    ):
        return Submission(assignment, accepted=False, checked=checked, concerns=concerns)
    _take_back_if_late(assignment)
    _store(locked, checked.values)
    record_viewing(assignment=assignment, raw=raw.get("seen"))
    return Submission(assignment, accepted=True, checked=checked)


# The enrolment before the assignment, as a claim locks them.
_LOCK = f"""
    select {", ".join(f"a.{name}" for name in COLUMNS)}, {WORKER},
           h.item_id, b.rubric_version_id, i.fields, written.text, second.text
      from hits_assignment a
      join hits_enrolment e on e.id = a.enrolment_id
      join hits_batch b on b.id = a.batch_id
      join surveys_rubricversion v on v.id = b.rubric_version_id
      join hits_hit h on h.id = a.hit_id
      join hits_item i on i.id = h.item_id
      join hits_output written on written.id = h.output_a_id
      left join hits_output second on second.id = h.output_b_id
     where a.id = %(assignment)s and a.annotator_id = %(rater)s
       for no key update of e, a
"""


def _lock(annotator: User, assignment_id: int) -> _Locked:
    row = fetch_one(_LOCK, {"assignment": Int8(assignment_id), "rater": Int8(annotator.pk)})
    if row is None:
        raise Assignment.DoesNotExist
    own, more = len(COLUMNS), len(COLUMNS) + WORKER_SIZE
    assignment, worker = Assignment.from_db("default", COLUMNS, row[:own]), Worker(*row[own:more])
    item_id, version_id, fields, text_a, text_b = row[more:]
    stimulus = words(json.loads(fields), text_a, text_b, assignment.shown_order)
    return _Locked(assignment, worker, item_id, stored_spec(version_id, worker.rubric_sha256), stimulus)


def _take_back_if_late(assignment: Assignment) -> None:
    if assignment.state == Assignment.State.HELD:
        return
    lost = PlaceLost(
        _("Your time for this HIT was over and somebody else has taken it, so these answers cannot be counted."),
        remedy=_("Take the next HIT; nothing you submitted before is affected."),
    )
    if assignment.state != Assignment.State.EXPIRED:
        raise PlaceLost(_("You returned this HIT, so it is no longer yours."), remedy=_("Take the next one."))
    others = Assignment.objects.filter(hit=assignment.hit_id)
    if others.filter(annotator=assignment.annotator_id, state__in=Assignment.USED).exists():
        raise lost
    replacement = others.filter(state=Assignment.State.FREE).select_for_update(skip_locked=True).first()
    if replacement is None:
        raise lost
    replacement.delete()


_STORE = """
    with given as (
        insert into hits_answer (assignment_id, key, number, text)
        select %(assignment)s, key, number::integer, text
          from unnest(%(keys)s::text[], %(numbers)s::text[], %(texts)s::text[]) as one(key, number, text)
    ), undrafted as (
        delete from hits_draft where assignment_id = %(assignment)s
    ), counted as (
        update hits_enrolment set submitted = submitted + 1 where id = %(enrolment)s
    )
    update hits_assignment set state = 'submitted', submitted_at = statement_timestamp(), ended_at = null
     where id = %(assignment)s and state in ('held', 'expired') returning submitted_at
"""


def _store(locked: _Locked, values: Mapping[str, Value]) -> None:
    kept: dict[str, Value] = {**values, **derive(locked.spec, values)}
    stored = fetch_one(
        _STORE,
        {
            "assignment": Int8(locked.assignment.pk),
            "enrolment": Int8(locked.worker.enrolment_id),
            "keys": list(kept),
            "numbers": [str(value) if isinstance(value, int) else None for value in kept.values()],
            "texts": [value if isinstance(value, str) else None for value in kept.values()],
        },
    )
    if stored is None:  # the row is locked and its state was read, so this cannot be; never store answers of no one
        raise RateroomError(_("The HIT changed in the same moment."), remedy=_("Submit again."))
    locked.assignment.state = Assignment.State.SUBMITTED
    (locked.assignment.submitted_at,), locked.assignment.ended_at = stored, None


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
