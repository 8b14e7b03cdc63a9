"""Tests of the report with and without the excluded responses."""

import pytest
from django.test import Client

from analysis.comparison.results import ComparisonSettings
from analysis.data.ratings import batch_frame
from analysis.models import Report
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.requests import choices_of_answers, report_for
from hits.review.decisions import reject_assignments
from hits.review.exclusions import exclude_assignments, take_back_exclusions
from tests import world

pytestmark = pytest.mark.django_db

POOR = dict.fromkeys(world.GOOD, "3")


@pytest.fixture
def batch():
    return world.live_batch(world.project(), annotators_per_hit=2)


@pytest.fixture
def rated(batch):
    """Ann gives the first option for four HITs. Ben gives the last for one, which is excluded."""
    for _answer in range(4):
        world.rate(world.annotator(), batch)
    poor = world.rate(world.second_annotator(), batch, POOR)
    exclude_assignments(batch=batch, ids=[poor.pk], rule="by hand", by=None)
    return poor


def test_the_frame_holds_either(batch, rated):
    assert rated.state == "submitted"
    assert [len(batch_frame(batch, answers)) for answers in ("counted", "with_excluded")] == [
        4 * len(POOR),
        5 * len(POOR),
    ]


def test_a_rejected_answer_is_in_neither(batch, rated):
    reject_assignments(batch=batch, ids=[rated.pk], reason="Empty.", by=None)
    assert len(batch_frame(batch, "with_excluded")) == 4 * len(POOR)
    assert choices_of_answers([batch]) == ["counted"]


@pytest.mark.usefixtures("rated")
def test_the_report_shows_both_results(batch):
    client = Client()
    client.force_login(world.researcher(batch.project))
    client.get(f"/batches/{batch.pk}/report/")
    reports = {report.settings["answers"]: report for report in Report.objects.filter(batch=batch)}
    assert set(reports) == {"counted", "with_excluded"}
    means = {}
    for answers, report in reports.items():
        perform_report(report_id=report.pk)
        report.refresh_from_db()
        means[answers] = comparison_of(report).criterion("naturalness").people.mean.value
    assert means == {"counted": 1, "with_excluded": pytest.approx(7 / 5)}
    page = client.get(f"/batches/{batch.pk}/report/").content.decode()
    assert "Sensitivity analyses" in page
    assert 'href="?answers=with_excluded"' in page
    page = client.get(f"/batches/{batch.pk}/report/?answers=with_excluded").content.decode()
    assert "excluded from the results are included." in page


@pytest.mark.usefixtures("rated")
def test_without_anything_left_out_there_is_one_report(batch):
    take_back_exclusions(batch=batch, rule="by hand", by=None)
    assert choices_of_answers([batch]) == ["counted"]
    first = report_for(batch, ComparisonSettings())
    assert report_for(batch, ComparisonSettings(answers="with_excluded")) != first
