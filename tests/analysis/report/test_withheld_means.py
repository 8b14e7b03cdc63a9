"""Tests that system means are hidden in reports, figures and files until the batch is closed or a
person chooses to see them."""

import pytest
from django.test import Client

from analysis.models import ReportFigure
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.batches.publishing import close_batch
from people.models import Act
from tests import world

pytestmark = pytest.mark.django_db
TELLING = (
    "files/figures.csv",
    "files/comparison.json",
    "files/systems.tex",
    "files/shares.csv",
    "files/wins.md",
    "figures/ranking-naturalness.svg",
)
OTHERS = ("files/agreement.md", "files/agreement.tex", "files/methods.txt", "figures/order.svg")


@pytest.fixture
def report():
    """The report on a live pilot in which Ann rated all four HITs, with two stub figures."""
    batch = world.live_batch(world.project(), is_pilot=True)
    for _hit in range(4):
        world.rate(world.annotator(), batch)
    report = report_for(batch)
    perform_report(report_id=report.pk)
    for place, name in enumerate(("ranking-naturalness", "order")):
        ReportFigure.objects.create(
            report=report, place=place, name=name, title=name, svg=b"<svg/>", pdf=b"%PDF"
        )
    return report


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def results_in(answer) -> str:
    """Return the page before its methods text, which names systems but gives no results."""
    return answer.content.decode().partition("Methods text")[0]


def statuses(client: Client, report) -> list[int]:
    base = f"/batches/{report.batch_id}/report/{report.pk}/"
    return [client.get(base + path).status_code for path in (*TELLING, *OTHERS)]


def test_a_live_batch_hides_them_until_each_person_asks_once(report):
    address = f"/batches/{report.batch_id}/report/"
    project = report.batch.project
    rita, olga = logged_in(world.researcher(project)), logged_in(world.owner(project))
    page = results_in(rita.get(address))
    assert "This includes pilots." in page
    assert [
        name
        for name in ("Heron", "ranking-", "figures.csv", "systems.tex", "wins.md")
        if name in page
    ] == []
    assert statuses(rita, report) == [403] * 6 + [200] * 4
    refused = rita.get(f"{address}{report.pk}/files/figures.csv").content.decode()
    assert "Show results (this is logged)" in refused
    for _click in range(2):
        answer = rita.post(f"{address}{report.pk}/means/")
        assert answer["Location"] == f"{address}#systems"
    assert list(Act.objects.filter(verb="unveiled").values_list("actor__username")) == [("rita",)]
    page = results_in(rita.get(address))
    assert all(
        name in page for name in ("Heron", "ranking-", "figures.csv", "systems.tex", "wins.md")
    )
    assert statuses(rita, report) == [200] * 10
    assert "Heron" not in results_in(olga.get(address)), "who did not ask sees none"


def test_a_viewer_reads_them_when_the_batch_is_closed(report):
    vera = logged_in(world.viewer(report.batch.project))
    assert vera.post(f"/batches/{report.batch_id}/report/{report.pk}/means/").status_code == 403
    assert statuses(vera, report) == [403] * 6 + [200] * 4
    close_batch(batch_id=report.batch_id)
    assert statuses(vera, report) == [200] * 10
    assert "Heron" in results_in(vera.get(f"/batches/{report.batch_id}/report/"))


def test_of_batches_together_each_must_be_closed_or_asked_for(report):
    batch = report.batch
    other = world.live_batch(batch.project)
    world.rate(world.annotator(), other)
    both = report_for(batch, together_with=[other])
    perform_report(report_id=both.pk)
    close_batch(batch_id=batch.pk)
    rita = logged_in(world.researcher(batch.project))
    address = f"/batches/{batch.pk}/report/"
    assert "Heron" in results_in(rita.get(address))
    assert "Heron" not in results_in(rita.get(f"{address}?with={other.pk}"))
    rita.post(f"{address}{both.pk}/means/")
    acts = Act.objects.filter(verb="unveiled").values_list("subject_id", flat=True)
    assert list(acts) == [other.pk]
    assert "Heron" in results_in(rita.get(f"{address}?with={other.pk}"))
