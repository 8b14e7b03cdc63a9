"""Storing a result file as a closed batch.

Results, exports and pages read people's ratings from answered assignments. Therefore, each row of
the file becomes an assignment in a batch that assigns no work and moves no money.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from hits.batches.drafting import locked_draft
from hits.batches.input_names import find_input_names
from hits.models import HIT, Answer, Assignment, Batch, Enrolment, Exclusion
from hits.queue.claiming import PSEUDONYM_LETTERS
from hits.review.exclusions import exclude_assignments
from hits.states import RejectionCategory, State
from people.acts import record
from people.models import Act, User
from recruiting.guests.making import make_guest
from recruiting.models import PanelPerson
from recruiting.mturk.checking import Rating, check_results
from recruiting.mturk.reading import read_results

PANEL, CHANNEL = "Mechanical Turk", "mturk"
POSITIONS = 2**31
AT_ONCE = 1000


@transaction.atomic
def import_results(*, batch_id: int, path: Path, by: User) -> Batch:
    """Fill the draft with the ratings in a result file, close it, log this, and return the batch.
    The reward becomes zero, because people were paid elsewhere.

    Raises NotADraft, NotAResultFile, and DocumentError with every invalid row. After an error,
    nothing has changed.
    """
    batch = locked_draft(batch_id)
    spec = batch.rubric_version.spec
    ratings = check_results(batch, read_results(path, letters=spec.letters()))
    hits = _make_hits(batch, ratings)
    enrolments = _enrol_workers(batch, ratings)
    _store(batch, ratings, hits, enrolments, by)
    _close(batch, ratings, len(hits))
    record(
        by,
        Act.Verb.CREATED,
        batch,
        after={"file": path.name, "panel": PANEL, "answers": len(ratings)},
    )
    return batch


def _make_hits(batch: Batch, ratings: Sequence[Rating]) -> dict[tuple[int, ...], HIT]:
    """Create a HIT for each set of outputs, and return the HITs by output ids. A HIT needs one
    annotator for each response that was not rejected, or one annotator if all were rejected."""
    standing = Counter(
        rating.output_ids for rating in ratings if rating.result.state != State.REJECTED
    )
    items = {rating.output_ids: rating.item_id for rating in ratings}
    positions = random.Random(batch.seed)
    hits = [
        HIT(
            batch=batch,
            item_id=item_id,
            output_ids=list(output_ids),
            annotators_wanted=max(1, standing[output_ids]),
            position=positions.randrange(POSITIONS),
        )
        for output_ids, item_id in items.items()
    ]
    hit_by_outputs = dict(
        zip(items, HIT.objects.bulk_create(hits, batch_size=AT_ONCE), strict=True)
    )
    # If all responses to a HIT were rejected, one withdrawn assignment represents the HIT.
    Assignment.objects.bulk_create(
        Assignment(hit=hit, batch=batch, position=hit.position, state=State.WITHDRAWN)
        for output_ids, hit in hit_by_outputs.items()
        if not standing[output_ids]
    )
    return hit_by_outputs


def _enrol_workers(batch: Batch, ratings: Sequence[Rating]) -> dict[str, Enrolment]:
    """Create an enrolment for each worker in the file, and return the enrolments by worker id. A
    worker is the same person in all files of the project, and cannot log in."""
    counts = Counter(rating.result.worker for rating in ratings)
    people = {
        person.outside_id: person.user
        for person in PanelPerson.objects.filter(
            project=batch.project_id, panel_name=PANEL, outside_id__in=counts
        ).select_related("user")
    }
    enrolments, pseudonyms = {}, set()
    for worker, count in counts.items():
        person = people.get(worker) or _make_worker(batch, worker)
        while (name := "R-" + get_random_string(6, PSEUDONYM_LETTERS)) in pseudonyms:
            continue
        pseudonyms.add(name)
        enrolments[worker] = Enrolment(
            batch=batch,
            annotator=person,
            pseudonym=name,
            channel=CHANNEL,
            outside_ids={"WorkerId": worker},
            claims=count,
            submitted=count,
        )
    return dict(zip(enrolments, Enrolment.objects.bulk_create(enrolments.values()), strict=True))


def _make_worker(batch: Batch, worker: str) -> User:
    person = make_guest()
    person.is_active = False
    person.save(update_fields=["is_active"])
    PanelPerson.objects.create(
        project=batch.project, panel_name=PANEL, outside_id=worker, user=person
    )
    return person


def _store(
    batch: Batch,
    ratings: Sequence[Rating],
    hits: dict[tuple[int, ...], HIT],
    enrolments: dict[str, Enrolment],
    by: User,
) -> None:
    """Store the ratings as assignments with their answers. Each worker's assignments are numbered
    in the order of acceptance. Rejected assignments are excluded from the results."""
    sequence: dict[str, int] = defaultdict(int)
    ordered = sorted(ratings, key=lambda rating: (rating.result.accepted_at, rating.result.row))
    rows = []
    for rating in ordered:
        sequence[rating.result.worker] += 1
        enrolment, hit = enrolments[rating.result.worker], hits[rating.output_ids]
        rows.append(
            Assignment(
                hit=hit,
                batch=batch,
                position=hit.position,
                shown_order=rating.order,
                annotator_id=enrolment.annotator_id,
                enrolment=enrolment,
                sequence=sequence[rating.result.worker],
                rubric_sha256=batch.rubric_version.sha256,
                accepted_at=rating.result.accepted_at,
                deadline_at=rating.result.submitted_at,
                submitted_at=rating.result.submitted_at,
                **_decision(rating),
            )
        )
    assignments = Assignment.objects.bulk_create(rows, batch_size=AT_ONCE)
    Answer.objects.bulk_create(
        (
            Answer(
                assignment=assignment,
                key=key,
                number=None if isinstance(value, str) else value,
                text=value if isinstance(value, str) else None,
            )
            for assignment, rating in zip(assignments, ordered, strict=True)
            for key, value in rating.answers.items()
        ),
        batch_size=AT_ONCE,
    )
    rejected = [row.pk for row in assignments if row.state == State.REJECTED]
    if rejected:
        reason = _("Rejected on Mechanical Turk")
        exclude_assignments(
            batch=batch, ids=rejected, rule=Exclusion.REJECTED, by=by, reason=reason
        )


def _decision(rating: Rating) -> dict[str, object]:
    result = rating.result
    decision: dict[str, object] = {"state": result.state, "reason": result.feedback}
    if result.state != State.SUBMITTED:
        decision["decided_at"] = result.decided_at or result.submitted_at
    if result.state == State.REJECTED:
        decision["rejection"] = RejectionCategory.OTHER
        decision["reason"] = result.feedback or _("Rejected on Mechanical Turk")
    return decision


def _close(batch: Batch, ratings: Sequence[Rating], hits: int) -> None:
    """Close the draft. Its sample becomes the items in the file, its price becomes zero, and its
    gold keys are deleted."""
    items = list(dict.fromkeys(rating.result.item for rating in ratings))
    counts = Counter(rating.output_ids for rating in ratings)
    now = timezone.now()
    Batch.objects.filter(pk=batch.pk).update(
        state=Batch.State.CLOSED,
        reward=Decimal(0),
        fee_rule=Batch.FeeRule.FLAT,
        flat_fee=Decimal(0),
        fee_rate=None,
        fee=Decimal(0),
        annotators_per_hit=min(100, max(counts.values())),
        sample_rule=Batch.SampleRule.LIST,
        sample_ids=items,
        sample_count=None,
        sample_fraction=None,
        stratify_by="",
        overlap_percent=None,
        overlap_annotators=None,
        assignments_planned=sum(rating.result.state != State.REJECTED for rating in ratings),
        gold_percent=0,
        retest_percent=0,
        first_checks=0,
        hits_planned=hits,
        hits_made=hits,
        published_at=min(rating.result.accepted_at for rating in ratings),
        closed_at=max(rating.result.submitted_at for rating in ratings),
        done_at=now,
        **find_input_names(batch).noted,
    )
    batch.gold_keys.all().delete()
    batch.refresh_from_db()
