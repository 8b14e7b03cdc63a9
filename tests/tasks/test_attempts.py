"""Tests of the attempts and the cancellation of long tasks: publishing, reports and judge runs."""

from datetime import timedelta
from decimal import Decimal
from threading import Thread

import pytest
from django.db import connection
from django.utils import timezone

from analysis.models import Report
from analysis.report.computing import perform_report
from analysis.report.illustrating import illustrate
from analysis.requests import cancel_report, report_for, retry_report
from hits.batches import publishing
from hits.batches.publishing import (
    cancel_publishing,
    perform_publication,
    publish_batch,
    take_back_publication,
)
from hits.models import HIT, Assignment, Batch
from hits.money.escrow import batch_money
from hits.money.reconciliation import reconcile
from hits.tasks import take_up_lost
from judges.models import JudgeRun
from judges.runs.running import perform_slice
from judges.runs.starting import cancel_run, pause_run, start_run
from payments.posting import available
from stimuli.models import DatasetImport
from tasks.long_work.rows import MOST_ATTEMPTS, lost
from tests import world
from tests.judges.chat_server import ChatServer
from tests.judges.test_running import judge_run

pytestmark = pytest.mark.django_db
GIVEN_UP = f"The task was started {MOST_ATTEMPTS} times, and its process was killed each time before it finished."


@pytest.fixture
def publishing_batch(monkeypatch):
    """A batch that is being published in two steps."""
    monkeypatch.setattr(publishing, "STEP", 1)
    batch = world.draft_batch(world.project(money="10.00"), annotators_per_hit=2)
    publish_batch(batch_id=batch.pk, by=world.researcher(batch.project))
    return batch


def test_publishing_is_given_up_after_three_attempts(publishing_batch):
    batch = publishing_batch
    Batch.objects.filter(pk=batch.pk).update(attempts=MOST_ATTEMPTS)
    perform_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.hits.count()) == (Batch.State.PUBLISHING, 0)
    assert batch.publish_error == f"{GIVEN_UP} Try again, or cancel and publish a smaller sample."
    assert publishing.retry_publishing(batch_id=batch.pk) is True
    perform_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.attempts, batch.hits.count()) == (Batch.State.LIVE, 1, 4)


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_publication_leaves_a_draft_and_all_the_money(publishing_batch, monkeypatch):
    batch, by = publishing_batch, world.researcher(publishing_batch.project)
    step = publishing.make_step

    def cancel_elsewhere():
        assert cancel_publishing(batch_id=batch.pk, by=by) is True
        connection.close()

    def cancel_in_the_second_step(*args):
        step(*args)
        if batch.hits.count() > 2:
            other = Thread(target=cancel_elsewhere)
            other.start()
            other.join()

    monkeypatch.setattr("tasks.long_work.sending.current_app.send_task", lambda _task, args: None)
    monkeypatch.setattr(publishing, "make_step", cancel_in_the_second_step)
    perform_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.cancelled_by, batch.hits.count()) == (Batch.State.PUBLISHING, by, 2)
    take_back_publication(batch_id=batch.pk)
    take_back_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.cancelled_by, batch.fee, batch.hits_planned) == (
        Batch.State.DRAFT,
        by,
        None,
        0,
    )
    assert (HIT.objects.count(), Assignment.objects.count()) == (0, 0)
    assert (available(batch.project), batch_money(batch).remaining) == (Decimal("10.00"), 0)
    assert [line.difference for line in reconcile() if line.difference] == []
    assert cancel_publishing(batch_id=batch.pk, by=by) is False


def test_what_was_cancelled_is_published_and_cancelled_again(publishing_batch):
    batch, by = publishing_batch, world.researcher(publishing_batch.project)
    for _time in range(2):
        assert cancel_publishing(batch_id=batch.pk, by=by) is True
        take_back_publication(batch_id=batch.pk)
        assert publish_batch(batch_id=batch.pk, by=by) is True
    perform_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.cancelled_by, batch.hits.count()) == (Batch.State.LIVE, None, 4)
    assert available(batch.project) == Decimal("10.00") - 4 * 2 * Decimal("0.06")
    assert [line.difference for line in reconcile() if line.difference] == []
    assert cancel_publishing(batch_id=batch.pk, by=by) is False


def test_publishing_is_cancelled_on_the_batchs_page(publishing_batch, client):
    batch = publishing_batch
    client.force_login(world.researcher(batch.project))
    address = f"/admin/hits/batch/{batch.pk}/running/"
    assert "Cancel" in client.get(address).content.decode()
    assert client.post(f"/admin/hits/batch/{batch.pk}/cancel/").status_code == 302
    assert "Cancelled by rita." in client.get(address).content.decode()
    take_back_publication(batch_id=batch.pk)
    shown = client.get(address, follow=True)
    assert shown.redirect_chain == [(f"/admin/batches/{batch.pk}/steps/publish/", 302)]
    assert "Cancelled by rita." in shown.content.decode()


@pytest.fixture
def report():
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    return report_for(batch)


def test_a_report_is_given_up_after_three_attempts(report):
    Report.objects.filter(pk=report.pk).update(attempts=MOST_ATTEMPTS)
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.error) == (Report.State.FAILED, f"{GIVEN_UP} {Report.REMEDY}")
    assert retry_report(report) is True
    assert (report.state, report.attempts) == (Report.State.WAITING, 0)


def test_figures_that_are_given_up_leave_the_numbers(report):
    perform_report(report_id=report.pk)
    Report.objects.filter(pk=report.pk).update(attempts=MOST_ATTEMPTS)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.illustrated, report.error) == (
        Report.State.DONE,
        True,
        f"{GIVEN_UP} {Report.REMEDY}",
    )
    assert report.figures.count() == 0


def test_a_report_is_cancelled_and_computed_again(report, client):
    batch = report.batch
    address = f"/batches/{batch.pk}/report/{report.pk}"
    client.force_login(world.researcher(batch.project))
    assert f"{address}/cancel/" in client.get(f"/batches/{batch.pk}/report/").content.decode()
    assert client.post(f"{address}/cancel/").status_code == 303
    assert "Cancelled by rita." in client.get(f"/batches/{batch.pk}/report/").content.decode()
    assert client.get(f"{address}/progress/").json()["finished"] is True
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert report.state == Report.State.CANCELLED
    assert client.post(f"{address}/again/").status_code == 303
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.cancelled_by, report.attempts) == (Report.State.DONE, None, 0)


def test_a_report_that_is_cancelled_while_it_is_computed_has_no_result(report, monkeypatch):
    by = world.researcher(report.batch.project)

    def cancel_meanwhile(frame, settings, progress, **more):
        assert cancel_report(report, by=by) is True
        return compare(frame, settings, progress=progress, **more)

    from analysis.report import computing

    compare = computing.compare_batches
    monkeypatch.setattr(computing, "compare_batches", cancel_meanwhile)
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.cancelled_by, report.result) == (Report.State.CANCELLED, by, None)


@pytest.fixture
def server():
    made = ChatServer()
    yield made
    made.close()


def test_a_judge_whose_slices_never_end_is_paused(server):
    run = judge_run(server)
    start_run(run_id=run.pk)
    JudgeRun.objects.filter(pk=run.pk).update(attempts=MOST_ATTEMPTS)
    assert perform_slice(run_id=run.pk) is False
    run.refresh_from_db()
    assert (run.state, run.stopped_because) == (
        JudgeRun.State.PAUSED,
        f"{GIVEN_UP} {JudgeRun.REMEDY}",
    )
    assert start_run(run_id=run.pk) is True
    run.refresh_from_db()
    assert run.attempts == 0


def test_a_judges_run_is_cancelled_and_taken_up_again(server):
    run = judge_run(server)
    by = world.researcher(run.batch.project)
    assert cancel_run(run_id=run.pk, by=by) is False
    start_run(run_id=run.pk)
    assert cancel_run(run_id=run.pk, by=by) is True
    run.refresh_from_db()
    assert (run.state, run.cancelled_by) == (JudgeRun.State.CANCELLED, by)
    assert perform_slice(run_id=run.pk) is False
    assert run.verdicts.count() == 0
    assert start_run(run_id=run.pk) is True
    assert pause_run(run_id=run.pk) is True
    assert cancel_run(run_id=run.pk, by=by) is True


def test_work_whose_worker_is_gone_is_sent_for_again_once(publishing_batch, monkeypatch):
    sent = []
    monkeypatch.setattr("hits.tasks.expand_batch.delay", sent.append)
    monkeypatch.setattr("hits.tasks.withdraw_publication.delay", sent.append)
    take_up_lost()
    assert sent == []
    long_ago = timezone.now() - timedelta(hours=1)
    Batch.objects.filter(pk=publishing_batch.pk).update(sent_at=long_ago)
    take_up_lost()
    take_up_lost()
    assert sent == [publishing_batch.pk]
    cancel_publishing(batch_id=publishing_batch.pk, by=world.researcher(publishing_batch.project))
    Batch.objects.filter(pk=publishing_batch.pk).update(sent_at=long_ago)
    assert list(lost(Batch)) == []
    take_up_lost()
    assert sent == [publishing_batch.pk] * 2


def test_lost_imports_and_reports_are_found(report):
    record = DatasetImport.objects.create(
        project=report.batch.project, dataset_name="Scenes", table="t.csv"
    )
    assert (list(lost(DatasetImport)), list(lost(Report))) == ([], [])
    long_ago = timezone.now() - timedelta(hours=1)
    DatasetImport.objects.update(sent_at=long_ago)
    Report.objects.update(sent_at=long_ago)
    assert (list(lost(DatasetImport)), list(lost(Report))) == ([record.pk], [report.pk])
    assert (list(lost(DatasetImport)), list(lost(Report))) == ([], [])
