"""Tests of the page of a batch's metrics, their section in the report, and their API."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from analysis.models import Metric
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.batches.publishing import close_batch
from tests import world
from tests.analysis.metrics.tables import HEAD
from tests.api.in_process import client_of
from tests.api.program import Program
from tests.judges.test_importing import ANN, BEN, rate_with

pytestmark = pytest.mark.django_db
VALUES = [0.9, 0.7, 0.5, 0.3, 0.2, 0.1]


@pytest.fixture
def batch():
    owner = world.project()
    made = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
    rate_with(world.annotator(), made, ANN)
    rate_with(world.second_annotator(), made, BEN)
    return made


@pytest.fixture
def researcher(batch, client):
    client.force_login(world.researcher(batch.project))
    return client


def rows(batch, name="BLEU", values=VALUES) -> str:
    units = sorted(world.shown_systems(batch))
    lines = [
        f"{item},{system},{name},{value}"
        for (item, system), value in zip(units, values, strict=True)
    ]
    return "\n".join([HEAD, *lines])


def send(client: Client, batch, text: str, **further):
    file = SimpleUploadedFile("metrics.csv", text.encode())
    return client.post(f"/batches/{batch.pk}/metrics/", {"table": file, **further})


def test_a_metric_is_uploaded_described_and_read_in_the_report(batch, researcher):
    page = send(researcher, batch, rows(batch))
    assert (page.status_code, page["Location"]) == (303, f"/batches/{batch.pk}/metrics/")
    metric = Metric.objects.get()
    shown = researcher.get(f"/batches/{batch.pk}/metrics/").content.decode()
    assert "6 values stored." in shown
    assert "Choose the direction of each metric." in shown
    name = f"metric-{metric.pk}"
    address = f"/batches/{batch.pk}/metrics/{metric.pk}/"
    refused = researcher.post(address, {f"{name}-best": "", f"{name}-low": "0.5"})
    assert refused.status_code == 422
    assert "Choose an option from the list." in refused.content.decode()
    outside = researcher.post(address, {f"{name}-best": "highest", f"{name}-low": "0.5"})
    assert "Widen the range, or upload correct values." in outside.content.decode()
    assert 'value="0.5"' in outside.content.decode()
    assert researcher.post(address, {f"{name}-best": "highest"}).status_code == 303
    report = report_for(batch)
    perform_report(report_id=report.pk)
    page = researcher.get(f"/batches/{batch.pk}/report/").content.decode()
    assert "Metrics compared with people" in page
    assert ": Means by system" not in page  # hidden until the batch is closed
    close_batch(batch_id=batch.pk)
    page = researcher.get(f"/batches/{batch.pk}/report/").content.decode()
    assert ": Means by system" in page


def test_a_wrong_table_says_what_to_do_and_stores_nothing(batch, researcher):
    page = send(researcher, batch, rows(batch) + "\nnowhere,Heron,BLEU,1")
    assert page.status_code == 422
    assert "row 8, column `item`: “nowhere” was not found." in page.content.decode()
    assert not Metric.objects.exists()


def test_a_metric_is_replaced_and_deleted(batch, researcher):
    send(researcher, batch, rows(batch))
    assert send(researcher, batch, rows(batch)).status_code == 422
    assert send(researcher, batch, rows(batch, values=[1] * 6), replace="on").status_code == 303
    metric = Metric.objects.get()
    assert set(metric.values.values_list("value", flat=True)) == {1}
    assert researcher.post(f"/batches/{batch.pk}/metrics/{metric.pk}/delete/").status_code == 303
    assert not Metric.objects.exists()


def test_a_metric_of_another_batch_is_not_found(batch, researcher):
    send(researcher, batch, rows(batch))
    other = world.live_batch(batch.project)
    metric = Metric.objects.get()
    for part in ("", "delete/"):
        address = f"/batches/{other.pk}/metrics/{metric.pk}/{part}"
        assert researcher.post(address).status_code == 404


def test_the_client_does_the_same(batch, monkeypatch, tmp_path):
    site = client_of(Program(world.researcher(batch.project)), monkeypatch)
    path = tmp_path / "metrics.csv"
    path.write_text(rows(batch))
    done = site.upload_metrics(batch.pk, table=path)
    assert (done["stored"], done["metrics"][0]["name"]) == (6, "BLEU")
    (metric,) = site.list_metrics(batch.pk)
    told = site.describe_metric(batch.pk, metric["id"], best="lowest", low=0, high=1)
    assert (told["best"], told["low"], told["high"], told["number"]) == ("lowest", 0, 1, 6)
    assert site.delete_metric(batch.pk, metric["id"]) == {"changed": 1}
