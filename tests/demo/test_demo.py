"""Tests of the demo: it loads once, is labelled as simulated and has data for every page."""

import csv
import io
import re
import shutil
from collections import Counter

import pytest
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import transaction
from django.db.models import Count, Q
from django.test import Client
from django.urls import reverse

from analysis.comparison.compare import compare
from analysis.data.ratings import batch_frame
from analysis.metrics.reading import metrics_of
from analysis.report.computing import perform_report
from analysis.report.illustrating import illustrate
from analysis.requests import report_for
from annotation.services import demo_password
from demo.accounts import ANNOTATOR, RESEARCHER
from demo.material import MEDIA, OUTPUTS, ROWS
from hits.batches.publishing import promised
from hits.models import Answer, Assignment, Batch
from hits.money.escrow import batch_money
from judges.models import JudgeRun, Verdict, VerdictAnswer
from judges.runs.plan import coverage
from people.models import Project, User
from stimuli.models import Dataset, Item, Medium
from surveys.replies.base import REFUSALS
from tests.analysis.report.recomputing import recompute, unpack
from tests.analysis.report.test_paper_tables import complaints
from tests.chosen import chosen
from tests.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
COUNTED = (Project, User, Item, Medium, Batch, Assignment, Answer, JudgeRun, Verdict, VerdictAnswer)
PILOTS = [rubric for rubric in ROWS if rubric != "video-pair"]
# A conversation and a pair; the simulated answers of all pilots are read in every run.
OF_EACH_KIND = {"agent-run", "contextual-caption-pair"}
SMALL = {"agent-run", "chat-answer", "answer-with-sources", "web-page"}
BADGE = re.compile(r'class="badge">simulated<', re.IGNORECASE)
DONE = [Assignment.State.SUBMITTED, Assignment.State.APPROVED]


@pytest.fixture(scope="module", autouse=True)
def demo(django_db_setup, django_db_blocker):
    """The demo, loaded once for all tests of this file and removed after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_demo")
        yield
        transaction.set_rollback(True)


@pytest.fixture
def log_in(settings):
    """Return a function that returns a browser on localhost, logged in to a demo account:
    `log_in(RESEARCHER)`."""
    settings.DEMO = True

    def into(name: str) -> Client:
        client = Client(headers={"host": "localhost"})
        assert client.post(
            "/accounts/login/", {"login": name, "password": demo_password(settings.VAR_DIR)}
        )
        return client

    return into


def pilot(rubric: str) -> Batch:
    return Batch.objects.get(
        rubric_version__rubric__name=rubric, title__endswith="(pilot, simulated)"
    )


@pytest.mark.long
def test_loading_again_changes_nothing():
    before = {model: model.objects.count() for model in COUNTED}
    assert [model for model, count in before.items() if not count] == []
    call_command("load_demo")
    assert {model: model.objects.count() for model in COUNTED} == before


def test_it_is_labelled_as_simulated_and_its_money_balances():
    assert set(Dataset.objects.values_list("simulated", flat=True)) == {True}
    assert set(JudgeRun.objects.values_list("simulated", flat=True)) == {True}
    assert Counter(Batch.objects.values_list("state", flat=True)) == {
        "live": len(ROWS),
        "closed": len(PILOTS),
        "draft": 1,
    }
    assert Medium.objects.count() == len([*MEDIA.iterdir(), *OUTPUTS.iterdir()])
    for batch in Batch.objects.exclude(state="draft"):
        assert batch_money(batch).remaining == promised(batch)
    assert Assignment.objects.filter(state="rejected").exclude(reason="").count() == 1


@pytest.mark.parametrize("rubric", PILOTS)
def test_a_pilot_has_several_peoples_ratings_of_every_hit(rubric):
    batch = pilot(rubric)
    annotators = Count(
        "assignments__annotator", filter=Q(assignments__state__in=DONE), distinct=True
    )
    people = 2 if rubric in SMALL - {"agent-run"} else 3
    rated = batch.hits.annotate(annotators=annotators).values_list("annotators", flat=True)
    assert set(rated) == {people}
    assert batch.assignments.filter(state=Assignment.State.FREE).count() == 0
    items = batch.hits.values("item").distinct().count()
    few = {"agent-run": 4, "safety-refusal": 5, "translation-esa": 5, "chat-answer": 5}
    assert items >= (few | {"image-paragraph": 6, "web-page": 5}).get(rubric, 8)
    systems = batch.systems.count()
    two = SMALL | {"picture-pair"}
    assert systems >= (1 if rubric == "answer-with-sources" else 2 if rubric in two else 3)
    if batch.rubric_version.spec.outputs.per_page == 2:
        assert batch.hits.count() == items * systems * (systems - 1) / 2
        assert set(batch.assignments.values_list("shown_order", flat=True)) == {"ab", "ba"}


@pytest.mark.parametrize("rubric", PILOTS)
def test_a_pilots_judge_is_read_nearly_whole_and_the_rest_has_its_code(rubric):
    batch = pilot(rubric)
    orders = {"ab", "ba"} if batch.rubric_version.spec.outputs.per_page == 2 else {"a"}
    twice = {"image-paragraph", "video-caption"}
    assert batch.judge_runs.count() == (2 if rubric in twice else 1)
    for run in batch.judge_runs.all():
        found = coverage(run)
        assert found.replies == batch.hits.count() * len(orders)
        assert (0.8 if rubric in SMALL else 0.9) < found.read / found.replies < 1
        assert set(found.failed) <= set(REFUSALS)
        assert found.read + sum(found.failed.values()) == found.replies
        assert set(run.verdicts.values_list("shown_order", flat=True)) == orders


@pytest.mark.parametrize("rubric", chosen(PILOTS, OF_EACH_KIND))
def test_a_pilots_report_has_every_figure(rubric, log_in):
    batch = pilot(rubric)
    comparison = compare(batch_frame(batch))
    assert [one.facts.key for one in comparison.criteria] == [
        one.key for one in batch.rubric_version.spec.criteria
    ]
    for one in comparison.criteria:
        assert 0.2 < one.people.agreement["alpha"].value < 0.95
        # How a page looks is for people alone.
        for judged in one.judges if one.facts.key != "looks" else ():
            figures = [
                figure.judge for figure in judged.figures if figure.statistic in ("exact", "kappa")
            ]
            assert [figure.reason for figure in figures if figure.value is None] == []
            # Fewer than five items have no interval.
            assert {figure.low is None for figure in figures} == {rubric == "agent-run"}
    perform_report(report_id=report_for(batch).pk)
    page = log_in(RESEARCHER).get(f"/batches/{batch.pk}/report/")
    assert page.status_code == 200
    assert "Simulated" in page.content.decode()


@pytest.mark.parametrize("rubric", PILOTS)
def test_every_answer_of_a_pilot_is_exported_and_reviewed_in_words(rubric, log_in):
    batch, client = pilot(rubric), log_in(RESEARCHER)
    answer = client.get(f"/batches/{batch.pk}/export/wide.csv")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    rows = {int(row["AssignmentId"]): row for row in csv.DictReader(io.StringIO(text, newline=""))}
    given = list(Answer.objects.filter(assignment__batch=batch, assignment__state__in=DONE))
    assert len(given) >= len(rows) > 0
    for each in given:
        assert rows[each.assignment_id][f"Answer.{each.key}"] == str(each.value)
    marked = next((each for each in given if '"start"' in str(each.value)), given[0])
    page = client.get(reverse("admin:review_answer", args=[marked.assignment_id]))
    assert "HIT as shown" in words(page)
    assert "&quot;start&quot;" not in page.content.decode()  # marks are no JSON there


SHOWN = {  # by the pilot's rubric, a cell of one of its tables for papers
    "contextual-caption-pair": ("wins", "Heron-XL"),
    "image-paragraph": ("metrics", "METEOR (simulated)"),
    "video-caption": ("judges-side-by-side", "did not see references"),
    "comparative-summary": ("judges", "Informativeness"),
}


# Many systems and criteria: 10 seconds each.
LONG = {"contextual-caption-pair", "image-paragraph", "video-caption"}


@pytest.mark.parametrize(
    "rubric",
    [pytest.param(name, marks=[pytest.mark.long] if name in LONG else []) for name in SHOWN],
)
def test_the_tables_and_the_bundle_of_a_pilot_come_out(rubric, tmp_path):
    """The bundle's script must reproduce every statistic, and LaTeX must compile every table."""
    report = report_for(pilot(rubric))
    perform_report(report_id=report.pk)
    illustrate(report_id=report.pk)
    report.refresh_from_db()
    with default_storage.open(report.bundle) as file:
        folder = unpack(file, tmp_path)
    outcome = recompute(folder)
    assert (outcome.code, outcome.output.count(" 0 differ, 0 not recomputed")) == (0, 2)
    tables = folder / "tables"
    name, cell = SHOWN[rubric]
    assert cell in (tables / f"{name}.md").read_text()
    written = [path.read_text() for path in sorted(tables.glob("*.tex"))]
    assert len(written) == len([*tables.glob("*.md")]) >= 6
    assert {text.count(r"\toprule") == text.count(r"\bottomrule") > 0 for text in written} == {True}
    if shutil.which("pdflatex"):
        assert complaints(written, tmp_path) == []


def test_the_better_judge_is_better_and_metrics_agree_whichever_end_is_best():
    batch = pilot("image-paragraph")
    metrics = metrics_of([batch])[batch.title]
    assert {metric.best for metric in metrics} == {"highest", "lowest"}
    for one in compare(batch_frame(batch), metrics=metrics).criteria:
        found = {judge.judge: judge.figure("spearman_pooled").judge.value for judge in one.judges}
        assert found["Simulated judge, small"] < found["Simulated judge, large"]
        for metric in one.metrics:
            assert metric.shared == one.people.units
            assert metric.figures["spearman_pooled"].value > 0


def test_the_pages_say_that_it_is_simulated(log_in):
    live = Batch.objects.filter(state="live").values_list("pk", flat=True)
    for name, paths in (
        (ANNOTATOR, ["/", *(f"/batches/{pk}/" for pk in live)]),
        (RESEARCHER, [f"/admin/hits/batch/{pk}/running/" for pk in live]),
    ):
        client = log_in(name)
        pages = [client.get(path) for path in paths]
        assert {page.status_code for page in pages} == {200}
        shown = [page.content.decode().partition("<main")[2] for page in pages]
        assert {bool(BADGE.search(one)) for one in shown} == {True}
