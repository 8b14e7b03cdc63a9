"""Tests of training and qualification tests: their order, feedback, limit of attempts, and
separation from the batch's responses."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from analysis.data.ratings import batch_frame
from hits.batches.audience import refuse
from hits.batches.pilots import duplicate_batch
from hits.batches.publishing import NotPublishable, pause_batch, publish_batch, resume_batch
from hits.batches.training import is_qualified
from hits.models import Answer, Assignment, Batch, GoldKey, TrainingAnswer, TrainingAttempt
from hits.queue.claiming import NothingLeft, PageFirst, claim_assignment, enrol
from people.models import Act
from quality.gold.passing import holds
from quality.qualifications.granting import Origin, grant, revoke
from quality.training.taking import NotNow, answer, begin
from tests import world
from tests.pages import signed_in, words
from tests.quality.study import WRONG, draft, enrolled, go_through, live, stage

pytestmark = pytest.mark.django_db


def test_training_comes_first_then_the_test_then_the_hits():
    batch = live()
    enrolment = enrolled(batch)
    stages = [stage(enrolment)]
    for _part in range(2):
        with pytest.raises(PageFirst) as first:
            claim_assignment(annotator=enrolment.annotator, batch=batch)
        assert first.value.route == f"/batches/{batch.pk}/training/"
        stages.append(stage(go_through(enrolment)))
    assert stages == ["before_training", "before_test", "done"]
    assert enrolment.next_route == ""
    hit = claim_assignment(annotator=enrolment.annotator, batch=batch).hit
    assert (hit.purpose, batch.hits.filter(purpose="training").count()) == ("main", 4)
    qualified = batch.tested_qualification.people.get()
    assert (qualified.user, qualified.origin, qualified.expires_at) == (
        enrolment.annotator,
        "test",
        None,
    )


def test_what_was_failed_may_be_tried_again_as_often_as_the_batch_says():
    enrolment = enrolled(live(training=0, test=4, test_retries=1))
    assert stage(go_through(enrolment, right=3)) == "retry"  # 75 %, and 80 are needed
    assert enrolment.status == "active"
    assert stage(go_through(enrolment, right=3)) == "failed"
    assert begin(enrolment_id=enrolment.pk) is None
    assert (enrolment.status, enrolment.stop_reason) == (
        "stopped",
        "The test was not passed: 3 of 4 HITs were right, and 80 % were needed.",
    )
    with pytest.raises(NothingLeft, match="The test was not passed"):
        claim_assignment(annotator=enrolment.annotator, batch=enrolment.batch)


def test_who_failed_goes_on_when_they_are_qualified_by_hand():
    batch = live(training=0, test_retries=0)
    enrolment = go_through(enrolled(batch), right=0)
    owner = world.owner(batch.project)
    grant(
        qualification=batch.tested_qualification,
        users=[enrolment.annotator],
        origin=Origin.HAND,
        reason="Two of the answers were right as well.",
        by=owner,
    )
    enrolment.refresh_from_db()
    assert (enrolment.status, enrolment.next_route) == ("active", "")
    assert claim_assignment(annotator=enrolment.annotator, batch=batch).state == "claimed"
    revoke(
        qualification=batch.tested_qualification,
        users=[enrolment.annotator],
        reason="They were not.",
        by=owner,
    )
    enrolment.refresh_from_db()
    assert enrolment.next_route == f"/batches/{batch.pk}/training/"
    verbs = Act.objects.filter(actor=owner).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["qualified", "disqualified"]


def test_who_is_qualified_already_takes_neither():
    first = live()
    enrolment = enrolled(first)
    go_through(enrolment)
    go_through(enrolment)
    second = world.publish(duplicate_batch(batch=first, by=None))
    assert second.gold_keys.values_list("purpose").distinct().count() == 2
    assert enrolled(second).next_route == ""
    assert enrolled(second, world.second_annotator()).next_route != ""


def test_a_qualification_that_is_over_does_not_count():
    batch = live(qualification_days=30)
    person = batch.tested_qualification.people
    enrolment = enrolled(batch)
    go_through(enrolment)
    go_through(enrolment)
    granted = person.get()
    assert granted.expires_at - granted.granted_at == pytest.approx(
        timedelta(days=30), abs=timedelta(minutes=5)
    )
    past = timezone.now() - timedelta(days=60)
    person.update(granted_at=past, expires_at=past + timedelta(days=30))
    assert not is_qualified(
        qualification_id=batch.tested_qualification_id, user_id=enrolment.annotator_id
    )


def test_a_test_is_drawn_and_a_retry_begins_with_what_was_not_met():
    batch = live(training=0, test=6, test_length=3, test_retries=2)
    enrolment = enrolled(batch)
    go_through(enrolment, right=0)
    go_through(enrolment, right=0)
    first, second = (set(attempt.key_ids) for attempt in TrainingAttempt.objects.order_by("pk"))
    assert (len(first), len(second), first & second) == (3, 3, set())


def test_an_answer_is_stored_once_and_only_in_its_turn():
    enrolment = enrolled(live(test=0))
    attempt = begin(enrolment_id=enrolment.pk)
    assert begin(enrolment_id=enrolment.pk) == attempt

    def answered(place: int, value: int):
        return answer(
            enrolment_id=enrolment.pk,
            attempt_id=attempt.pk,
            place=place,
            values={"coherence": value},
        )

    assert answered(1, 1) is None
    stored = answered(0, 3)
    assert (answered(0, 1), TrainingAnswer.objects.get().values) == (stored, {"coherence": 3})
    assert (answered(2, 1), answered(1, 1).passed) == (None, True)
    enrolment.refresh_from_db()
    assert (stage(enrolment), enrolment.next_route) == ("done", "")


def test_none_of_it_is_an_answer_of_the_batch():
    batch = live()
    enrolment = enrolled(batch)
    go_through(enrolment)
    go_through(enrolment)
    assert (
        Assignment.objects.filter(annotator=enrolment.annotator).count(),
        Answer.objects.count(),
    ) == (0, 0)
    assert (enrolment.submitted, enrolment.claims, len(batch_frame(batch).hit.names)) == (0, 0, 0)
    main = batch.hits.filter(purpose="main")
    assert not main.filter(item__in=batch.gold_keys.values("item")).exists()


def test_nothing_is_begun_in_a_batch_that_is_paused_or_not_open_to_them():
    enrolment = enrolled(live())
    pause_batch(batch_id=enrolment.batch_id)
    with pytest.raises(NotNow, match="No HITs are available to you"):
        begin(enrolment_id=enrolment.pk)
    resume_batch(batch_id=enrolment.batch_id)
    refuse(batch=enrolment.batch, users=[enrolment.annotator], by=None)
    with pytest.raises(NotNow, match="not open to you"):
        begin(enrolment_id=enrolment.pk)


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ({"test_length": 3}, "only 2"),
        ({"test": 0, "tested": True}, "has no test HITs"),
        ({"tested_qualification": None}, "the test grants no qualification"),
    ],
)
def test_a_batch_whose_terms_and_hits_do_not_fit_is_not_published(terms, problem):
    batch = draft(test=terms.get("test", 2))
    for name, value in terms.items():
        if name == "tested":
            batch.tested_qualification = draft().tested_qualification
        elif name != "test":
            setattr(batch, name, value)
    batch.save(update_fields=["test_length", "tested_qualification"])
    with pytest.raises(NotPublishable, match=problem):
        publish_batch(batch_id=batch.pk)


def test_the_explanations_of_a_published_batch_never_change():
    batch = live(training=0)
    with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
        GoldKey.objects.filter(batch=batch).update(explanation="Another.")


def test_a_person_has_one_open_attempt():
    enrolment = enrolled(live())
    attempt = begin(enrolment_id=enrolment.pk)
    with pytest.raises(IntegrityError, match="trainingattempt_one_open"), transaction.atomic():
        TrainingAttempt.objects.create(
            enrolment=enrolment, part="test", number=1, key_ids=attempt.key_ids
        )


@pytest.mark.parametrize(
    ("rule", "value", "is_right"),
    [
        ({"accepted": [1, 2]}, 2, True),
        ({"accepted": [1, 2]}, 3, False),
        ({"low": 60, "high": 100}, 60, True),
        ({"low": 60, "high": 100}, 59, False),
        ({"sign": "<=", "other": "b"}, 4, True),
        ({"sign": "<", "other": "b"}, 4, False),
        ({"sign": ">", "other": "c"}, 4, False),
        ({"accepted": [1]}, None, False),
    ],
)
def test_a_rule_holds_as_it_says(rule, value, is_right):
    values = {"b": 4} if value is None else {"a": value, "b": 4}
    assert holds({"question": "a"} | rule, values) is is_right


def test_the_pages_say_where_one_is_and_what_was_right():
    batch = live(test_retries=0)
    client = signed_in(world.annotator())
    page = words(client.get(f"/batches/{batch.pk}/"))
    assert (
        "Training: 2 HITs. You will see the right answers and the reasons after each one." in page
    )
    assert "The training and the test of this batch are not paid." in page
    address = f"/batches/{batch.pk}/training/"
    started = client.post(f"/batches/{batch.pk}/start/", {"consent": "yes"})
    assert (started.status_code, started["Location"]) == (303, address)
    assert "Start" in words(client.get(address))
    assert client.post(f"{address}begin/")["Location"] == address
    assert "Training 1 of 2" in words(client.get(address))
    sent = {"attempt": TrainingAttempt.objects.get().pk, "place": "0"}
    assert client.post(address, sent | {"coherence": "1"}).status_code == 422
    assert client.post(address, sent | WRONG)["Location"] == f"{address}1/"
    feedback = words(client.get(f"{address}1/"))
    assert "Not quite right" in feedback
    assert "Why item-7." in feedback
    assert client.post(address, sent | world.GOOD)["Location"] == f"{address}1/"  # a repeat
    assert client.post(address, sent | world.GOOD | {"place": "1"})["Location"] == f"{address}2/"
    assert "Next is a test of 2 HITs." in words(client.get(address))
    client.post(f"{address}begin/")
    for place in range(2):
        assert f"Test {place + 1} of 2" in words(client.get(address))
        sent = {"attempt": TrainingAttempt.objects.latest("pk").pk, "place": place}
        assert client.post(address, sent | WRONG)["Location"] == address
    result = words(client.get(address))
    assert "Correct HITs: 0 of 2. To pass: 2." in result
    assert "You have no attempts left" in result
    assert client.get(f"{address}3/").status_code == 404


def test_an_audience_asks_for_a_qualification_at_each_claim():
    batch = world.live_batch(world.project())
    wanted = draft(project=batch.project).tested_qualification
    Batch.objects.filter(pk=batch.pk).update(required_qualification=wanted)
    with pytest.raises(NothingLeft, match="not open to you"):
        enrol(annotator=world.annotator(), batch=batch, consent_given=False)
    grant(
        qualification=wanted,
        users=[world.annotator()],
        origin=Origin.HAND,
        reason="Known.",
        by=None,
    )
    assert world.claim(world.annotator(), batch).state == "claimed"
    wanted.people.update(
        granted_at=timezone.now() - timedelta(days=2), expires_at=timezone.now() - timedelta(days=1)
    )
    world.submit(Assignment.objects.get(state="claimed"), world.GOOD)
    with pytest.raises(NothingLeft, match="not open to you"):
        claim_assignment(annotator=world.annotator(), batch=batch)
