"""Tests of “Cannot judge” by people and a judge: it has no numeric value, and the report counts
it."""

import csv
import io

import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.ratings import batch_frame
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.exports import stream
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.hits.exports.test_cannot_judge import KEY, WHY, allowing
from tests.judges.test_importing import judge

pytestmark = pytest.mark.django_db
LINE = f"Cannot judge Scene Coverage: {WHY}"


def reply(coverage: int | None) -> str:
    last = LINE if coverage is None else f"Section 5: {coverage}"
    return "\n".join([*(f"Section {number}: 1" for number in range(1, 5)), last])


@pytest.fixture
def rated(db):
    """A batch in which two people rate four texts. One person cannot judge the first text; the
    other person and the judge cannot judge the second."""
    owner = world.project()
    source = allowing(library_source("image-paragraph"), "coverage")
    rubric = load_version(source=source, project=owner)
    batch = world.live_batch(owner, world.dataset(owner), rubric=rubric, annotators_per_hit=2)
    first, second = batch.hits.order_by("pk")[:2]
    for person, left in ((world.annotator(), first), (world.second_annotator(), second)):
        for _turn in range(4):
            claimed = world.claim(person, batch)
            own = {KEY: WHY} if claimed.hit_id == left.pk else {"coverage": "3"}
            world.submit(claimed, world.GOOD | own)
    result = judge(batch, [reply(3), reply(None), reply(3), reply(3)])
    assert not result.failed
    return batch


def test_no_number_stands_for_it(rated):
    result = compare(batch_frame(rated), ComparisonSettings(draws=10))
    coverage, other = result.criterion("coverage"), result.criterion("syntax")
    assert (coverage.people.ratings, other.people.ratings) == (6, 8)
    assert (coverage.people.mean.value, coverage.people.mean.n) == (3, 6)
    (of_judge,), (of_other,) = coverage.judges, other.judges
    assert (of_judge.ratings, of_other.ratings) == (3, 4)
    assert of_judge.mean.value == 3
    assert of_judge.coverage == of_judge.shared / coverage.people.units < of_other.coverage == 1


def test_the_report_says_how_often_it_was_said(rated, client):
    report = report_for(rated)
    perform_report(report_id=report.pk)
    client.force_login(world.viewer(rated.project))
    page = client.get(f"/batches/{rated.pk}/report/").content.decode()
    assert (
        "Scene Coverage: cannot judge: people in 2 of 8 responses, Run in 1 of 4 replies." in page
    )
    units = compare(batch_frame(rated), ComparisonSettings(draws=10)).criterion("coverage")
    assert f"{units.judges[0].shared} of {units.people.units}</td>" in page


def test_the_ratings_have_the_reasons_without_a_number(rated):
    text = b"".join(stream(rated, "ratings")).decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    reasons = [row for row in rows if row["target"] == KEY]
    assert [row["kind"] for row in reasons] == ["human", "human", "judge"]
    assert {(row["value"], row["text"], row["criterion"]) for row in reasons} == {("", WHY, "")}
