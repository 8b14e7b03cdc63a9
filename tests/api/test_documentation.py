"""Tests that run the documentation's examples with curl and with the Python client."""

import json
import os
import re
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from api.models import KeyedWrite
from hits.models import Batch, Exclusion
from people.models import Project
from people.models.tokens import Scope
from people.tokens.granting import make_token
from tests import world
from tests.documentation import text_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).parents[2]
PAGE = text_of("api")
PATIENCE = 120  # seconds, on a machine with much else to do
BATS = ["q1 4", "q2 4"]
TASK = """
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver


@solver
def echo():
    async def answer(state, generate):
        state.output = ModelOutput.from_content("echo", f"You ask: {state.input_text}")
        return state

    return answer


@task
def bats():
    samples = [Sample("When do bats sleep?", id="q1"), Sample("What do bats eat?", id="q2")]
    return Task(samples, solver=echo())
"""
EVALUATION = """
prompts: ['{{question}}']
providers: [echo]
tests: [{vars: {question: 'When?'}}, {vars: {question: 'What?'}}]
"""


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def environment(live_server, celery_worker_process):
    """Environment variables for a program with the token of a project that has funds."""
    project = world.project(name="Bats")
    _row, token = make_token(user=world.owner(project), name="x", scopes=Scope, days=1)
    paths = {"PYTHONPATH": f"{ROOT / 'client'}", "PATH": os.environ["PATH"]}
    return {"SITE": live_server.url, "TOKEN": token, **paths}


def rate_all(batch, annotator):
    Batch.objects.filter(pk=batch.pk).update(least_reading_percent=0)  # a test reads at once
    for _hit in range(batch.hits_made):
        world.rate(annotator, batch, {"helpfulness": "4"})


def live_batch(title):
    """Wait for a live batch whose title starts with `title`, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        batch = Batch.objects.filter(title__startswith=title, state=Batch.State.LIVE).first()
        if batch is not None:
            return batch
        time.sleep(0.2)
    return pytest.fail(f"There is no live batch {title}.")


@pytest.fixture
def shell(environment, tmp_path):
    """A function that runs a script and returns its output. The script must end with `code`."""

    def run(script, code=0, **more):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            env=environment | more,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


def test_the_examples_run_twice_and_a_refused_import_ends_them(shell):
    short, before, _after = blocks("sh")
    numbers = [
        shell(f"{short}\n{before}\necho; echo $BATCH", NAME=name).split()[-1]
        for name in ("First", "Second")
    ]
    assert Batch.objects.filter(pk__in=numbers, state="live", hits_made=4).count() == 2
    twice = before.replace("q2,small,", "q1,small,")
    assert '"state":"failed"' in shell(f"{short}\n{twice}", code=1, NAME="Third")


def test_the_main_job_by_curl_and_by_the_client(shell, environment, tmp_path):
    short, before, after = blocks("sh")
    number = shell(f"{short}\n{before}\necho; echo $BATCH", NAME="Answers").split()[-1]
    batch = Batch.objects.get(pk=number)
    assert (batch.state, batch.hits_made) == ("live", 4)
    rate_all(batch, world.annotator())
    out = shell(f"BATCH={number}\n{short}\n{after}")
    assert "Krippendorff" in out or "rating" in out
    assert batch.assignments.filter(state="approved").count() == 4
    lines = (tmp_path / "ratings.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    _run_the_client(environment, tmp_path)


def start(command, environment, folder):
    return subprocess.Popen(
        command,
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def printed(command, environment, folder, seconds=PATIENCE):
    """Return the output of a command, which must succeed."""
    with start(command, environment, folder) as program:
        out, _nothing = program.communicate(timeout=seconds)
    assert program.returncode == 0, out
    return out


def rated(command, environment, folder, title):
    """Run a command that publishes a batch, rate the batch meanwhile, and return the output."""
    with start(command, environment, folder) as program:
        rate_all(live_batch(title), world.annotator())
        out, _nothing = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, out
    return out


def _run_the_client(environment, folder):
    """Run the examples that use the client. They continue where they stopped, even after the server
    has forgotten their idempotency keys."""
    scorer, evaluation, *_others = blocks("python")
    (folder / "scorer.py").write_text(scorer, encoding="utf-8")
    (folder / "test_people.py").write_text(evaluation, encoding="utf-8")
    plain = [sys.executable, "scorer.py"]
    assert sorted(rated(plain, environment, folder, "Nightly 1").splitlines()[:2]) == BATS
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:django"]
    tests.append("test_people.py")
    assert "1 skipped" in printed(tests, environment, folder)
    rate_all(live_batch("Release 7"), world.annotator())
    KeyedWrite.objects.all().delete()
    assert sorted(printed(plain, environment, folder).splitlines()[:2]) == BATS
    assert "1 passed" in printed(tests, environment, folder)
    assert Batch.objects.filter(project=Project.objects.get(name="Bats")).count() == 3
    assert not Exclusion.objects.exists()
    (folder / "other.py").write_text(scorer.replace("Insects.", "Fruit."), encoding="utf-8")
    with start([sys.executable, "other.py"], environment, folder) as program:
        assert "The batch “Nightly 1” has other outputs." in program.communicate()[0]


@pytest.fixture
def bats(shell):
    """Store the rubric that the example programs need."""
    short, before, _after = blocks("sh")
    shell(f"{short}\n{before}", NAME="Before")


def installed(command, folder):
    """Run an installation command, and skip the test if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{command[-1]} cannot be installed: {done.stderr[-200:]}")


@pytest.mark.long
@pytest.mark.usefixtures("bats")
def test_people_score_a_log_of_inspect(environment, tmp_path):
    """Both samples are in one batch, and Inspect itself reads people's scores from the copy."""
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    installed([python, "-m", "pip", "install", "-q", "inspect_ai"], tmp_path)
    (tmp_path / "people.py").write_text(blocks("python")[2], encoding="utf-8")
    (tmp_path / "bats.py").write_text(TASK, encoding="utf-8")
    run = [python.with_name("inspect"), "eval", "bats.py", "--no-score", "--model", "mockllm/model"]
    printed(run, environment, tmp_path)
    (log,) = (tmp_path / "logs").glob("*.eval")
    program = [python, "people.py", log]
    with start(program, environment, tmp_path) as waiting:
        batch = live_batch("bats ")
        waiting.kill()
    rate_all(batch, world.annotator())
    assert sorted(printed(program, environment, tmp_path).splitlines()[:2]) == [
        "q1 epoch 1 4",
        "q2 epoch 1 4",
    ]
    copy = json.loads(log.with_name(f"{log.name}.people.json").read_text())
    assert copy["results"]["scores"][0]["metrics"]["mean"]["value"] == 4
    assert [each["scores"]["people"]["metadata"] for each in copy["samples"]] == [
        {"people": 1, "batch": batch.pk}
    ] * 2
    assert Batch.objects.filter(title__startswith="bats ").count() == 1


@pytest.mark.long
@pytest.mark.usefixtures("bats")
def test_people_score_results_of_promptfoo(environment, tmp_path):
    installed(["npm", "install", "--no-audit", "--no-fund", "promptfoo"], tmp_path)
    there = {"PROMPTFOO_CONFIG_DIR": str(tmp_path), "PROMPTFOO_DISABLE_TELEMETRY": "1"}
    environment |= {**there, "PROMPTFOO_DISABLE_UPDATE": "1"}
    (tmp_path / "people.py").write_text(blocks("python")[3], encoding="utf-8")
    (tmp_path / "people.yaml").write_text(blocks("yaml")[-1], encoding="utf-8")
    (tmp_path / "promptfooconfig.yaml").write_text(EVALUATION, encoding="utf-8")
    evaluate = ["node_modules/.bin/promptfoo", "eval", "-o"]
    printed([*evaluate, "results.json"], environment, tmp_path)
    title = f"promptfoo {json.loads((tmp_path / 'results.json').read_text())['evalId']}"
    out = rated([sys.executable, "people.py"], environment, tmp_path, title)
    assert sorted(out.splitlines()) == ["0 4", "1 4"]
    printed([*evaluate, "people.json", "-c", "people.yaml"], environment, tmp_path)
    results = json.loads((tmp_path / "people.json").read_text())["results"]["results"]
    assert [row["response"]["output"] for row in results] == ["When?", "What?"]
    assert [row["namedScores"] for row in results] == [{"echo": 0.75}] * 2
