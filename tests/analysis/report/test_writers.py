"""Tests of the exports for other tools, read by our own readers, by plain code and by the tools."""

import io
import json
import subprocess
import venv
import zipfile

import pytest
import yaml
from django.urls import reverse

from analysis.writers.finding import open_file, tools
from hits.models import Assignment
from hits.review.exclusions import exclude_assignments
from people.models import Act
from surveys.versions.storing import load_version
from tests import world
from tests.api.in_process import FOLDER as CLIENT
from tests.api.in_process import client_of
from tests.api.program import Program
from tests.imports.foreign.test_formats import FILES, counts, read
from tests.imports.foreign.test_inspect import archive, sample

pytestmark = pytest.mark.django_db
RUBRIC = """\
name: {name}
title: Rate an answer
summary: Read an answer and rate it.
instructions: Judge what is written.
outputs: {{name: Answer, per_page: {pages}}}
stimulus: [{{block: text, field: instruction}}, {{block: outputs}}]
criteria: [{{key: helpfulness, title: Helpfulness, level: ordinal, best: highest}}]
sections: [{{key: helpful, title: Which, criteria: [helpfulness], {section}}}]
reply: {{format: section-lines}}
"""
SCALE = {"name": "helpful", "pages": 1, "section": "kind: scale, low: 1, high: 5"}
PAIR = {"name": "better", "pages": 2, "section": "kind: preference"}
# By item and system: what ann, ben and cleo say. All of cleo's is excluded.
SAID = {
    ("item-1", "lab/Heron"): "541",
    ("item-1", "lab/Moss"): "341",
    ("item-2", "lab/Heron"): "221",
    ("item-2", "lab/Moss"): "225",
}
HERON_MEANS = [("item-1", 4.5), ("item-2", 2.0)]


def study(rubric, systems=("lab/Heron", "lab/Moss"), **terms):
    owner = world.project()
    data = world.dataset(owner, systems=systems)
    data.items.update(fields={"instruction": "Describe it.", "tags": ["a", 1]})
    version = load_version(source=RUBRIC.format(**rubric), project=owner)
    return world.live_batch(owner, data, rubric=version, annotators_per_hit=3, **terms)


@pytest.fixture(scope="module")
def module_batch(module_rows):
    live = study(SCALE)
    people = [world.annotator(), world.second_annotator(), world.person("cleo")]
    for number, person in enumerate(people):
        for _hit in SAID:
            claimed = world.claim(person, live)
            world.submit(claimed, {"helpfulness": SAID[shown(claimed)][number]})
    cleo = Assignment.objects.filter(batch=live, annotator__username="cleo")
    exclude_assignments(batch=live, ids=[each.pk for each in cleo], rule="hand", by=None)
    return live


def shown(claimed) -> tuple[str, str]:
    item = claimed.hit.item
    return item.external_id, item.outputs.get(pk=claimed.hit.output_ids[0]).system.name


def made(batch, name: str) -> io.BytesIO:
    with open_file(batch, tools()[name], by=world.owner(batch.project)) as file:
        return io.BytesIO(file.read())


def unpacked(batch, name: str, folder):
    with zipfile.ZipFile(made(batch, name)) as file:
        file.extractall(folder)
    return folder


def test_every_eval_ever_goes_out_and_comes_back(batch, tmp_path):
    """Our own reader finds the system's outputs and people's means without excluded ratings."""
    unpacked(batch, "every-eval-ever", tmp_path)
    about = [json.loads(path.read_text()) for path in tmp_path.rglob("*.json")]
    (heron,) = [each for each in about if each["model_info"]["id"] == "lab/Heron"]
    (result,) = heron["evaluation_results"]
    assert result["score_details"]["score"] == 3.25
    assert result["metric_config"]["additional_details"]["people"] == "2"
    found, rows, scores = read(tmp_path / heron["detailed_evaluation_results"]["file_path"])
    assert counts(found) == ("Every Eval Ever", 2, 2, 1, 2)
    assert rows[0] == {
        "item": "item-1",
        "system": "lab/Heron",
        "output": "Text 1 about item-1.",
        "instruction": "Describe it.",
    }
    assert [(row["item"], row["value"]) for row in scores] == HERON_MEANS


def test_a_folder_for_hugging_face_has_a_card_ratings_and_outputs(batch, tmp_path):
    batch.title = "Batch 🎉"
    unpacked(batch, "hugging-face", tmp_path)
    head = yaml.safe_load((tmp_path / "README.md").read_text().split("---")[1])
    paths = [each["data_files"][0]["path"] for each in head["configs"]]
    assert paths == ["ratings.jsonl", "outputs.jsonl"]
    assert (head["size_categories"], head["pretty_name"]) == (["n<1K"], batch.title)
    ratings = [json.loads(line) for line in (tmp_path / paths[0]).read_text().splitlines()]
    described = [each["name"] for each in head["dataset_info"][0]["features"]]
    assert described == list(ratings[0])
    assert sorted(row["value"] for row in ratings) == [2, 2, 2, 2, 3, 4, 4, 5]
    outputs = [json.loads(line) for line in (tmp_path / paths[1]).read_text().splitlines()]
    assert outputs[0] == {
        "item": "item-1",
        "system": "lab/Heron",
        "output": "Text 1 about item-1.",
        "instruction": "Describe it.",
        "tags": '["a", 1]',
    }
    assert len(outputs) == 4


def pairs(batch, folder) -> list[dict]:
    unpacked(batch, "preference-pairs", folder)
    return list(map(json.loads, (folder / "preferences.jsonl").read_text().splitlines()))


def test_pairs_from_scores_count_each_persons_comparison(batch, tmp_path):
    """For the first item, one person prefers Heron's output and one finds both equal. The second
    item is a tie for both, so it has no pair."""
    (pair,) = pairs(batch, tmp_path)
    assert pair == {
        "prompt": "Describe it.",
        "chosen": "Text 1 about item-1.",
        "rejected": "Text 2 about item-1.",
        "criterion": "helpfulness",
        "strength": 0.5,
        "agreement": 0.5,
        "people": 2,
        "ties": 1,
        "item": "item-1",
        "chosen_system": "lab/Heron",
        "rejected_system": "lab/Moss",
    }
    assert "Pairs with equal halves are left out: 1." in (tmp_path / "README.md").read_text()


def test_pairs_from_preferences_go_by_system_whatever_its_letter(tmp_path):
    live = study(PAIR, systems=("lab/Moss", "lab/Heron"))
    for _hit in range(2):
        claimed = world.claim(world.annotator(), live)
        is_first = (shown(claimed)[1] == "lab/Moss") == claimed.shown_order.startswith("a")
        world.submit(claimed, {"helpfulness": "1" if is_first else "2"})
    found = pairs(live, tmp_path)
    assert [(pair["chosen_system"], pair["strength"], pair["agreement"]) for pair in found] == [
        ("lab/Moss", 1.0, 1.0)
    ] * 2


@pytest.mark.parametrize("kind", ["json", "eval"])
def test_scores_go_into_a_copy_of_a_log_of_inspect(batch, kind, tmp_path, monkeypatch):
    """Our reader finds people's scores next to the log's own, and the log does not change."""
    client_of(Program(world.owner(batch.project)), monkeypatch)
    from rateroom_client import RateroomError, write_scores

    header = {"eval": {"model": "lab/Heron", "task": "t", "scorers": []}, "status": "success"}
    samples = [sample(number, id=f"item-{number}") for number in (1, 2, 3)]
    samples[0]["scores"] = {"graded": {"value": "C"}}
    log = archive(tmp_path, *samples, header=header)
    if kind == "json":
        log = tmp_path / "log.json"
        log.write_text(json.dumps({"version": 2, **header, "samples": samples}))
    before = log.read_bytes()
    copy = tmp_path / f"copy.{kind}"
    scores = json.load(made(batch, "inspect"))
    assert write_scores(log, scores, copy) == 2
    assert log.read_bytes() == before
    found, _rows, values = read(copy)
    assert counts(found) == ("Inspect", 3, 3, 1, 3)
    assert [
        (row["item"], row["value"]) for row in values if row["metric"].startswith("people/")
    ] == HERON_MEANS
    assert "graded" in {row["metric"] for row in values}
    write_scores(copy, scores, tmp_path / "again")
    assert read(tmp_path / "again")[2] == values
    files, whole = {*tmp_path.iterdir()}, copy.read_bytes()
    for wrong, words in ((FILES / "inspect_agent.json", "No sample"), (FILES / "README.md", "log")):
        with pytest.raises(RateroomError, match=words):
            write_scores(wrong, scores, copy)
    with pytest.raises(RateroomError, match="is the log itself"):
        write_scores(log, scores, log)
    # What is refused leaves what was there.
    assert ({*tmp_path.iterdir()}, copy.read_bytes()) == (files, whole)
    assert log.read_bytes() == before


FAILED = [{"error": {"message": "x"}}, {"invalidation": {"reason": "leaked"}}, {"output": {}}]
SAID_IN_TURNS = {"output": {}, "messages": [{"role": "assistant", "content": "So."}]}


@pytest.mark.parametrize(
    ("first", "epoch"), [*((each, 2) for each in FAILED), (SAID_IN_TURNS, 1), ({}, 1)]
)
def test_scores_go_to_the_epoch_that_people_rated(batch, first, epoch, tmp_path, monkeypatch):
    """People rated the first epoch that our reader does not skip."""
    client_of(Program(world.owner(batch.project)), monkeypatch)
    from rateroom_client import write_scores

    samples = [sample(id="item-1", **first), sample(id="item-1", epoch=2)]
    samples[1]["output"] = {"completion": "Second."}
    header = {"eval": {"model": "lab/Heron", "task": "t", "scorers": []}, "status": "success"}
    log, copy = tmp_path / "log.json", tmp_path / "copy.json"
    log.write_text(json.dumps({"version": 2, **header, "samples": samples}))
    _found, (row,), _scores = read(log)
    assert (row["output"] == "Second.") == (epoch == 2)
    write_scores(log, json.load(made(batch, "inspect")), copy)
    written = json.loads(copy.read_text())["samples"]
    assert [each["epoch"] for each in written if each["scores"]] == [epoch]


def test_only_members_get_files_and_means_wait_for_the_end(batch, client):
    owner, viewer = Program(world.owner(batch.project)), Program(world.viewer(batch.project))
    for name, tool in tools().items():
        path = f"batches/{batch.pk}/files/{name}"
        assert Program(world.outsider()).get(path).status_code == 404
        assert viewer.get(path).status_code == (409 if tool.has_means else 200)
    assert owner.get(f"batches/{batch.pk}/files/other").status_code == 404
    client.force_login(world.owner(batch.project))
    page = reverse("admin:export", args=[batch.pk])
    text = client.get(page).content.decode()
    assert "dataset also has ratings by judges and metrics." in text
    assert text.count("disabled>") == 2
    address = reverse("admin:tool_file", args=[batch.pk, "inspect"])
    assert client.post(address).status_code == 404
    owner.made(f"batches/{batch.pk}/unveil")
    assert owner.get(f"batches/{batch.pk}/files/inspect").status_code == 200
    assert json.loads(b"".join(client.post(address).streaming_content))["scores"]
    taken = Act.objects.filter(verb="exported", actor=world.owner(batch.project))
    assert [act.after for act in taken] == [{"file": "inspect"}] * 2


def test_without_responses_there_is_no_file(client):
    live = study(SCALE)
    client.force_login(world.researcher(live.project))
    answer = client.post(reverse("admin:tool_file", args=[live.pk, "hugging-face"]), follow=True)
    assert "No responses yet." in answer.content.decode()


TASK = """
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver


@solver
def echo():
    async def answer(state, generate):
        state.output = ModelOutput.from_content("echo", state.input_text)
        return state

    return answer


@task
def captions():
    return Task([Sample("Describe it.", id=f"item-{n}") for n in (1, 2, 3)], solver=echo())
"""
CHECK = """
from datasets import load_dataset
from inspect_ai.log import read_eval_log

counts = {("hugging-face", "ratings"): 8, ("hugging-face", "outputs"): 4}
for (folder, name), rows in {**counts, ("preference-pairs", "preferences"): 1}.items():
    assert load_dataset(folder, name, split="train").num_rows == rows
for path in ("copy.eval", "copy.json"):
    log = read_eval_log(path)
    assert log.samples[0].scores["people/helpfulness"].value == 4.5
    assert log.results.scores[0].metrics["mean"].value == 3.25
"""


def run(folder, *command: str, reason: str = "") -> str:
    """Return the output of a command. If it fails, skip the test if there is a `reason`."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode and reason:
        pytest.skip(f"{reason}: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_the_tools_themselves_read_the_files(batch, tmp_path, monkeypatch):
    client_of(Program(world.owner(batch.project)), monkeypatch)
    monkeypatch.chdir(tmp_path)
    venv.create("env", with_pip=True)
    python = str(tmp_path / "env" / "bin" / "python")
    install = [python, "-m", "pip", "install", "-q"]
    needed = ["inspect_ai", "datasets", "requests", "huggingface_hub", "jsonschema"]
    run(tmp_path, *install, *needed, reason="The tools cannot be installed")
    # It asks for a newer Python, and its validator does not need one.
    newer = ["--no-deps", "--ignore-requires-python", "every-eval-ever"]
    run(tmp_path, *install, *newer, reason="Every Eval Ever cannot be installed")
    for name in ("hugging-face", "preference-pairs", "every-eval-ever"):
        unpacked(batch, name, tmp_path / name)
    validate = [python, "-m", "every_eval_ever", "validate", "--format", "json"]
    files = [f"data/*/*/*/*{ending}" for ending in (".json", ".jsonl")]
    checked = json.loads(run(tmp_path / "every-eval-ever", *validate, *files))
    assert [each["valid"] for each in checked] == [True] * 4
    (tmp_path / "captions.py").write_text(TASK)
    model = ["--model", "mockllm/model", "--no-score"]
    run(tmp_path, f"{tmp_path}/env/bin/inspect", "eval", "captions.py", *model)
    (log,) = (tmp_path / "logs").glob("*.eval")
    convert = ["log", "convert", str(log), "--to", "json", "--output-dir", "json"]
    run(tmp_path, f"{tmp_path}/env/bin/inspect", *convert)
    write = (
        "from rateroom_client import write_scores as w; import json; from pathlib import Path as P"
    )
    scores = made(batch, "inspect").read().decode().replace("lab/Heron", "mockllm/model")
    (tmp_path / "scores.json").write_text(scores)
    for path in (log, *(tmp_path / "json").glob("*.json")):
        line = (
            f"{write}; w(P({str(path)!r}), json.load(open('scores.json')), P('copy{path.suffix}'))"
        )
        monkeypatch.setenv("PYTHONPATH", str(CLIENT))
        run(tmp_path, python, "-c", line)
    run(tmp_path, python, "-c", CHECK)
