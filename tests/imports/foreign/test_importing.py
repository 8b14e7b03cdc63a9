"""Tests of importing a file of another tool as a dataset with scores, on the page and through the
API."""

import json

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from analysis.models import Metric
from judges.models import JudgeRun, VerdictAnswer
from judges.replies.scored import judge_by_scores
from people.models import Project
from stimuli.imports import perform_import
from stimuli.models import DatasetImport, Output
from surveys.loading import library_source
from surveys.models import Rubric, RubricVersion
from tests import world
from tests.api.program import Program
from tests.imports.foreign.test_formats import FILES, promptfoo, result
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
RESULTS = (FILES / "promptfoo.json").read_bytes()
OUTPUTS = 5
NO_HERON = (
    "1 of 3 items have no output of system heron. "
    "A batch can use only items that have an output of each of its systems."
)


@pytest.fixture
def project():
    return world.project()


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def dropped(client, content: bytes = RESULTS, name: str = "results.json") -> DatasetImport:
    """Upload the file on the page of a new batch, run the import and return it."""
    file = SimpleUploadedFile(name, content)
    form = {"action": "upload", "project": Project.objects.get().pk, "table": file}
    page = client.post(reverse("admin:new_batch"), form)
    record = DatasetImport.objects.get()
    assert page["Location"] == reverse("admin:batch_columns", args=[record.pk])
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    return record


def rated(record: DatasetImport):
    """Return a live batch that compares pairs of the dataset's outputs by a library rubric."""
    rubric = world.version("instruction-following-pair")
    return world.live_batch(record.project, record.dataset, rubric=rubric)


def test_a_dropped_file_is_imported_at_once_and_shows_what_is_in_it(client):
    record = dropped(client)
    assert (record.state, record.problems) == (*("done", [NO_HERON]),)
    assert Output.objects.filter(item__dataset=record.dataset).count() == OUTPUTS
    text = words(client.get(reverse("admin:batch_columns", args=[record.pk])))
    for part in (
        "Format promptfoo",
        "Items 3",
        "Systems 2",
        "Outputs 5",
        "names the place (file://grader.js): 5",
    ):
        assert part in text
    assert "The tool reported an error: 1" in text
    onward = client.post(reverse("admin:batch_columns", args=[record.pk]))
    assert "/steps/asked/" in onward["Location"]


def test_scores_of_the_file_become_metrics_of_the_batch(client, project):
    record = dropped(client)
    batch = rated(record)
    page = f"/batches/{batch.pk}/metrics/"
    assert "names the place" in words(client.get(page))
    for _attempt in range(2):  # a repeat changes nothing
        assert client.post(f"{page}take/")["Location"] == page
        metric = Metric.objects.get(name="names the place")
        assert (metric.source, metric.best, metric.low, metric.high) == (
            *("file://grader.js", "highest", 0, 1),
        )
        # Two of three items have an output of both systems, and are rated.
        assert [each.value for each in metric.values.all()] == [0.2] * 4
    assert client.post("/batches/999999/metrics/take/").status_code == 404


def test_a_refused_file_is_replaced_by_a_whole_one(client):
    record = dropped(client, RESULTS[:-4000])
    assert record.state == "failed"
    assert "is not valid JSON" in record.problems[0]
    address = reverse("admin:batch_columns", args=[record.pk])
    assert "results.json" in words(client.get(address))
    table = ContentFile(json.dumps(promptfoo(result())).encode(), "again.json")
    client.post(address, {"name": "Again", "output_kind": "text", "table": table})
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.contents["outputs"]) == ("done", 1)
    assert not record.scores  # the second file has none


def test_a_second_run_keeps_one_file_of_scores(client):
    record = dropped(client)
    earlier = record.scores.name
    DatasetImport.objects.filter(pk=record.pk).update(
        state="waiting", dataset_name="Once more", dataset=None
    )
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    assert (record.state, record.dataset.name) == ("done", "Once more")
    assert record.scores.name == earlier or not default_storage.exists(earlier)
    assert len(record.scores.read().splitlines()) == 2 * OUTPUTS


def test_the_api_takes_the_same_file(project):
    program = Program(world.researcher(project))
    form = {"table": SimpleUploadedFile("results.json", RESULTS), "name": "Captions"}
    begun = program.upload(f"projects/{project.pk}/imports", form).json()
    assert begun["contents"] == {}
    perform_import(import_id=begun["id"])
    done = program.read(f"imports/{begun['id']}")
    assert (done["state"], done["contents"]["format"], done["contents"]["outputs"]) == (
        *("done", "promptfoo", OUTPUTS),
    )
    assert done["contents"]["left_out"] == {"error": 1}
    batch = rated(DatasetImport.objects.get())
    stored = program.made(f"batches/{batch.pk}/metrics/take-scores")
    assert (stored["stored"], stored["passed_over"]) == (8, 2)
    assert [each["source"] for each in stored["metrics"]] == ["file://grader.js", ""]


def checked(client, content: bytes = RESULTS):
    """Return a live batch about the file's outputs, with a rubric that asks whether each passes."""
    record = dropped(client, content)
    rubric = world.version("answer-check")
    return world.live_batch(record.project, record.dataset, rubric=rubric)


def test_a_models_scores_become_a_judge_run(client):
    batch = checked(client)
    page = reverse("admin:judge_batch", args=[batch.pk])
    # Its only criterion has one score of a model, which is chosen already.
    assert '<option value="names the place" selected>' in client.get(page).content.decode()
    sent = {"action": "scores", "scores-verdict": "names the place"}
    answered = client.post(page, sent, follow=True)
    assert "4 replies read in full" in words(answered)
    run = JudgeRun.objects.get()
    assert (run.model, run.name) == ("file://grader.js", "file://grader.js (results)")
    answers = VerdictAnswer.objects.filter(verdict__run=run)
    # The grader gave 0.2, and promptfoo's verdict on that is a fail.
    assert {(each.key, each.number) for each in answers if each.number is not None} == {
        ("verdict", 0)
    }
    assert {each.text for each in answers if each.text} == {"It does not name the quay."}
    client.post(page, sent)
    assert JudgeRun.objects.filter(name="file://grader.js (results) 2").exists()


@pytest.mark.parametrize("score", [0.2, 1])
def test_a_pass_is_the_best_answer_where_the_lowest_is_best(client, score):
    content = json.loads(RESULTS)
    graded = [each for each in content["results"]["results"] if each.get("gradingResult")]
    for place, each in enumerate(graded):  # beyond 1, so that the scale is not known
        given = {"score": score if place else 7, "pass": True}
        each["gradingResult"]["componentResults"][0] |= given
    record = dropped(client, json.dumps(content).encode())
    source = library_source("answer-check").replace("best: highest", "best: lowest")
    stored = Rubric.objects.create(project=record.project, name="faults")
    rubric = RubricVersion.objects.create(
        rubric=stored, number=1, source=source, declaration={}, sha256="0" * 64
    )
    batch = world.live_batch(record.project, record.dataset, rubric=rubric)
    judge_by_scores(batch=batch, answers={"verdict": "names the place"}, by=None)
    numbers = VerdictAnswer.objects.filter(number__isnull=False).values_list("number", flat=True)
    assert list(numbers) == [0] * 4


def test_a_score_of_another_range_is_no_judges_answer(client, project):
    batch = checked(client)
    DatasetImport.objects.update(
        contents=DatasetImport.objects.get().contents
        | {
            "scores": {
                "names the place": {"values": 5, "by": "m", "best": "highest", "low": 1, "high": 5}
            }
        }
    )
    page = reverse("admin:judge_batch", args=[batch.pk])
    assert "from the dataset file" not in words(client.get(page))
    program = Program(world.researcher(project))
    answers = {"answers": {"verdict": "names the place"}}
    refused = program.post(f"batches/{batch.pk}/judge-runs/scores", answers)
    assert refused.status_code == 422
    assert "does not fit the criterion" in refused.content.decode()
    assert not JudgeRun.objects.exists()


def test_the_api_takes_scores_as_a_judge(client, project):
    batch = checked(client)
    program = Program(world.researcher(project))
    answers = {"answers": {"verdict": "names the place"}}
    made = program.made(f"batches/{batch.pk}/judge-runs/scores", answers)
    assert [(each["read"], each["run"]["model"]) for each in made["runs"]] == [
        (4, "file://grader.js")
    ]
    viewer = signed_in(world.viewer(project))
    page = reverse("admin:judge_batch", args=[batch.pk])
    assert viewer.post(page, {"action": "scores"}).status_code == 403
