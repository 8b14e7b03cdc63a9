"""Tests of reports of batches: the frame read from the database, and one computation for the same
content."""

import io
from copy import copy

import pytest
from django.core.management import call_command
from django.db import OperationalError

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, from_json
from analysis.data.ratings import batch_frame, batch_frames
from analysis.models import Report
from analysis.report import computing
from analysis.report.computing import perform_report
from analysis.report.content import comparison_of
from analysis.requests import report_for
from core.errors import RateroomError
from hits.review.decisions import reject_assignments
from judges.models import VerdictAnswer
from judges.replies.importing import JudgeSettings, import_judge_run
from tests import world
from tests.judges.test_importing import ANN, BEN, JUDGE, judge, rate_with, reply

pytestmark = pytest.mark.django_db
QUICK = ComparisonSettings(draws=10)
UNSEEN = {"Run": ("image?",)}  # its replies were made elsewhere


@pytest.fixture
def rated(module_rated, db):
    return copy(module_rated)


@pytest.fixture(scope="module")
def module_rated(module_rows):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
    rate_with(world.annotator(), batch, ANN)
    rate_with(world.second_annotator(), batch, BEN)
    judge(batch, [reply(value) for value in JUDGE])
    return batch


def test_the_frame_holds_people_and_judges(rated):
    frame = batch_frame(rated)
    assert len(frame) == 6 * 5 * 3
    facts = frame.facts["naturalness"]
    assert (facts.level, facts.best, facts.low, facts.high, facts.preference) == (
        "ordinal",
        "lowest",
        1,
        3,
        False,
    )
    assert list(frame.facts) == ["naturalness", "coherence", "word_choice", "syntax", "coverage"]
    assert (len(frame.raters(judge=False)), frame.raters(judge=True)) == (2, ("Run",))
    assert (sorted(frame.system.names), set(frame.other.texts()), set(frame.position)) == (
        ["Heron", "Moss"],
        {""},
        {1},
    )
    first = compare(frame, QUICK).criterion("naturalness")
    assert first.people.mean.value == pytest.approx(26 / 12)
    assert first.judges[0].figure("exact").judge.value == pytest.approx(8 / 12)


def test_a_pairwise_batch_carries_both_systems_and_the_order():
    owner = world.project()
    data = world.dataset(owner, items=1)
    data.items.update(fields={"instruction": "Describe it."})
    batch = world.live_batch(
        owner, data, rubric=world.version("instruction-following-pair"), annotators_per_hit=1
    )
    settings = JudgeSettings(name="Run", model="m")
    lines = [{"item": "item-1", "system": ["Moss", "Heron"], "reply": "Section 1: 1"}]
    assert dict(import_judge_run(batch=batch, settings=settings, replies=lines).failed) == {}
    frame = batch_frame(batch)
    better = frame.where(frame.other.code != frame.other.find(""))
    names = {better.system.texts()[0], better.other.texts()[0]}
    assert names == {"Heron", "Moss"}
    preferred = better.system.texts()[0] if better.value[0] == 1 else better.other.texts()[0]
    assert preferred == "Moss"
    # Moss was shown first; position is that of the first system.
    assert better.position[0] == (1 if better.system.texts()[0] == "Moss" else 2)


def test_a_batch_without_ratings_compares_to_reasons():
    owner = world.project()
    result = compare(batch_frame(world.live_batch(owner, world.dataset(owner))), QUICK)
    assert (result.ratings, len(result.criteria)) == (0, 5)
    assert from_json(result.to_json()) == result
    assert result.criteria[0].people.mean.reason == "not estimable: no ratings yet"


def test_pairs_without_ratings_compare_to_reasons():
    owner = world.project()
    data = world.dataset(owner, items=1)
    data.items.update(fields={"instruction": "Describe it."})
    batch = world.live_batch(
        owner, data, rubric=world.version("instruction-following-pair"), annotators_per_hit=1
    )
    result = compare(batch_frame(batch), QUICK)
    assert [criterion.by_system for criterion in result.criteria] == [()] * len(result.criteria)
    assert from_json(result.to_json()) == result


def test_the_command_compares_a_batch(rated):
    out = io.StringIO()
    call_command(
        "compare", "--batch", str(rated.pk), "--draws", "10", "--format", "json", stdout=out
    )
    assert from_json(out.getvalue()) == compare(batch_frame(rated), QUICK, unseen=UNSEEN)


def test_a_report_is_sent_on_commit_and_computed_once(
    rated, django_capture_on_commit_callbacks, monkeypatch
):
    sent = []
    monkeypatch.setattr(
        "tasks.long_work.sending.current_app.send_task", lambda _task, args: sent.append(*args)
    )
    with django_capture_on_commit_callbacks(execute=True):
        report = report_for(rated, QUICK)
        assert sent == []
    assert (sent, report.state, report.progress) == ([report.pk], "waiting", 0)
    told = []
    monkeypatch.setattr(computing, "_progressed", lambda _report, share: told.append(share))
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.progress, told[-1]) == ("done", 1, 1)
    assert told == sorted(told)
    assert comparison_of(report) == compare(batch_frame(rated), QUICK, unseen=UNSEEN)
    monkeypatch.setattr(computing, "compare_batches", None)  # a second computation would call it
    with django_capture_on_commit_callbacks(execute=True):
        assert report_for(rated, QUICK) == report
    perform_report(report_id=report.pk)
    assert (sent, Report.objects.count()) == ([report.pk], 1)


def test_other_ratings_or_settings_are_another_report(rated):
    first = report_for(rated, QUICK)
    assert report_for(rated, ComparisonSettings(draws=11)) != first
    answer = VerdictAnswer.objects.filter(key="naturalness", number=1).first()
    VerdictAnswer.objects.filter(pk=answer.pk).update(number=2)
    changed = report_for(rated, QUICK)
    assert changed != first
    VerdictAnswer.objects.filter(pk=answer.pk).update(number=1)
    assert report_for(rated, QUICK) == first
    done = rated.assignments.filter(state="submitted").values_list("pk", flat=True)
    reject_assignments(batch=rated, ids=list(done)[:1], reason="No.", by=None)
    assert report_for(rated, QUICK) not in {first, changed}


@pytest.mark.filterwarnings("error")
def test_a_report_has_the_recipes_that_it_was_asked_for(rated):
    report = report_for(rated, ComparisonSettings(draws=0, recipes=("pooled-alpha",)))
    report.refresh_from_db()
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    comparison = comparison_of(report)
    assert (report.state, comparison.settings.recipes, len(comparison.recipes)) == (
        "done",
        ("pooled-alpha",),
        1,
    )


def test_a_report_whose_ratings_are_gone_is_outdated_and_asked_for_again(
    rated, django_capture_on_commit_callbacks, monkeypatch
):
    sent = []
    monkeypatch.setattr(
        "tasks.long_work.sending.current_app.send_task", lambda _task, args: sent.append(*args)
    )
    report = report_for(rated, QUICK)
    answer = VerdictAnswer.objects.filter(key="naturalness", number=1).first()
    VerdictAnswer.objects.filter(pk=answer.pk).update(number=2)
    perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.result) == ("outdated", None)
    VerdictAnswer.objects.filter(pk=answer.pk).update(number=1)
    with django_capture_on_commit_callbacks(execute=True):
        assert report_for(rated, QUICK).state == "waiting"
    assert sent == [report.pk]


def test_a_failure_is_kept_and_raised(rated, monkeypatch):
    def broken(*_args, **_options):
        raise ZeroDivisionError

    report = report_for(rated, QUICK)
    monkeypatch.setattr(computing, "compare_batches", broken)
    with pytest.raises(ZeroDivisionError):
        perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.error) == ("failed", computing.UNEXPECTED)


def test_a_report_whose_database_went_away_has_not_failed(rated, monkeypatch):
    def cut(*_args, **_options):
        raise OperationalError

    report = report_for(rated, QUICK)
    monkeypatch.setattr(computing, "compare_batches", cut)
    with pytest.raises(OperationalError):
        perform_report(report_id=report.pk)
    report.refresh_from_db()
    assert (report.state, report.error) == ("running", "")


def test_a_failed_report_is_computed_again_on_request(
    rated, client, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(
        "tasks.long_work.sending.current_app.send_task", lambda _task, args: sent.append(*args)
    )
    report = report_for(rated)
    Report.objects.filter(pk=report.pk).update(state="failed", error="No.")
    client.force_login(world.researcher(rated.project))
    assert b"Try again" in client.get(f"/batches/{rated.pk}/report/").content
    address = f"/batches/{rated.pk}/report/{report.pk}/again/"
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(address).status_code == 303
        assert client.post(address).status_code == 303  # twice is once
    report.refresh_from_db()
    assert (report.state, report.error, sent) == ("waiting", "", [report.pk])
    client.force_login(world.annotator())
    assert client.post(address).status_code == 404


def test_a_report_that_is_not_computed_yet_says_so(rated, client):
    client.force_login(world.researcher(rated.project))
    assert "being generated" in client.get(f"/batches/{rated.pk}/report/").content.decode()


def test_a_report_that_is_gone_is_no_error():
    perform_report(report_id=99)


def test_the_frame_needs_as_many_queries_for_many_ratings_as_for_few(
    rated, django_assert_num_queries
):
    with django_assert_num_queries(5):  # ratings, names of systems, items and raters, lengths
        batch_frame(rated)


def test_a_viewer_reads_the_last_report_and_has_none_computed(rated, client):
    address = f"/batches/{rated.pk}/report/"
    client.force_login(world.viewer(rated.project))
    assert "This report has not been generated yet." in client.get(address).content.decode()
    assert Report.objects.count() == 0
    report = report_for(rated)
    assert "being generated" in client.get(address).content.decode()
    perform_report(report_id=report.pk)
    assert client.get(address).context["outdated"] is False
    reject_assignments(
        batch=rated, ids=[rated.assignments.filter(state="submitted")[0].pk], reason="No.", by=None
    )
    page = client.get(address)
    assert (page.context["report"], page.context["outdated"], Report.objects.count()) == (
        report,
        True,
        1,
    )
    assert "Ratings have changed since this report was generated" in page.content.decode()
    assert "No rules have been set." in page.content.decode()


def test_a_viewer_cannot_have_a_failed_report_computed_again(rated, client):
    report = report_for(rated)
    Report.objects.update(state="failed", error="It broke.")
    address = f"/batches/{rated.pk}/report/"
    client.force_login(world.viewer(rated.project))
    page = client.get(address).content.decode()
    assert ("It broke." in page, "Try again" in page) == (True, False)
    assert client.post(f"{address}{report.pk}/again/").status_code == 403
    report.refresh_from_db()
    assert report.state == "failed"
    client.force_login(world.researcher(rated.project))
    assert "Try again" in client.get(address).content.decode()
    assert client.post(f"{address}{report.pk}/again/").status_code == 303
    report.refresh_from_db()
    assert report.state == "waiting"


def test_batches_of_one_rubric_are_compared_together(rated):
    again = world.live_batch(rated.project, rated.dataset)
    numbers = [str(rated.pk), "--batch", str(again.pk)]
    out = io.StringIO()
    call_command("compare", "--batch", *numbers, "--draws", "0", "--format", "json", stdout=out)
    result = from_json(out.getvalue())
    assert [part.name for part in result.batches] == [
        f"{batch.title} ({batch.pk})" for batch in (rated, again)
    ]
    assert [part.ratings for part in result.batches] == [result.ratings, 0]


def test_batches_of_two_rubrics_are_not_compared(rated):
    data = world.dataset(rated.project, items=1)
    data.items.update(fields={"instruction": "Describe it."})
    rubric = world.version("instruction-following-pair")
    other = world.live_batch(rated.project, data, rubric=rubric)
    with pytest.raises(RateroomError, match="have different rubrics. You can only compare"):
        batch_frames([rated, other])
