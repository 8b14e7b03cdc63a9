"""Tests of a live batch's page: statistics, why no one works, and means that are hidden at
first."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from analysis.models import RunningFigures
from analysis.running import figures_of, fold_figures
from analysis.wages import wages_so_far
from desk.running.chart import chart_of
from hits.batches.publishing import close_batch
from hits.models import Assignment, Batch
from hits.money import wages
from hits.progress import running
from hits.progress.running import (
    OverTime,
    answers_over_time,
    coverage_of,
    expected_end,
    pace_of,
    progress_of,
)
from hits.queue.enrolments import stop_enrolment
from people.models import Act
from stimuli.models import Dataset
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_project):
    """A live batch of four HITs on two items, with two annotators per HIT."""
    return world.live_batch(
        module_project, world.dataset(module_project, items=2), annotators_per_hit=2
    )


def page_of(batch: Batch, user, query: str = "") -> str:
    return words(signed_in(user).get(f"/admin/hits/batch/{batch.pk}/running/{query}"))


def submitted_at(batch: Batch, ago: timedelta) -> None:
    """Set the submission time of all submitted assignments of the batch to `ago` before now."""
    at = timezone.now() - ago
    batch.assignments.exclude(submitted_at=None).update(
        submitted_at=at, accepted_at=at - timedelta(seconds=60)
    )


def test_the_page_says_how_far_it_is_and_what_an_hour_earns(project, batch):
    for _hit in range(2):
        world.rate(world.annotator(), batch)
    world.claim(world.second_annotator(), batch)
    submitted_at(batch, timedelta(minutes=1))
    page = page_of(batch, world.viewer(project))
    assert "2 of 8 responses, 25.0 %" in page
    assert "0 Approved 2 To review 1 In progress 5 Available" in page
    assert "Working now 1 2 people have joined" in page
    assert "Hourly pay $3.00 60 s per HIT" in page
    assert "0 complete, 1 partly done, 1 not started" in page or "2 partly done" in page
    assert "http://testserver/batches/" in page


def test_simulated_data_are_called_so(project, batch):
    Dataset.objects.create(project=project, name="Real ones")
    viewer = world.viewer(project)
    assert page_of(batch, viewer).count("Simulated") == 0
    Dataset.objects.filter(pk=batch.dataset_id).update(simulated=True)
    assert page_of(batch, viewer).count("Simulated") == 1


def test_progress_coverage_and_pace_follow_from_the_rows(batch):
    progress = progress_of(batch)
    assert (progress.answered, progress.wanted, pace_of(batch)) == (0, 8, None)
    assert expected_end(progress, None) is None
    for annotator in (world.annotator(), world.second_annotator()):
        for _hit in range(3):
            world.rate(annotator, batch)
    Batch.objects.filter(pk=batch.pk).update(published_at=timezone.now() - timedelta(hours=12))
    batch.refresh_from_db()
    pace, progress = pace_of(batch), progress_of(batch)
    assert (pace.an_hour, pace.hours) == pytest.approx((0.5, 12), rel=0.01)
    assert progress.joined.submitted == progress.answered == 6
    hours = (expected_end(progress, pace) - timezone.now()).total_seconds() / 3600
    assert hours == pytest.approx(4, rel=0.01)
    seen = coverage_of(batch)
    by_item: dict[int, int] = {}
    for item in batch.assignments.exclude(submitted_at=None).values_list("hit__item", flat=True):
        by_item[item] = by_item.get(item, 0) + 1
    complete = sum(number == 4 for number in by_item.values())
    assert (seen.items, seen.complete, seen.begun) == (2, complete, len(by_item) - complete)


def test_answers_over_time_stand_in_spans_from_the_publication_on(batch):
    world.rate(world.annotator(), batch)
    submitted_at(batch, timedelta(hours=2))
    Batch.objects.filter(pk=batch.pk).update(published_at=timezone.now() - timedelta(hours=30))
    batch.refresh_from_db()
    answers = answers_over_time(batch)
    assert (answers.seconds, sum(answers.counts)) == (3600, 1)
    assert answers.counts[-3:].count(1) == 1
    assert answers.start <= batch.published_at < answers.start + timedelta(hours=1)


def test_a_chart_s_bars_are_shares_of_its_highest_line():
    start = timezone.now()
    chart = chart_of(OverTime(start, 3600, [0, 13, 20]))
    assert [(bar.count, bar.y, bar.height) for bar in chart.bars] == [
        (0, 128, 0),
        (13, 50, 78),
        (20, 8, 120),
    ]
    assert [(line.number, line.y) for line in chart.lines] == [(0, 128), (10, 68), (20, 8)]
    assert chart_of(OverTime(start, 3600, [0, 0])) is None


def test_means_are_hidden_until_asked_for_and_the_asking_is_noted_once(project, batch):
    world.rate(world.annotator(), batch)
    fold_figures(batch_id=batch.pk)
    rita, vera = world.researcher(project), world.viewer(project)
    client, address = signed_in(rita), f"/admin/hits/batch/{batch.pk}/running/"
    assert "Hidden until the batch closes" in words(client.get(address))
    assert "Heron" not in words(client.get(address))
    for _click in range(2):
        assert client.post(address + "means/", {"confirmed": "yes"}).status_code == 302
    page = words(client.get(address))
    assert "Hidden until" not in page
    assert re.search(r"Criterion (Heron|Moss) Naturalness of description 1\.00", page)
    assert Act.objects.filter(verb="unveiled").count() == 1
    assert "Hidden until" in page_of(batch, vera), "who did not ask sees none"
    assert signed_in(vera).post(address + "means/").status_code == 403
    close_batch(batch_id=batch.pk)
    assert "Hidden until" not in page_of(batch, vera)
    closed = page_of(batch, rita)
    assert "Expected end – Closed" in closed
    assert "Why is someone not getting HITs?" not in closed
    assert "Archive or delete" in closed


def test_figures_are_folded_for_batches_with_news_only(project, batch):
    assert RunningFigures.batches_with_news() == []
    world.rate(world.annotator(), batch)
    world.draft_batch(project)
    assert RunningFigures.batches_with_news() == [batch.pk]
    fold_figures(batch_id=batch.pk)
    assert RunningFigures.batches_with_news() == []
    world.rate(world.second_annotator(), batch)
    assert RunningFigures.batches_with_news() == [batch.pk]
    fold_figures(batch_id=batch.pk)
    assert batch.running_figures.submitted == 2


def test_agreement_and_means_are_those_of_the_ratings(project):
    batch = world.live_batch(
        project, world.dataset(project, items=3, systems=("Heron",)), annotators_per_hit=2
    )
    answers = ("1", "2", "3")
    by_hit = {}
    for annotator, shift in ((world.annotator(), 0), (world.second_annotator(), 0)):
        for place in range(3):
            claimed = world.claim(annotator, batch)
            choice = by_hit.setdefault(claimed.hit_id, answers[(place + shift) % 3])
            world.submit(claimed, world.GOOD | {"coherence": choice})
    figures = {criterion["key"]: criterion for criterion in figures_of(batch)}
    assert (figures["coherence"]["alpha"], figures["coherence"]["units"]) == (pytest.approx(1), 3)
    assert figures["naturalness"]["alpha"] is None, "all the same"
    assert figures["coherence"]["systems"] == [{"system": "Heron", "mean": 2.0, "ratings": 6}]


def test_the_coverage_of_a_large_batch_is_counted_by_the_task_alone(project, batch, monkeypatch):
    monkeypatch.setattr(running, "LARGE", 1)
    rita = world.researcher(project)
    world.rate(world.annotator(), batch)
    with CaptureQueriesContext(connection) as queries:
        page = page_of(batch, rita)
    assert "Items Not available yet. Updates every minute." in page
    assert not any("bool_and" in query["sql"] for query in queries)
    fold_figures(batch_id=batch.pk)
    assert batch.running_figures.coverage == [2, 0, 1]
    assert "0 complete, 1 partly done, 1 not started" in page_of(batch, rita)


def test_the_wages_of_many_answers_are_counted_by_the_task_alone(project, batch, monkeypatch):
    monkeypatch.setattr(wages, "MANY", 1)
    rita = world.researcher(project)
    world.rate(world.annotator(), batch)
    Assignment.objects.filter(state="submitted").update(
        accepted_at=timezone.now() - timedelta(minutes=1), submitted_at=timezone.now()
    )
    with CaptureQueriesContext(connection) as queries:
        assert "Median hourly pay" not in page_of(batch, rita)
    assert not any("percentile_cont(0.75)" in query["sql"] for query in queries)
    fold_figures(batch_id=batch.pk)
    (now,) = wages.wages_of([batch]).values()
    assert wages_so_far([batch]) == {batch.pk: now}
    page = page_of(batch, rita)
    assert "Median hourly pay $3.00" in page
    assert "Hourly pay Updated" in page
    RunningFigures.objects.update(wages=None)  # as folded before wages were
    assert wages_so_far([batch]) == {batch.pk: now}
    RunningFigures.objects.update(submitted=0)
    assert wages_so_far([batch]) == {}
    fold_figures(batch_id=batch.pk)
    project.hourly_floor = Decimal(12)
    project.save(update_fields=["hourly_floor"])
    page = page_of(batch, rita)
    assert "Minimum hourly pay $12.00 People below the minimum 1 of 1" in page, "counted anew"
    assert "Hourly pay Median" in page


def test_a_draft_leads_to_its_steps_and_lists_lead_to_what_goes_on(project, batch):
    client, draft = signed_in(world.researcher(project)), world.draft_batch(project)
    answer = client.get(f"/admin/hits/batch/{draft.pk}/running/")
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/admin/batches/{draft.pk}/steps/publish/",
    )
    seen = signed_in(world.viewer(project)).get(f"/admin/hits/batch/{draft.pk}/running/")
    assert seen["Location"] == f"/admin/batches/{draft.pk}/steps/publish/"
    listed = client.get("/admin/batches/").content.decode()
    assert f'href="/admin/hits/batch/{batch.pk}/running/"' in listed
    assert f'href="/admin/hits/batch/{draft.pk}/running/"' in listed
    answer = client.post(f"/admin/hits/batch/{batch.pk}/pause/")
    assert answer["Location"] == f"/admin/hits/batch/{batch.pk}/running/"


def test_the_page_answers_why_a_person_has_no_hit(project, batch):
    rita = world.researcher(project)
    world.rate(world.annotator(), batch)
    enrolment = batch.enrolments.get()
    page = page_of(batch, rita, f"?person={enrolment.pseudonym.lower()}")
    assert "Nothing blocks this person. They can take the next HIT." in page
    stop_enrolment(enrolment_id=enrolment.pk, reason="Too fast.", by=rita)
    assert "The person sees this reason: “Too fast.”" in page_of(batch, rita, "?person=ann")
    assert "“nobody” was not found." in page_of(batch, rita, "?person=nobody")


def test_an_hour_of_pay_and_money_are_in_the_project_s_currency(project, batch):
    world.rate(world.annotator(), batch)
    assert Assignment.objects.filter(batch=batch, state="submitted").count() == 1
    page = page_of(batch, world.viewer(project))
    assert f"Reserved ${8 * Decimal('0.06')}" in page


def test_a_batch_for_holders_of_a_link_leads_to_its_links(project):
    batch = world.live_batch(project, audience="link")
    page = page_of(batch, world.researcher(project))
    assert ("Link for annotators" in page, "Create link" in page) == (False, True)
