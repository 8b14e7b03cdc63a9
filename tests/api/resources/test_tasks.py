"""Tests of background tasks in the API: started, listed, cancelled and started again. The client
waits for them."""

import io
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from api.models import KeyedWrite
from hits.background import asking
from hits.background.performing import perform_task
from hits.batches.preflight import standing
from hits.models import BackgroundTask, ExportSnapshot
from quality import long_rules
from stimuli.models import Dataset, Output
from stimuli.store import storage_name
from tests import world
from tests.api.program import Program, Readable, whole

pytestmark = pytest.mark.django_db
CLIENT = Path(__file__).parents[3] / "client"
EXCLUDED = {"rule": "faster", "number": 3600}


@pytest.fixture
def batch(monkeypatch):
    monkeypatch.setattr(asking, "MOST_ROWS", 0)
    monkeypatch.setattr(asking, "MOST_ITEMS", 0)
    monkeypatch.setattr(long_rules, "MOST_ANSWERS", 0)
    project = world.project()
    batch = world.live_batch(project, world.dataset(project, items=1))
    world.rate(world.annotator(), batch)
    return batch


@pytest.fixture
def program(batch):
    return Program(world.researcher(batch.project), "read write")


def done(program, answer):
    """Perform the task that the request created. Return it as read from the API."""
    assert answer.status_code == 202, answer.content
    task = answer.json()
    assert answer["Location"] == task["address"] == f"/api/v1/tasks/{task['id']}"
    assert (task["state"], task["snapshot"]) == ("waiting", None)
    perform_task(task_id=task["id"])
    return program.read(task["address"])


def test_a_long_snapshot_is_a_workers_and_the_task_leads_to_it(batch, program):
    address = f"batches/{batch.pk}/snapshots"
    key = {"HTTP_IDEMPOTENCY_KEY": "tuesday"}
    answer = program.post(address, {"file_format": "jsonl"}, **key)
    task = done(program, answer)
    snapshot = ExportSnapshot.objects.get()
    assert (task["kind"], task["state"], task["subject"]) == ("snapshot", "done", batch.pk)
    assert task["result"] == {"sha256": snapshot.sha256}
    assert len(whole(program.get(task["snapshot"]))) == snapshot.size
    again = program.post(address, {"file_format": "jsonl"}, **key)
    assert (again.json(), again["Idempotency-Replayed"]) == (answer.json(), "true")
    assert again["Location"] == answer["Location"]
    assert BackgroundTask.objects.count() == 1


@pytest.mark.parametrize(("ended", "is_new"), [("failed", True), ("cancelled", False)])
def test_the_key_of_a_failed_task_is_tried_anew_and_of_a_cancelled_one_leads_to_it(
    batch, program, ended, is_new
):
    address, key = f"batches/{batch.pk}/exclusions", {"HTTP_IDEMPOTENCY_KEY": "tuesday"}
    first = program.post(address, EXCLUDED, **key).json()["id"]
    BackgroundTask.objects.update(state=ended, finished_at=timezone.now())
    answers = [program.post(address, EXCLUDED, **key) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert [answer["Idempotency-Replayed"] for answer in answers] == [
        "false" if is_new else "true",
        "true",
    ]
    assert [answer["Location"] for answer in answers] == [answers[0].json()["address"]] * 2
    assert (answers[0].json()["id"] != first, BackgroundTask.objects.count()) == (
        is_new,
        1 + is_new,
    )


def test_another_request_under_the_key_of_a_failed_task_is_refused(batch, program):
    address, key = f"batches/{batch.pk}/exclusions", {"HTTP_IDEMPOTENCY_KEY": "tuesday"}
    program.post(address, EXCLUDED, **key)
    BackgroundTask.objects.update(state="failed", finished_at=timezone.now())
    for _time in range(2):
        refused = program.post(address, EXCLUDED | {"number": 7200}, **key)
        assert (refused.status_code, "another request" in refused.text) == (422, True)
    assert (BackgroundTask.objects.count(), KeyedWrite.objects.count()) == (1, 1)


def test_a_large_dataset_is_deleted_by_a_worker_and_a_used_one_refused(batch, program):
    unused = world.dataset(batch.project, items=2)
    task = done(program, program.ask("DELETE", f"datasets/{unused.pk}"))
    assert (task["kind"], task["state"]) == ("deletion", "done")
    assert list(Dataset.objects.all()) == [batch.dataset]
    refused = program.ask("DELETE", f"datasets/{batch.dataset_id}")
    assert (refused.status_code, BackgroundTask.objects.count()) == (422, 1)


def test_a_large_draft_is_looked_at_and_decided_on_by_a_worker(batch, monkeypatch):
    monkeypatch.setattr(standing, "MOST_OUTPUTS", 0)
    if not default_storage.exists(picture := storage_name("ab" * 32)):  # of the world's dataset
        default_storage.save(picture, ContentFile(b"a picture"))
    money = Program(world.researcher(batch.project))
    draft = world.draft_batch(batch.project, world.dataset(batch.project, items=2))
    texts = Output.objects.filter(item__dataset=draft.dataset)
    texts.update(text=Concat(Value("A long enough text, number "), Cast("pk", CharField())))
    texts.filter(pk=texts.order_by("pk").first().pk).update(text="A lake.")
    preflight, publish = (f"batches/{draft.pk}/{act}" for act in ("preflight", "publish"))
    assert money.post(publish, {}).status_code == 409
    task = done(money, money.get(preflight))
    assert (task["kind"], task["state"]) == ("preflight", "done")
    short = money.read(preflight)["open"][0]
    assert (short["check"], short["items"]) == ("short_outputs", 1)
    decision = money.post(preflight, {"act": "leave_out", "check": "short_outputs"})
    assert money.post(publish, {}).status_code == 409
    assert done(money, decision)["result"] == {"decided": 1}
    done(money, money.get(preflight))
    assert [each["check"] for each in money.read(preflight)["open"]] == ["small_media"]
    assert money.post(publish, {}).json()["state"] == "publishing"


def test_a_rule_over_many_answers_is_applied_and_taken_back_by_a_worker(batch, program):
    address = f"batches/{batch.pk}/exclusions"
    assert program.made(address, EXCLUDED | {"preview": True})["answers"] == 1
    task = done(program, program.post(address, EXCLUDED))
    assert (task["kind"], task["result"]) == ("rule", {"answers": 1})
    excluded = program.read(address)["excluded"]
    assert [(line["rule"], line["answers"]) for line in excluded] == [("faster than 3600 s", 1)]
    back = program.post(f"{address}/take-back", {"rule": excluded[0]["rule"]})
    assert done(program, back)["result"] == {"answers": 1}
    assert [line["standing"] for line in program.read(address)["excluded"]] == [False]


def test_a_declared_rule_over_many_answers_is_applied_by_a_worker(batch):
    money = Program(world.researcher(batch.project))
    draft = world.draft_batch(batch.project, batch.dataset)
    rules = f"batches/{draft.pk}/rules"
    (declared,) = money.made(rules, EXCLUDED | {"effect": "exclude"})["declared"]
    world.rate(world.annotator(), world.publish(draft))
    task = done(money, money.post(f"{rules}/{declared['id']}/apply", {}))
    assert (task["kind"], task["result"]) == ("rule", {"answers": 1})


def test_a_rejection_is_begun_again_with_the_scope_money_alone(batch, program):
    state = BackgroundTask.State.FAILED
    parameters = {"act": "reject", "declared": 1, "reason": "Why."}
    task = BackgroundTask.objects.create(
        project=batch.project,
        kind="rule",
        subject_id=batch.pk,
        subject_name="Batch",
        parameters=parameters,
        parameters_sha256="0" * 64,
        state=state,
        finished_at=timezone.now(),
        created_by=program.row.user,
    )
    address = f"tasks/{task.pk}/again"
    assert program.post(address).status_code == 403
    task.refresh_from_db()
    assert task.state == state
    money = Program(program.row.user)
    assert [money.post(address).status_code for _time in range(2)] == [202, 409]


def test_a_task_is_listed_cancelled_and_begun_again(batch, program):
    address = f"tasks/{program.made(f'batches/{batch.pk}/exclusions', EXCLUDED)['id']}"
    assert program.made(f"{address}/cancel")["state"] == "cancelled"
    assert program.read(f"tasks?state=cancelled&project={batch.project_id}")["results"] == [
        program.read(address)
    ]
    assert program.made(f"{address}/again")["state"] == "waiting"
    outsider = Program(world.outsider())
    assert outsider.get(address).status_code == 404
    assert outsider.read("tasks")["results"] == []


def test_the_client_waits_for_a_snapshot_and_for_a_deletion(batch, program, monkeypatch):
    monkeypatch.syspath_prepend(str(CLIENT))
    from rateroom_client import Rateroom

    site = Rateroom("http://testserver", token=program.token)

    def answer_at_once(method, path, take, *, query=None, data=None, headers=None):
        """Send the request in the test's transaction, and perform all tasks immediately."""
        answer = program.ask(method, path, data.decode() if data else None)
        for task in BackgroundTask.under_way():
            perform_task(task_id=task.pk)
        return take(Readable(answer))

    monkeypatch.setattr(site.http, "ask", answer_at_once)
    told = []
    snapshot = site.snapshot(batch.pk, table="long", on_progress=told.append)
    file = io.BytesIO()
    assert site.snapshot_file(batch.pk, snapshot["sha256"], file) == snapshot["size"]
    assert [task["state"] for task in told] == ["waiting", "done"]
    site.delete_dataset(world.dataset(batch.project, items=2).pk)
    assert list(Dataset.objects.all()) == [batch.dataset]
