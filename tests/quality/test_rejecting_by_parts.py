"""Tests of rejecting many responses in parts that are committed separately."""

import pytest
from django.db import connection
from django.urls import reverse

from hits.background.asking import begin_again
from hits.background.performing import perform_task
from hits.batches.publishing import close_batch
from hits.models import Assignment, BackgroundTask, Batch, Exclusion
from hits.money.reconciliation import reconcile
from people.models import Act
from quality.declared import rejecting
from quality.declared.declaring import declare_rule
from quality.declared.rejecting import reject_declared
from quality.gold.retiring import retire_gold
from quality.long_rules import ask_for_declared, is_long_declared
from quality.models import PlannedRejection
from tests import world
from tests.hits.queue.test_gold import draft_with_gold
from tests.pages import signed_in, words

State = BackgroundTask.State
WRONG = world.GOOD | {"coherence": "3"}
WRITES_EXCLUSIONS = 'INSERT INTO "hits_exclusion"'


@pytest.fixture(autouse=True)
def one_answer_is_a_part(monkeypatch):
    monkeypatch.setattr(rejecting, "AT_ONCE", 1)


@pytest.fixture
def batch() -> Batch:
    """A batch in which Ann gave the same answers in three HITs, the minimum for the rule."""
    project = world.project()
    draft = world.draft_batch(project, world.dataset(project, items=4), annotators_per_hit=1)
    declare_rule(batch_id=draft.pk, name="same-answers", number=3, effect="reject", by=None)
    batch = world.publish(draft)
    for _turn in range(3):
        world.rate(world.annotator(), batch)
    return batch


@pytest.fixture
def task(batch) -> BackgroundTask:
    return asked(batch)


def asked(batch: Batch, reason: str = "The same throughout.") -> BackgroundTask:
    by = world.researcher(batch.project)
    return ask_for_declared(declared=batch.declared_rules.get(), by=by, reason=reason)


class AtEachPart:
    """A hook that runs the next of `deeds` in each part, before its first HIT is reopened."""

    def __init__(self, *deeds) -> None:
        self.deeds = list(deeds)

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith(WRITES_EXCLUSIONS) and self.deeds:
            self.deeds.pop(0)()
        return execute(sql, params, many, context)


def nothing() -> None:
    """Do nothing."""


def fail() -> None:
    raise ZeroDivisionError


def stop_in_the_second_part(task: BackgroundTask) -> None:
    with connection.execute_wrapper(AtEachPart(nothing, fail)), pytest.raises(ZeroDivisionError):
        perform_task(task_id=task.pk)
    task.refresh_from_db()


def rejected() -> int:
    return Assignment.objects.filter(state="rejected").count()


def wrong_accounts() -> list:
    return [line for line in reconcile() if line.difference]


def have_it_begin_again(task: BackgroundTask) -> None:
    assert begin_again(task=task, by=task.created_by)


def let_its_worker_be_killed(task: BackgroundTask) -> None:
    """Set the task to running again, as if its worker had been killed before storing the result."""
    BackgroundTask.objects.filter(pk=task.pk).update(state="running", finished_at=None, error="")


def ask_anew(task: BackgroundTask) -> None:
    """Request the rejection again, although too few responses match the rule now."""
    batch = Batch.objects.get(pk=task.subject_id)
    assert is_long_declared(batch.declared_rules.get())
    assert asked(batch, "Alike, all of them.") == task


@pytest.mark.django_db
@pytest.mark.parametrize("go_on", [have_it_begin_again, let_its_worker_be_killed, ask_anew])
def test_what_is_rejected_stays_and_the_rest_follows_once(batch, task, go_on):
    free = batch.assignments.filter(state="free")
    before = free.count()
    stop_in_the_second_part(task)
    assert (task.state, task.done, rejected(), free.count()) == (State.FAILED, 1, 1, before + 1)
    assert wrong_accounts() == []
    go_on(task)
    perform_task(task_id=task.pk)
    task.refresh_from_db()
    assert (task.state, task.result, rejected()) == (State.DONE, {"answers": 3}, 3)
    assert free.count() == before + 3
    assert free.values("hit").distinct().count() == before + 3  # one for each HIT
    assert (Exclusion.objects.count(), PlannedRejection.objects.count()) == (3, 0)
    acts = Act.objects.filter(verb=Act.Verb.REJECTED)
    assert [act.after["answers"] for act in acts] == [1, 1, 1]
    assert wrong_accounts() == []


@pytest.mark.django_db
def test_a_batch_that_is_closed_between_the_parts_gets_the_rest_back(batch, task):
    stop_in_the_second_part(task)
    close_batch(batch_id=batch.pk, by=None)
    assert wrong_accounts() == []
    have_it_begin_again(task)
    perform_task(task_id=task.pk)
    assert (rejected(), batch.assignments.filter(state="free").count()) == (3, 0)
    assert wrong_accounts() == []


@pytest.mark.django_db
def test_the_page_says_what_stays_rejected(batch, task):
    page = reverse("admin:task", args=[task.pk])
    client = signed_in(world.researcher(batch.project))
    assert "rejected responses stay rejected" in words(client.get(page))
    client.post(reverse("admin:act_on_task", args=[task.pk]), {"act": "cancel"})
    assert "Cancelled by rita. Nothing changed." in words(client.get(page))
    have_it_begin_again(task)
    stop_in_the_second_part(task)
    text = words(client.get(page))
    assert "1 response was rejected. Try again to reject the others." in text
    assert "othing was changed" not in text


@pytest.mark.django_db
def test_gold_that_is_retired_meanwhile_rejects_nobody():
    draft = draft_with_gold(gold_percent=0, first_checks=2, most_annotators=2)
    declare_rule(batch_id=draft.pk, name="gold-failed", number=2, effect="reject", by=None)
    batch = world.publish(draft)
    for _turn in range(4):
        world.rate(world.annotator(), batch, WRONG)
    task = asked(batch)
    stop_in_the_second_part(task)
    failed = batch.hits.filter(purpose="gold", assignments__annotator=world.annotator()).first()
    key = batch.gold_keys.get(output_ids=failed.output_ids)
    assert retire_gold(key_id=key.pk, reason="Its answer was wrong.", by=None).overturned == 1
    have_it_begin_again(task)
    perform_task(task_id=task.pk)
    task.refresh_from_db()
    assert (task.state, rejected(), PlannedRejection.objects.count()) == (State.DONE, 0, 0)
    assert wrong_accounts() == []


@pytest.mark.django_db(transaction=True)
def test_what_is_cancelled_keeps_the_parts_that_are_done(task):
    beside = connection.copy()

    def cancel() -> None:
        with beside.cursor() as cursor:
            cursor.execute("set lock_timeout = '5s'")  # an earlier part holds the task no more
            cursor.execute(
                "update hits_backgroundtask set state = 'cancelled', finished_at = now()"
            )

    try:
        with connection.execute_wrapper(AtEachPart(nothing, cancel)):
            perform_task(task_id=task.pk)
    finally:
        beside.close()
    task.refresh_from_db()
    assert (task.state, task.done, rejected()) == (State.CANCELLED, 1, 1)
    assert PlannedRejection.objects.count() == 2
    assert wrong_accounts() == []


def by_a_worker(batch: Batch) -> None:
    perform_task(task_id=asked(batch).pk)


def in_the_request(batch: Batch) -> None:
    reject_declared(declared=batch.declared_rules.get(), reason="All alike.", by=None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("way", "parts"), [(by_a_worker, 3), (in_the_request, 1)])
def test_nobody_waits_for_the_batch_while_answers_are_rejected(batch, way, parts):
    free = batch.assignments.filter(state="free")
    taken, before = [], free.count()
    beside = connection.copy()

    def take_batch() -> None:
        with beside.cursor() as cursor:
            cursor.execute("select id from hits_batch for no key update nowait")
            taken.append(rejected())

    try:
        with connection.execute_wrapper(AtEachPart(*[take_batch] * 3)):
            way(batch)
    finally:
        beside.close()
    assert (len(taken), rejected(), free.count()) == (parts, 3, before + 3)
