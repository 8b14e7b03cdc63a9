"""The main job by curl alone and by the client alone, run from the documentation itself."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

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


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def environment(live_server, celery_worker_process):
    """Of a program that has a token of a project with money."""
    project = world.project(name="Bats")
    _row, token = make_token(user=world.owner(project), name="x", scopes=Scope, days=1)
    paths = {"PYTHONPATH": f"{ROOT / 'client'}", "PATH": os.environ["PATH"]}
    return {"SITE": live_server.url, "TOKEN": token, **paths}


def rate_all(batch, annotator):
    Batch.objects.filter(pk=batch.pk).update(least_reading_percent=0)  # a test reads at once
    for _hit in range(batch.hits_made):
        world.rate(annotator, batch, {"helpfulness": "4"})


def live_batch(title):
    """The batch of this title once it is live."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        batch = Batch.objects.filter(title=title, state=Batch.State.LIVE).first()
        if batch is not None:
            return batch
        time.sleep(0.2)
    return pytest.fail(f"There is no live batch {title}.")


@pytest.fixture
def shell(environment, tmp_path):
    """Run a script; what it printed. It has to end with `code`."""

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


def _run_the_client(environment, folder):
    """The rubric is there by now. Programs wait for people, who work meanwhile."""
    scorer, evaluation, inspect = blocks("python")
    compile(inspect, "inspect", "exec")
    (folder / "scorer.py").write_text(scorer, encoding="utf-8")
    (folder / "test_people.py").write_text(evaluation, encoding="utf-8")
    plain = [sys.executable, "scorer.py"]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:django"]
    for command, title in ((plain, "Nightly 1"), ([*tests, "test_people.py"], "Release 7")):
        with subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as program:
            rate_all(live_batch(title), world.annotator())
            out, _nothing = program.communicate(timeout=PATIENCE)
        assert program.returncode == 0, out
        if command is plain:
            assert sorted(out.splitlines()[:2]) == ["q1 4", "q2 4"]
            # Again, it goes on with the batch that there is.
            again = subprocess.run(
                command,
                env=environment,
                cwd=folder,
                capture_output=True,
                text=True,
                check=True,
                timeout=PATIENCE,
            )
            assert sorted(again.stdout.splitlines()[:2]) == ["q1 4", "q2 4"]
    assert Batch.objects.filter(project=Project.objects.get(name="Bats")).count() == 3
    assert not Exclusion.objects.exists()
