"""Tests of corrected scores in the report on a partly rated batch: their display, what the judge
saved, and that they are hidden with the means."""

import csv
import io
import zipfile
from decimal import Decimal

import pytest
from django.core.files.storage import default_storage
from django.utils.html import strip_tags

from analysis.models import Report
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.report.files import methods_of
from analysis.report.illustrating import illustrate
from analysis.report.page.corrected import corrected_tables
from analysis.requests import report_for
from hits.models import Batch
from hits.queue.submitting import submit_assignment
from hits.review.decisions import approve_assignments
from tests import world
from tests.api.program import Program
from tests.judges.test_importing import judge, reply, units

pytestmark = pytest.mark.django_db
ITEMS, RATED = 40, 32  # of 80 outputs


def value_of(item: str, system: str) -> int:
    """Return the score, 1 to 3, that people and the judge all give to this output."""
    return 1 + (int(item.partition("-")[2]) * 7 + len(system)) % 3


@pytest.fixture
def report():
    owner = world.project()
    data = world.dataset(owner, items=ITEMS)
    batch = world.live_batch(owner, data, annotators_per_hit=1, reward=Decimal("0.50"), seed=5)
    person = world.annotator()
    for _turn in range(RATED):
        claimed = world.claim(person, batch)
        value = value_of(claimed.hit.item.external_id, claimed.hit.outputs[0].system.name)
        raw = world.GOOD | {"naturalness": str(value)}
        submit_assignment(annotator=person, assignment_id=claimed.pk, raw=raw)
    done = [row.pk for row in batch.assignments.filter(state="submitted")]
    approve_assignments(batch=batch, ids=done, by=world.owner(owner))
    judge(batch, [reply(value_of(*unit)) for unit in units(batch)])
    asked = report_for(batch)
    perform_report(report_id=asked.pk)
    return Report.objects.get(pk=asked.pk)


def test_the_page_has_corrected_scores_and_what_they_saved(report, client):
    batch, comparison = report.batch, comparison_of(report)
    first = next(iter(corrected_tables(comparison, [batch])))
    assert first.saving.paid == RATED * Decimal("0.51")  # with the flat fee
    factor = Decimal(first.saving.needed / first.saving.rated)
    assert first.saving.alone == (first.saving.paid * factor).quantize(Decimal("0.01"))
    assert first.saving.alone > first.saving.paid
    client.force_login(world.researcher(batch.project))
    page = client.get(f"/batches/{batch.pk}/report/").content.decode()
    program, address = Program(world.researcher(batch.project), "read"), f"reports/{report.pk}"
    assert program.get(f"batches/{batch.pk}/{address}").json()["saved"] == []
    assert 'id="corrected"' not in page  # means by system are hidden while the batch is open
    assert "Corrected scores" not in page
    Batch.objects.filter(pk=batch.pk).update(state="closed")
    page = client.get(f"/batches/{batch.pk}/report/").content.decode()
    text = " ".join(strip_tags(page[page.index('id="corrected"') :]).split())
    figure = first.corrected.figures[0]
    assert f"{figure.corrected.low:.2f} … {figure.corrected.high:.2f}" in text
    assert f"${first.saving.alone} instead of ${first.saving.paid}, including fees." in text
    saved = program.get(f"batches/{batch.pk}/{address}").json()["saved"]
    assert saved[0] == {
        "criterion": first.criterion.facts.key,
        "judge": "Run",
        "rated": first.saving.rated,
        "needed": first.saving.needed,
        "paid": str(first.saving.paid),
        "alone": str(first.saving.alone),
        "judge_cost": None,
    }
    assert "corrected with Run" in methods_of(report, comparison)


@pytest.mark.long
def test_the_bundle_has_ratings_for_calibration(report):
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    with default_storage.open(report.bundle) as stored, zipfile.ZipFile(stored) as bundle:
        rows = csv.DictReader(io.StringIO(bundle.read("tables/calibration.csv").decode()))
    rated = [row for row in rows if row["criterion"] == "naturalness" and row["label"]]
    assert len(rated) == RATED
