"""Tests of the page of a background task: its progress, cancelling and restarting."""

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analysis.models import Report
from desk.background.kinds import BY_KIND
from desk.background.listing import SOURCES, tasks_of
from hits.background import asking
from hits.background.performing import perform_task
from hits.models import BackgroundTask, DeclaredRule, Exclusion, ExportSnapshot
from judges.models import JudgeRun
from people.models import Project
from quality import long_rules
from quality.declared.declaring import declare_rule
from quality.long_rules import is_long_declared
from stimuli.models import DatasetImport
from tasks.long_work.rows import LongWork
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch(monkeypatch):
    monkeypatch.setattr(asking, "MOST_ROWS", 0)
    monkeypatch.setattr(asking, "MOST_ITEMS", 0)
    monkeypatch.setattr(long_rules, "MOST_ANSWERS", 0)
    project = world.project()
    batch = world.live_batch(project, world.dataset(project, items=1))
    world.rate(world.annotator(), batch)
    return batch


def test_every_kind_of_work_has_words_for_its_page():
    assert set(BY_KIND) == set(BackgroundTask.Kind.values)


def keep(client, batch):
    sent = {"table": "wide", "file_format": "csv", "states": ["submitted"], "pseudonyms": "batch"}
    return client.post(reverse("admin:keep_snapshot", args=[batch.pk]), sent)


def test_a_long_export_is_kept_by_a_worker_and_the_page_follows_it(batch):
    client = signed_in(world.researcher(batch.project))
    answer = keep(client, batch)
    task = BackgroundTask.objects.get()
    page = reverse("admin:task", args=[task.pk])
    assert (answer.status_code, answer.url) == (302, page)
    assert "Waiting" in words(client.get(page))
    export = client.get(reverse("admin:export", args=[batch.pk]))
    assert "In progress" in words(export)
    assert page in export.content.decode()
    perform_task(task_id=task.pk)
    with CaptureQueriesContext(connection) as queries:
        part = client.get(reverse("admin:task_part", args=[task.pk]))
    assert len(queries) == 2
    snapshot = ExportSnapshot.objects.get()
    assert reverse("admin:snapshot", args=[batch.pk, snapshot.sha256]) in part.content.decode()


def test_a_person_cancels_it_and_has_it_begin_again(batch):
    client = signed_in(world.researcher(batch.project))
    keep(client, batch)
    task = BackgroundTask.objects.get()
    act = reverse("admin:act_on_task", args=[task.pk])
    assert "Cancelled by rita. Nothing changed." in words(
        client.post(act, {"act": "cancel"}, follow=True)
    )
    assert "Waiting" in words(client.post(act, {"act": "again"}, follow=True))
    perform_task(task_id=task.pk)
    assert "This page was out of date" in words(client.post(act, {"act": "cancel"}, follow=True))
    viewer = signed_in(world.viewer(batch.project))
    assert viewer.post(act, {"act": "cancel"}).status_code == 403


def test_a_large_data_set_is_deleted_by_a_worker(batch):
    client = signed_in(world.researcher(batch.project))
    unused = world.dataset(batch.project, items=2)
    put_away = "admin:put_away"
    answer = client.post(reverse(put_away, args=["dataset", unused.pk]), {"action": "delete"})
    task = BackgroundTask.objects.get()
    assert answer.url == reverse("admin:task", args=[task.pk])
    perform_task(task_id=task.pk)
    assert f"“{unused}” deleted." in words(client.get(answer.url))
    used = reverse(put_away, args=["dataset", batch.dataset_id])
    refused = client.post(used, {"action": "delete"}, follow=True)
    assert "Still in use (Batches: 1)." in words(refused)
    assert BackgroundTask.objects.count() == 1


def test_a_rule_over_many_answers_is_a_workers_and_so_is_taking_it_back(batch):
    client = signed_in(world.researcher(batch.project))
    act = reverse("admin:exclude", args=[batch.pk])
    for sent, outcome, standing in [
        ({"rule": "faster", "number": "3600"}, "1 response excluded.", 1),
        ({"take_back": "faster than 3600 s"}, "1 response included again.", 0),
    ]:
        answer = client.post(act, sent)
        task = BackgroundTask.objects.latest("pk")
        assert answer.url == reverse("admin:task", args=[task.pk])
        perform_task(task_id=task.pk)
        page = client.get(answer.url)
        assert outcome in words(page)
        assert reverse("admin:exclusions", args=[batch.pk]) in page.content.decode()
        assert Exclusion.objects.filter(taken_back_at=None).count() == standing


@pytest.mark.parametrize(
    ("effect", "outcome"), [("exclude", "1 response excluded."), ("reject", "1 response rejected.")]
)
def test_a_declared_rule_over_many_answers_is_applied_by_a_worker(batch, effect, outcome):
    draft = world.draft_batch(batch.project, batch.dataset)
    declare_rule(batch_id=draft.pk, name="faster", number=3600, effect=effect, by=None)
    live = world.publish(draft)
    world.rate(world.annotator(), live)
    client = signed_in(world.researcher(batch.project))
    act = reverse("admin:act_on_rules", args=[live.pk])
    sent = {"apply": "1", "declared": live.declared_rules.get().pk}
    if effect == "reject":
        refused = client.post(act, sent, follow=True)
        assert "Give a reason." in words(refused)
    answer = client.post(act, sent | {"reason": "Too fast."})
    perform_task(task_id=BackgroundTask.objects.get().pk)
    assert outcome in words(client.get(answer.url))
    left_out = Exclusion.objects.get(assignment__batch=live, taken_back_at=None)
    assert left_out.reason == ("Too fast." if effect == "reject" else "")


def test_a_rejection_of_many_is_a_workers_where_leaving_out_is_not(batch, monkeypatch):
    monkeypatch.setattr(long_rules, "MOST_ANSWERS", 5)
    monkeypatch.setattr(long_rules, "MOST_REJECTED", 1)
    draft = world.draft_batch(batch.project, batch.dataset, annotators_per_hit=2)
    rules = [DeclaredRule(batch=draft, effect=effect) for effect in ("exclude", "reject")]
    assert [is_long_declared(rule) for rule in rules] == [False, False]
    live = world.publish(draft)
    for annotator in (world.annotator(), world.second_annotator()):
        world.rate(annotator, live)
    assert [is_long_declared(rule) for rule in rules] == [False, True]


def test_one_page_lists_every_kind_of_long_task(batch, client):
    project = batch.project
    table = ContentFile(b"text\nA moth\n", "moths.csv")
    DatasetImport.objects.create(
        project=project, dataset_name="Moths", state="prepared", table=table
    )
    Report.objects.create(batch=batch, content_key="k", state="outdated")
    JudgeRun.objects.create(batch=batch, name="Ada", state="paused", stopped_because="No money.")
    owner = world.owner(project)
    client.force_login(owner)
    keep(client, batch)
    elsewhere = world.project(name="Elsewhere")
    world.live_batch(elsewhere, world.dataset(elsewhere, items=1), title="Not yours")
    world.draft_batch(project, batch.dataset, title="Never published")
    rows, following = tasks_of(Project.objects.filter(pk=project.pk), None)
    assert [(str(row.kind), row.name, str(row.state)) for row in rows] == [
        ("Save snapshot", batch.title, "waiting"),
        ("Judge run", f"Ada · {batch.title}", "failed"),
        ("Report", batch.title, "cancelled"),
        ("Import", "Moths", "waiting"),
        ("Publishing", batch.title, "done"),
    ]
    assert following is None
    page = client.get(reverse("admin:tasks"))
    assert [row.address for row in page.context["rows"]] == [row.address for row in rows]
    for row in rows:
        assert client.get(row.address).status_code in {200, 302}
    assert "Never published" not in words(page)
    assert "Not yours" not in words(page)


def test_every_kind_of_long_work_is_listed():
    listed = {source.rows(Project.objects.none()).model for source in SOURCES}
    assert listed == set(LongWork.__subclasses__())


def test_the_list_of_tasks_has_pages(batch, client, monkeypatch, django_assert_num_queries):
    for number in range(3):
        DatasetImport.objects.create(project=batch.project, dataset_name=f"Moths {number}")
    monkeypatch.setattr("desk.background.listing.PER_PAGE", 3)
    projects = Project.objects.filter(pk=batch.project_id)
    with django_assert_num_queries(len(SOURCES)):
        first, following = tasks_of(projects, None)
    rest, end = tasks_of(projects, following)
    assert [row.name for row in first + rest] == ["Moths 2", "Moths 1", "Moths 0", batch.title]
    assert end is None
    client.force_login(world.owner(batch.project))
    page = client.get(reverse("admin:tasks"), {"before": following.isoformat()})
    assert [row.name for row in page.context["rows"]] == [batch.title]
    for wrong in ("x", "2026-13-01T00:00:00+00:00", "2026-01-01T00:00:00"):
        assert client.get(reverse("admin:tasks"), {"before": wrong}).status_code == 200
