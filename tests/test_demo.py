"""The demo: loaded once, labelled as simulated, and enough that every page shows something true."""

from collections import Counter

import pytest
from django.core.management import call_command

from analysis.report import batch_report
from hits.demo.accounts import ANNOTATOR, RESEARCHER
from hits.demo.clips import CLIPS
from hits.demo.scenes import SCENES
from hits.ledger import batch_money
from hits.models import Assignment, Batch, Medium
from hits.publishing import promised
from judges.models import JudgeRun
from people.models import Project


@pytest.mark.django_db
def test_the_demo_loads_once_and_balances(client):
    for _again in range(2):
        call_command("load_demo")
    assert Project.objects.get().simulated is True
    assert Counter(Batch.objects.values_list("state", flat=True)) == {"live": 6, "draft": 1}
    assert Medium.objects.count() == len(SCENES) + len(CLIPS)
    for batch in Batch.objects.filter(state="live"):
        assert batch_money(batch).remaining == promised(batch)
    assert Assignment.objects.filter(state="rejected").exclude(reason="").count() == 1
    run = JudgeRun.objects.get()
    assert run.simulated is True
    assert run.verdicts.exclude(error_code="").exists()
    assert {row.alpha.value is not None and row.spearman.value is not None for row in batch_report(run.batch, run)} == {
        True
    }
    for (name, password), paths in (
        (ANNOTATOR, ["/", f"/batches/{run.batch_id}/"]),
        (RESEARCHER, [f"/batches/{run.batch_id}/report/", f"/admin/hits/batch/{run.batch_id}/change/"]),
    ):
        assert client.login(username=name, password=password)
        pages = [client.get(path) for path in paths]
        assert [page.status_code for page in pages] == [200, 200]
        assert ["Simulated" in page.content.decode() for page in pages] == [True, True]
