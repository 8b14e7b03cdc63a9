"""A batch with training and a qualification test, for the tests of both."""

from hits.models import Batch, Enrolment, GoldKey, Qualification
from hits.queue.claiming import enrol
from quality.training.standing import standing_of
from quality.training.taking import answer, begin
from tests import world

RULES = [{"question": "coherence", "accepted": [1]}]
WRONG = {**world.GOOD, "coherence": "3"}


def draft(*, training: int = 2, test: int = 2, **terms) -> Batch:
    """Return a draft with one output per item. The last items are for training and the test.
    `coherence` 1 is the correct answer."""
    project = terms.pop("project", None) or world.project()
    data = world.dataset(project, items=training + test + 6, systems=("Heron",))
    if test:
        terms["tested_qualification"] = Qualification.objects.get_or_create(
            project=project, name="Reads captions"
        )[0]
    batch = world.draft_batch(project, data, **terms)
    purposes = ["training"] * training + ["test"] * test
    items = list(data.items.order_by("pk"))[-len(purposes) :]
    for place, (item, purpose) in enumerate(zip(items, purposes, strict=True), 1):
        GoldKey.objects.create(
            batch=batch,
            item=item,
            output_ids=[item.outputs.get().pk],
            rules=RULES,
            purpose=purpose,
            place=place,
            explanation=f"Why {item.external_id}.",
        )
    return batch


def live(**terms) -> Batch:
    return world.publish(draft(**terms))


def enrolled(batch: Batch, user=None) -> Enrolment:
    return enrol(annotator=user or world.annotator(), batch=batch, consent_given=True)


def go_through(enrolment: Enrolment, *, right: int | None = None) -> Enrolment:
    """Do the next training or test, with `right` correct answers (None means all)."""
    attempt = begin(enrolment_id=enrolment.pk)
    assert attempt is not None
    for place in range(attempt.asked):
        is_right = right is None or place < right
        answer(
            enrolment_id=enrolment.pk,
            attempt_id=attempt.pk,
            place=place,
            values={"coherence": 1 if is_right else 3},
        )
    enrolment.refresh_from_db()
    return enrolment


def stage(enrolment: Enrolment) -> str:
    return standing_of(Enrolment.objects.get(pk=enrolment.pk)).stage.value
