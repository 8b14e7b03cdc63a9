"""Tests of merging two annotators: what is moved, what is kept, and which merges are refused."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F
from django.urls import reverse

from hits.background.asking import begin_again
from hits.background.performing import perform_task
from hits.models import Assignment, BackgroundTask, Batch, Enrolment, Suspension
from hits.money.bonuses import pay_bonus, pay_goodwill
from hits.money.reconciliation import reconcile
from hits.money.topping_up import top_ups
from hits.money.wages import wages_of
from hits.queue.claiming import NothingLeft
from hits.review.decisions import approve_assignments
from hits.verification.verifying import verify
from payments.paying import earned
from payments.payouts import record_payouts
from people.models import Act, Project, User
from recruiting import long_merges, merging
from recruiting.admitting import admit_to_batch
from recruiting.around.answering import answer_page
from recruiting.around.attaching import attach_page, pages_of, store_page
from recruiting.around.models import PageAnswer
from recruiting.guests.making import make_guest
from recruiting.guests.own_links import guest_of, own_token
from recruiting.merging import NotMerged, merge_people
from surveys.questionnaires.loading import example_source
from surveys.questionnaires.spec import PageKind
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    data_owner = world.project()
    return world.live_batch(
        data_owner, world.dataset(data_owner, items=3), audience="link", reward=Decimal("0.10")
    )


def guest_in(*batches: Batch) -> User:
    user = make_guest()
    for batch in batches:
        admit_to_batch(batch=batch, user=user, channel="link")
    return user


def merge(batch, goes, stays):
    merge_people(project=batch.project, goes=goes, stays=stays, by=world.owner(batch.project))


def test_who_was_suspended_is_so_as_the_other_person_too(batch):
    goes, stays = guest_in(batch), guest_in(batch)
    Suspension.objects.create(project=batch.project, user=goes, kind="stopped", reason="A program.")
    merge(batch, goes, stays)
    assert Suspension.objects.get().user == stays


def whole() -> bool:
    return all(not line.difference for line in reconcile())


def test_two_persons_become_one_and_the_ledger_stays_whole(batch):
    other = world.live_batch(batch.project, audience="link")
    goes, stays = guest_in(batch, other), guest_in(batch)
    for user, turns in ((goes, 2), (stays, 1)):
        done = [world.rate(user, batch).pk for _turn in range(turns)]
        approve_assignments(batch=batch, ids=done, by=None)
    record_payouts(project=batch.project, name="May", by=None)
    pay_goodwill(
        project=batch.project,
        annotator=goes,
        amount=Decimal("0.07"),
        reason="Sorry",
        key="g",
        by=None,
    )
    waiting = world.rate(goes, batch)
    world.claim(goes, other)
    assert whole()
    merge(batch, goes, stays)
    assert whole()
    assert earned(project=batch.project, annotator=goes) == 0
    assert earned(project=batch.project, annotator=stays) == Decimal("0.07")
    enrolment = Enrolment.objects.get(batch=batch, annotator=stays)
    assert (enrolment.submitted, enrolment.claims) == (4, 4)
    mine = Assignment.objects.filter(batch=batch, annotator=stays).order_by("sequence")
    assert list(mine.values_list("sequence", flat=True)) == [1, 2, 3, 4]
    assert set(mine.values_list("enrolment", flat=True)) == {enrolment.pk}
    assert Enrolment.objects.get(batch=other).annotator == stays
    assert Assignment.objects.in_work().count() == 0, "what was in their hands is free again"
    approve_assignments(batch=batch, ids=[waiting.pk], by=None)
    assert earned(project=batch.project, annotator=stays) == Decimal("0.17")
    assert whole()
    # The media have no files here.
    assert {finding.check.name for finding in verify() if finding.broken} <= {"media_there"}
    act = Act.objects.get(verb="merged")
    assert act.after == {"one person": str(stays)}


def test_a_bonus_of_who_goes_counts_as_pay_of_who_stays(batch):
    Project.objects.update(hourly_floor=Decimal("9.00"))
    goes, stays = guest_in(batch), guest_in(batch)
    done = [world.rate(user, batch) for user in (goes, stays)]
    an_hour = timedelta(hours=1)
    Assignment.objects.filter(batch=batch, state="submitted").update(
        accepted_at=F("submitted_at") - an_hour
    )
    approve_assignments(batch=batch, ids=[each.pk for each in done], by=None)
    for assignment in done:
        pay_bonus(assignment=assignment, amount=Decimal("8.90"), reason="Floor", key="b")
    batch = Batch.objects.select_related("project").get(pk=batch.pk)
    before = wages_of([batch])[batch.pk]
    assert (before.median, top_ups(batch).people) == (Decimal("9.00"), [])
    merge(batch, goes, stays)
    after = wages_of([batch])[batch.pk]
    assert (after.people, after.median, after.below) == (1, Decimal("9.00"), 0)
    assert top_ups(batch).people == [], "nobody is paid twice"


def test_a_merge_tells_how_far_it_is_within_one_batch(batch, monkeypatch):
    monkeypatch.setattr(merging, "MOVED_AT_ONCE", 2)
    goes, stays = guest_in(batch), guest_in(batch)
    world.rate(stays, batch)
    for _turn in range(3):
        world.rate(goes, batch)
    told: list[int] = []
    merge_people(
        project=batch.project,
        goes=goes,
        stays=stays,
        by=world.owner(batch.project),
        tell=told.append,
    )
    assert told == [2, 3]
    mine = Assignment.objects.filter(batch=batch, annotator=stays).order_by("sequence")
    assert list(mine.values_list("sequence", flat=True)) == [1, 2, 3, 4]


def test_who_has_gone_comes_back_no_more(batch):
    goes, stays = guest_in(batch), guest_in(batch)
    token = own_token(goes.guest)
    merge(batch, goes, stays)
    goes.refresh_from_db()
    assert (goes.is_active, guest_of(token)) == (False, None)
    with pytest.raises(NothingLeft):
        world.claim(goes, batch)
    world.claim(stays, batch)


def test_a_hit_with_both_keeps_them_apart(batch):
    twice = world.live_batch(batch.project, audience="link", annotators_per_hit=2)
    goes, stays = guest_in(twice), guest_in(twice)
    for user in (goes, stays):
        for _turn in range(3):
            world.rate(user, twice)
    before = list(Assignment.objects.order_by("pk").values())
    with pytest.raises(NotMerged, match="Both people have answered HIT"):
        merge(twice, goes, stays)
    assert list(Assignment.objects.order_by("pk").values()) == before


def test_who_cannot_be_merged(batch):
    goes, stays = guest_in(batch), guest_in(batch)
    with pytest.raises(NotMerged, match="already belong to the same person"):
        merge(batch, goes, goes)
    with pytest.raises(NotMerged, match="without an account"):
        merge(batch, world.annotator(), stays)
    with pytest.raises(NotMerged, match="taken part in this project"):
        merge(batch, goes, world.annotator())
    admit_to_batch(
        batch=world.live_batch(world.project(), audience="link"), user=goes, channel="link"
    )
    with pytest.raises(NotMerged, match="another project"):
        merge(batch, goes, stays)


def test_an_owner_merges_on_the_desk_by_pseudonyms(client, batch):
    goes, stays = guest_in(batch), guest_in(batch)
    names = dict(Enrolment.objects.values_list("annotator", "pseudonym"))
    path = reverse("admin:merge_people", args=[batch.pk])
    form = {"goes": names[goes.pk], "stays": names[stays.pk], "sure": "on"}
    client.force_login(world.researcher(batch.project))
    assert client.post(path, form).status_code == 403
    client.force_login(world.owner(batch.project))
    page = client.post(path, form | {"goes": "R-NOBODY"}).content.decode()
    assert "“R-NOBODY” was not found." in page
    assert "required" in client.post(path, form | {"sure": ""}).content.decode()
    assert User.objects.filter(is_active=False).count() == 0
    page = client.post(path, form, follow=True).content.decode()
    assert "Annotators merged" in page
    assert not User.objects.get(pk=goes.pk).is_active


def test_what_both_told_of_themselves_is_the_answers_of_who_stays():
    draft = world.draft_batch(world.project(), audience="link")
    for page in ("about", "closing"):
        source = example_source(PageKind(page))
        version = store_page(batch=draft, page=page, source=source, by=None)
        attach_page(batch=draft, version=version, by=None)
    batch = world.publish(draft)
    goes, stays = guest_in(batch), guest_in(batch)
    pages = pages_of(batch)
    told = [(goes, "about", "1"), (goes, "closing", "1"), (stays, "about", "2")]
    for user, page, number in told:
        answer_page(
            enrolment_id=Enrolment.objects.get(annotator=user).pk,
            version=pages[page].version,
            raw={"age_band": number, "tools": number},
            language="en",
        )
    merge(batch, goes, stays)
    answers = PageAnswer.objects.filter(visit__enrolment__annotator=stays)
    assert {answer.question: answer.value for answer in answers} == {"age_band": 2, "tools": 1}
    assert PageAnswer.objects.count() == 2


def test_the_work_of_many_answers_is_merged_by_a_worker_for_owners(client, batch, monkeypatch):
    monkeypatch.setattr(long_merges, "MOST_ANSWERS", 1)
    goes, stays = guest_in(batch), guest_in(batch)
    for _turn in range(2):
        world.rate(goes, batch)
    names = dict(Enrolment.objects.values_list("annotator", "pseudonym"))
    form = {"goes": names[goes.pk], "stays": names[stays.pk], "sure": "on"}
    client.force_login(world.owner(batch.project))
    answer = client.post(reverse("admin:merge_people", args=[batch.pk]), form)
    task = BackgroundTask.objects.get()
    assert (task.kind, answer.url) == ("merge", reverse("admin:task", args=[task.pk]))
    researcher = world.researcher(batch.project)
    for by, state in ((researcher, "failed"), (world.owner(batch.project), "done")):
        BackgroundTask.objects.update(created_by=by)
        perform_task(task_id=task.pk)
        task.refresh_from_db()
        assert task.state == state
        begin_again(task=task, by=by)
    assert "Annotators merged" in client.get(answer.url).content.decode()
    assert set(batch.assignments.filter(state="submitted").values_list("annotator")) == {
        (stays.pk,)
    }
