"""Tests of rejection by a rule in batches paid through Prolific: whole sessions, and only for
reasons that Prolific accepts."""

import pytest

from hits.models import Assignment, Batch, GoldKey
from quality.declared.applying import CannotReject, why_not
from quality.declared.declaring import declare_rule
from quality.declared.rejecting import reject_declared
from recruiting.prolific import tasks
from recruiting.prolific.deciding import NotDecidable
from recruiting.prolific.models import OutgoingCall
from recruiting.rejection import notes_on_rejection
from tests import world
from tests.recruiting.prolific.prolific_lab import make_lab

pytestmark = pytest.mark.django_db
WRONG = world.GOOD | {"coherence": "3"}
MESSAGE = (
    "A HIT whose answer is known was answered otherwise, and the study takes two minutes. " * 2
)


def prepare(draft: Batch) -> None:
    item = draft.dataset.items.order_by("-pk").first()
    for output in item.outputs.all():
        rules = [{"question": "coherence", "accepted": [1]}]
        GoldKey.objects.create(batch=draft, item=item, output_ids=[output.pk], rules=rules)
    for name, number in (("gold-failed", 1), ("faster", 10)):
        declare_rule(batch_id=draft.pk, name=name, number=number, effect="reject", by=None)


@pytest.fixture
def lab(prolific):
    """A lab with two finished people. The first one failed the initial gold HIT."""
    made = make_lab(prolific, prepare=prepare, first_checks=1, most_annotators=3)
    for participant, answers in (("p1", WRONG), ("p2", world.GOOD)):
        session, browser = made.person(participant)
        made.come_in(session, browser)
        annotator = made.enrolment(session).annotator
        for raw in (answers, world.GOOD):
            world.rate(annotator, made.batch, raw)
        browser.post(made.exit)
        prolific.move(session, "AWAITING REVIEW")
    tasks.follow()
    return made


def test_a_rule_rejects_sittings_and_only_on_a_ground_that_prolific_takes(lab):
    by_gold, by_time = (
        lab.batch.declared_rules.get(name=name) for name in ("gold-failed", "faster")
    )
    assert why_not(by_gold) == ""
    with pytest.raises(CannotReject, match="only one speed rule"):
        reject_declared(declared=by_time, reason=MESSAGE, by=None)
    with pytest.raises(NotDecidable, match="at least 100"):
        reject_declared(declared=by_gold, reason="Failed.", by=None)
    assert not Assignment.objects.filter(state="rejected").exists()
    # The gold HIT and the other one: a sitting is decided on as a whole.
    assert reject_declared(declared=by_gold, reason=MESSAGE, by=None) == 2
    assert reject_declared(declared=by_gold, reason=MESSAGE, by=None) == 0
    call = OutgoingCall.objects.get()
    assert (call.kind, call.values) == (
        "reject",
        {"category": "FAILED_CHECK", "message": MESSAGE.strip()},
    )
    people = Assignment.objects.filter(state="rejected").values_list("enrolment", flat=True)
    assert len(set(people)) == 1
    assert Assignment.objects.filter(state="submitted").count() == 2


def test_other_panels_are_named():
    batch = world.live_batch(world.project())
    for name in ("SONA", "Besample"):
        batch.panels.create(name=name, person_parameter="id", cap=1)
    besample, sona = notes_on_rejection(batch)
    assert "not know which reasons for rejection Besample accepts" in besample
    assert "SONA gives credit" in sona
