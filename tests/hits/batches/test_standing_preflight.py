"""Tests of pre-publish checks run by the worker: how long a result is valid, and when it is
renewed."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from core.errors import RateroomError
from hits.background.asking import ask_for_decision, ask_for_preflight, begin_again, cancel_task
from hits.background.performing import perform_task
from hits.batches.drafting import change_draft
from hits.batches.preflight import standing
from hits.batches.preflight.choices import leave_items_out, mask_outputs, take_items_in
from hits.batches.preflight.running import preflight
from hits.models import BackgroundTask, Batch, GoldKey
from stimuli.models import Item, Output
from stimuli.store import storage_name
from tests import world
from tests.hits.queue.test_gold import RULES

pytestmark = pytest.mark.django_db
State = BackgroundTask.State


@pytest.fixture
def batch():
    """A draft in which two outputs name their own system and one output is very short."""
    project = world.project()
    data = world.dataset(project, items=4)
    name = storage_name("ab" * 32)  # of the world's picture
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(b"a picture"))
    for output in Output.objects.filter(item__dataset=data):
        Output.objects.filter(pk=output.pk).update(text=f"A long enough text, number {output.pk}.")
    named = Output.objects.filter(item__dataset=data, item__external_id="item-2")
    named.update(text="As ChatGPT I would say that this is a harbour.")
    first = Output.objects.filter(item__dataset=data, item__external_id="item-1")
    first.filter(system__name="Heron").update(text="A lake.")
    return world.draft_batch(project, data)


def ask(batch) -> BackgroundTask:
    stored = Batch.objects.get(pk=batch.pk)
    return ask_for_preflight(batch=stored, by=world.researcher(batch.project))


def look(batch) -> BackgroundTask:
    task = ask(batch)
    perform_task(task_id=task.pk)
    task.refresh_from_db()
    return task


def test_what_a_worker_finds_is_what_the_request_would(batch):
    task = look(batch)
    assert (task.state, task.total) == (State.DONE, 9)
    seen, here = standing.standing(batch), preflight(batch)
    assert (seen.open, seen.clean, seen.looked_at) == (here.open, here.clean, task.finished_at)
    assert [finding.check for finding in seen.open] == [
        "named_systems",
        "doubled_outputs",
        "short_outputs",
        "duplicate_media",
        "small_media",
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda batch: change_draft(
            batch_id=batch.pk, changes={"sample_rule": "count", "sample_count": 3}
        ),
        lambda batch: change_draft(
            batch_id=batch.pk, changes={}, systems=[batch.systems.order_by("pk")[0].pk]
        ),
        lambda batch: change_draft(
            batch_id=batch.pk, changes={"rubric_version": world.version("key-points")}
        ),
        lambda batch: leave_items_out(
            batch_id=batch.pk, check="short_outputs", by=world.researcher(batch.project)
        ),
        lambda batch: mask_outputs(batch_id=batch.pk, by=world.researcher(batch.project)),
    ],
    ids=["sample", "systems", "rubric", "left out", "masked"],
)
def test_a_changed_draft_is_looked_at_anew(batch, change):
    first = look(batch)
    change(batch)
    draft = Batch.objects.get(pk=batch.pk)
    assert standing.standing(draft) is None
    assert look(draft) != first
    assert standing.standing(draft).open == preflight(draft).open


def test_what_the_checks_do_not_read_changes_nothing(batch):
    look(batch)
    change_draft(batch_id=batch.pk, changes={"reward": 9, "title": "Another"})
    leave_items_out(batch_id=batch.pk, check="empty_outputs", by=world.researcher(batch.project))
    assert standing.standing(Batch.objects.get(pk=batch.pk)) is not None


def test_after_a_day_it_is_looked_at_anew(batch):
    first = look(batch)
    BackgroundTask.objects.update(finished_at=timezone.now() - timedelta(days=1))
    assert standing.standing(batch) is None
    assert ask(batch) != first
    assert BackgroundTask.objects.count() == 1


def test_a_draft_that_changes_meanwhile_has_no_result(batch, monkeypatch):
    find = standing.find

    def changing(draft, **options):
        findings = find(draft, **options)
        Batch.objects.filter(pk=draft.pk).update(seed=draft.seed + 1)
        return findings

    monkeypatch.setattr(standing, "find", changing)
    task = look(batch)
    assert (task.state, task.result) == (State.FAILED, {})
    assert task.error == ("Pre-publish check: The draft has changed since the last check.")


def test_a_look_at_an_older_draft_is_cancelled(batch):
    older = ask(batch)
    assert ask(batch) == older
    leave_items_out(batch_id=batch.pk, check="short_outputs", by=world.researcher(batch.project))
    newer = ask(batch)
    older.refresh_from_db()
    assert (older.state, older.cancelled_by) == (State.CANCELLED, None)
    assert newer.state == State.WAITING
    take_items_in(batch_id=batch.pk, check="short_outputs")
    assert standing.standing(Batch.objects.get(pk=batch.pk)) is None


def test_one_that_was_cancelled_waits_for_a_person(batch):
    task = ask(batch)
    cancel_task(task=task, by=task.created_by)
    assert ask(batch) == task
    assert begin_again(task=task, by=task.created_by)
    perform_task(task_id=task.pk)
    assert standing.standing(batch) is not None


def without_first(batch) -> None:
    leave_items_out(batch_id=batch.pk, check="short_outputs", by=world.researcher(batch.project))


def with_first(batch) -> None:
    take_items_in(batch_id=batch.pk, check="short_outputs")


def test_a_draft_that_returns_to_an_earlier_state_is_looked_at_again(batch):
    superseded = ask(batch)
    without_first(batch)
    ask(batch)
    with_first(batch)
    again = look(batch)
    assert (again != superseded, again.state) == (True, State.DONE)
    assert standing.standing(batch) is not None


def test_what_was_found_in_the_same_draft_counts_whatever_came_later(batch):
    first = look(batch)
    later = BackgroundTask.objects.get()
    later.pk, later.result = None, {**first.result, "fingerprint": "of another draft"}
    later.save(force_insert=True)
    assert standing.standing(batch).looked_at == first.finished_at


def test_leaving_the_same_item_out_again_is_the_same_draft(batch):
    without_first(batch)
    look(batch)
    with_first(batch)
    without_first(batch)
    assert standing.standing(batch) is not None


def test_other_known_answers_of_the_same_sum_are_another_draft(batch):
    items = list(Item.objects.filter(dataset=batch.dataset_id).order_by("pk"))
    low = items[0].pk
    assert [item.pk for item in items] == [low, low + 1, low + 2, low + 3]
    prints = set()
    for pair in ((0, 3), (1, 2)):
        GoldKey.objects.filter(batch=batch).delete()
        for place in pair:
            shown = list(items[place].outputs.values_list("pk", flat=True))
            GoldKey.objects.create(batch=batch, item=items[place], output_ids=shown, rules=RULES)
        prints.add(standing.fingerprint(batch))
    assert len(prints) == 2


def test_a_retest_in_the_pilot_changes_nothing(batch):
    pilot = world.live_batch(batch.project, batch.dataset)
    Batch.objects.filter(pk=batch.pk).update(pilot=pilot, without_pilot_items=True)
    draft = Batch.objects.get(pk=batch.pk)
    before = standing.fingerprint(draft)
    retest = pilot.hits.earliest("pk")
    retest.pk, retest.purpose = None, "retest"
    retest.save(force_insert=True)
    assert standing.fingerprint(draft) == before


def decision(batch, act: str) -> BackgroundTask:
    check = {"leave_out": "short_outputs", "mask": "named_systems"}[act]
    return ask_for_decision(batch=batch, act=act, check=check, by=world.researcher(batch.project))


def test_a_look_from_another_tab_leaves_a_decision_alone(batch):
    deciding = decision(batch, "leave_out")
    ask(batch)
    deciding.refresh_from_db()
    assert deciding.state == State.WAITING


def test_a_second_decision_waits_for_the_first_and_says_so(batch):
    first = decision(batch, "leave_out")
    assert decision(batch, "leave_out") == first
    with pytest.raises(RateroomError, match="A decision on another finding is still being applied"):
        decision(batch, "mask")
    perform_task(task_id=first.pk)
    assert decision(batch, "mask").state == State.WAITING


def test_of_a_draft_that_was_published_meanwhile_its_state_is_named(batch):
    task = ask(batch)
    Batch.objects.filter(pk=batch.pk).update(state=Batch.State.PUBLISHING, fee="0.01")
    perform_task(task_id=task.pk)
    task.refresh_from_db()
    assert task.error == (
        "Rate a description: This batch is no longer a draft. Its state is “Publishing”."
    )
