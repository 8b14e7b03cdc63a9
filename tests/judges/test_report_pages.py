"""Tests of a finished report's page, files, differences and bundle, which share one computation."""

import csv
import hashlib
import html
import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.db import transaction
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from analysis.comparison.catalogue import NOTHING_VARIES
from analysis.keeps import KEEPER
from analysis.models import Report
from analysis.report.checklist.stating import state
from analysis.report.computing import perform_report
from analysis.report.illustrating import illustrate
from analysis.requests import report_for
from hits.batches.publishing import close_batch
from hits.models import Answer
from people.personal_data.erasing import ask_erasure, perform_erasure
from tests import world
from tests.analysis.report.recomputing import recompute, unpack
from tests.judges.test_importing import ANN, BEN, JUDGE, judge, rate_with, reply

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def report(django_db_setup, django_db_blocker):
    """A report on a batch rated by two people and a judge. It is removed after the file's tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        owner = world.project()
        batch = world.live_batch(owner, world.dataset(owner, items=3), annotators_per_hit=2)
        rate_with(world.annotator(), batch, ANN)
        rate_with(world.second_annotator(), batch, BEN)
        judge(batch, [reply(value) for value in JUDGE], name="=Run")
        close_batch(batch_id=batch.pk)
        report = report_for(batch)
        perform_report(report_id=report.pk)
        illustrate(report_id=report.pk)
        report.refresh_from_db()
        yield report
        transaction.set_rollback(True)


@pytest.fixture
def address(report):
    return f"/batches/{report.batch_id}/report/"


@pytest.fixture
def researcher(report, client):
    client.force_login(world.viewer(report.batch.project))
    return client


def test_the_page_and_its_files_say_the_same(report, address, researcher):
    page = researcher.get(address).content.decode()
    assert "<strong>0.67</strong>" in page
    assert f"{NOTHING_VARIES}." in page
    files = f"{address}{report.pk}/files/"
    rows = list(csv.DictReader(io.StringIO(researcher.get(files + "figures.csv").content.decode())))
    exact = next(
        row
        for row in rows
        if row["criterion"] == "naturalness" and row["statistic"].startswith("exact")
    )
    assert (exact["value"], exact["rater"]) == ("0.666667", "'=Run")
    assert researcher.get(files + "nothing.txt").status_code == 404
    for name in ("judges.md", "systems.tex", "wins.csv", "methods.txt", "comparison.json"):
        assert researcher.get(files + name).status_code == 200
    figure = report.figures.first()
    drawn = researcher.get(f"{address}{report.pk}/figures/{figure.name}.svg")
    assert (drawn["Content-Type"], drawn.content[:5]) == ("image/svg+xml", bytes(figure.svg)[:5])


@pytest.mark.parametrize(("language", "systems"), [("en", "Systems"), ("de", "Systeme")])
def test_a_wide_table_stands_in_a_box_that_is_named(language, systems):
    source = '{% table _("Systems") "num"|column:"p" of=name css="figures" %}<tr>{% endtable %}'
    with override(language):
        shown = Template(source).render(Context({"name": "Q&A"}))
    assert shown == (
        '<div class="table-box" tabindex="0" role="region"'
        f' aria-label="{systems}: Q&amp;A"><table class="figures"><thead><tr>'
        '<th scope="col" class="num">p</th></tr></thead><tbody><tr></tbody></table></div>'
    )


@pytest.mark.parametrize(("is_owner", "headings"), [(True, 2), (False, 1)])
def test_a_table_of_cards_keeps_its_roles_and_only_the_columns_that_are_for_this_person(
    is_owner, headings
):
    source = (
        '{% table "" "Person" "visually-hidden"|column:"Acts"|only_if:is_owner by="head" %}'
        "<tr>{% endtable %}"
    )
    page = Template(source).render(Context({"is_owner": is_owner}))
    assert page.count(' role="columnheader" scope="col"') == headings
    assert page.count('<span class="visually-hidden">Acts</span>') == headings - 1
    assert page.startswith(
        '<div class="table-box" tabindex="0" role="region" aria-labelledby="head"'
    )
    assert (
        '<table class="table table-cards" role="table"><thead role="rowgroup"><tr role="row">'
        in page
    )


def test_a_difference_shows_both_sides_beside_what_they_saw(report, address, researcher):
    differences = f"{address}{report.pk}/differences/"
    page = researcher.get(f"{differences}naturalness/1/1/").content.decode()
    assert "Section 1: " in page  # the raw reply
    assert page.count("R-") == 2  # two people
    assert "other order" not in page  # one output is shown
    assert researcher.get(f"{differences}naturalness/1/99/").status_code == 404
    assert researcher.get(f"{differences}nothing/1/1/").status_code == 404


RESPONSIBLE = {
    "rai:dataLimitations",
    "rai:dataBiases",
    "rai:personalSensitiveInformation",
    "rai:dataUseCases",
    "rai:dataSocialImpact",
    "rai:hasSyntheticData",
    "prov:wasDerivedFrom",
    "prov:wasGeneratedBy",
}


def test_the_bundle_is_sent_with_documents_of_what_is_stated_now(report, address, researcher):
    def sent() -> zipfile.ZipFile:
        answer = researcher.get(f"{address}{report.pk}/files/bundle.zip")
        return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))

    before = json.loads(sent().read("croissant.json"))
    assert RESPONSIBLE - set(before) == {
        "rai:dataLimitations",
        "rai:dataBiases",
        "rai:dataUseCases",
        "rai:dataSocialImpact",
    }
    stated = {key: f"About {key}." for key in ("limits", "biases", "uses", "impact", "ethics")}
    stated["doi"] = "10.5281/zenodo.7"
    state(batch=report.batch, statements=stated, by=world.owner(report.batch.project))
    kit = sent()
    assert kit.testzip() is None
    assert len(kit.namelist()) == len(set(kit.namelist()))
    data = json.loads(kit.read("croissant.json"))
    assert RESPONSIBLE - set(data) == set()
    assert data["rai:dataLimitations"] == "About limits."
    assert data["identifier"] == "https://doi.org/10.5281/zenodo.7"
    assert data["citeAs"].endswith(f". {data['identifier']}")
    assert "identifier" not in before
    assert "10.5281/zenodo.7" in kit.read("data-card.md").decode()
    [ratings] = [each for each in data["distribution"] if each["name"] == "ratings.csv"]
    assert ratings["sha256"] == hashlib.sha256(kit.read("ratings.csv")).hexdigest()
    columns = next(csv.reader(io.TextIOWrapper(kit.open("ratings.csv"), encoding="utf-8")))
    assert [each["name"] for each in data["recordSet"][0]["field"]] == columns
    assert [each["prov:label"] for each in data["prov:wasGeneratedBy"]] == [
        "Annotation",
        "Machine annotation",
    ]
    sheet = json.loads(kit.read("heds.json"))
    assert sheet["heds-ethics-review_body"] == {
        "data": {"": "About ethics."},
        "control": {},
        "number": "5.1",
    }
    evaluators = "heds-sample_evaluators_design-evaluators-number_of_evaluators"
    assert sheet[evaluators]["data"] == {"": "2"}
    tabs = sheet["heds-criteria-criterion"]["control"]
    assert list(tabs.values()).count(True) == 1
    names = "heds-criteria-criterion-response_elicitation-qc_name-participant_criterion_name"
    assert sheet[names]["data"] == {title: title for title in tabs}
    for name in ("responsible-nlp.md", "neurips.md", "data-card.md", "methods.md"):
        assert "About ethics." in kit.read(name).decode(), name
    assert "| Locked |" in kit.read("plan.md").decode()
    assert "## Research questions or hypotheses" in kit.read("osf.md").decode()
    pages = kit.read("pages.html").decode()
    hit = report.batch.hits.order_by("position", "pk").first()
    outside = set(re.findall(r"""(?:src|href|poster)="(?!data:|#)([^"]*)""", pages))
    assert outside <= {"abababababab.png"}  # its file is there only after some other tests
    assert "<h2>Instructions</h2>" in pages
    assert "data:image/" in pages
    assert hit.outputs[0].text in html.unescape(pages)
    assert "Krippendorff's alpha between people" in kit.read("data-card.md").decode()


def test_the_bundle_recomputes_its_own_table(report, tmp_path):
    with default_storage.open(report.bundle) as file:
        outcome = recompute(unpack(file, tmp_path))
    assert outcome.code == 0, outcome.output


@pytest.fixture
def second_batch(report):
    return world.live_batch(report.batch.project, report.batch.dataset, title="Main")


def test_batches_of_one_rubric_stand_together_and_apart(report, second_batch, address, client):
    client.force_login(world.researcher(report.batch.project))
    page = client.get(address).content.decode()
    assert f'name="with" value="{second_batch.pk}">' in page
    joint = f"{address}?with={second_batch.pk}"
    client.get(joint)
    joint_report = Report.objects.get(with_batches=[second_batch.pk])
    perform_report(report_id=joint_report.pk)
    page = client.get(joint).content.decode()
    assert "Results by batch" in page
    assert f"<td>{second_batch.title}</td>" in " ".join(page.split()).replace("> ", ">").replace(
        " <", "<"
    )
    assert report_for(report.batch, together_with=[second_batch]) == joint_report


def test_a_joint_report_needs_permission_for_every_batch(report, second_batch, address, client):
    elsewhere = world.live_batch(world.project())
    client.force_login(world.viewer(report.batch.project))
    for other, status in ((second_batch, 200), (elsewhere, 404)):
        joint = report_for(report.batch, together_with=[other])
        assert client.get(f"{address}{joint.pk}/progress/").status_code == status
        assert client.get(f"{address}?with={other.pk}").status_code == status


def test_a_batch_of_another_rubric_is_not_found(report, address, researcher):
    project = report.batch.project
    data = world.dataset(project, items=1)
    data.items.update(fields={"instruction": "Describe it."})
    rubric = world.version("instruction-following-pair")
    other = world.live_batch(project, data, rubric=rubric)
    assert researcher.get(f"{address}?with={other.pk}").status_code == 404


def test_what_is_drawn_is_given_once_it_is_there(report, address, researcher):
    drawn = f"{address}{report.pk}/drawn/"
    assert researcher.get(drawn).context["report"] == report
    Report.objects.filter(pk=report.pk).update(illustrated=False)
    assert researcher.get(drawn).status_code == 204


def test_a_bundle_loses_the_texts_that_a_person_wants_erased(
    report, address, researcher, django_capture_on_commit_callbacks, monkeypatch
):
    report.refresh_from_db()
    person = world.annotator()
    done = report.batch.assignments.filter(annotator=person).first()
    Answer.objects.create(assignment=done, key="feedback", text="Planted.")
    Report.objects.filter(pk=report.pk).update(bundle="", illustrated=False)
    illustrate(report_id=report.pk)
    old = Report.objects.get(pk=report.pk).bundle
    assert texts_in(old) == {"", "Planted."}
    sent = []
    monkeypatch.setattr(
        "tasks.long_work.sending.current_app.send_task", lambda _task, args: sent.append(*args)
    )
    assert KEEPER.erase(person, False) == {}
    asked_at = timezone.now() - timedelta(seconds=1)
    erasure = ask_erasure(user=person, origin="owner", texts=True, by=None, at=asked_at)
    with django_capture_on_commit_callbacks(execute=True):
        assert perform_erasure(erasure_id=erasure.pk)
    erasure.refresh_from_db()
    assert erasure.gone["bundles"] == 1
    assert (sent, default_storage.exists(old)) == ([report.pk], False)
    illustrate(report_id=report.pk)
    assert texts_in(Report.objects.get(pk=report.pk).bundle) == {""}
    pseudonym = report.batch.enrolments.get(annotator=person).pseudonym
    page = researcher.get(address).content.decode()
    assert re.findall(r"The texts of ([\w-]+) were removed", page) == [pseudonym]


def texts_in(bundle: str) -> set[str]:
    with default_storage.open(bundle) as file, zipfile.ZipFile(file) as archive:
        rows = csv.DictReader(io.StringIO(archive.read("ratings.csv").decode()))
        return {row["text"] for row in rows}
