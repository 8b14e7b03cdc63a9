"""Tests in folders whose names contain spaces, quotes and other special characters: the services,
the site and the deployment start there."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
import redis

from tests.local.conftest import begin_with
from tests.supervised import PATIENCE, ROOT, Supervised, bare_environment, free_port, wait_for

pytestmark = pytest.mark.slow

# The socket is in the folder itself, but for the last one.
NAMES = ("my data", "a+b & 100%25 Übung", "$HOME `id` \\ 日本", 'it\'s "odd", #1; {env.HOME}')


@pytest.fixture
def folder():
    """A folder with a path that is short enough for the database's socket."""
    with tempfile.TemporaryDirectory(prefix="rr-", dir="/tmp") as name:
        yield Path(name)


@pytest.fixture
def supervise():
    """A function that starts supervisors. They are stopped after the test."""
    started = []

    def start(*given, **env):
        started.append(Supervised(*given, **env))
        return started[-1]

    yield start
    for run in started:
        if run.process.poll() is None:
            run.stop()


@pytest.mark.parametrize(
    "name", [*NAMES[2:], *(pytest.param(name, marks=pytest.mark.long) for name in NAMES[:2])]
)
def test_the_services_answer_at_the_noted_addresses(folder, supervise, name):
    run = supervise(folder / name, "services", free_port())
    run.expect("Ctrl+C stops both")
    with psycopg.connect(run.addresses()["database"]) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
    assert redis.Redis.from_url(run.addresses()["redis"]).ping() is True


@pytest.mark.long
def test_rateroom_up_keeps_its_data_there(folder, migrated):
    name, port = NAMES[0], free_port()
    begin_with(migrated, folder / name)
    console = folder / "console"
    with console.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "rateroom", "up", "--data", name, "--port", str(port)],
            cwd=folder,
            env=bare_environment() | {"DEMO": "no", "PYTHONPATH": str(ROOT)},
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        wait_for(lambda: "is ready" in console.read_text() or process.poll() is not None, console)
        assert "is ready" in console.read_text(), console.read_text()
        assert (folder / name / "owner.json").exists()
    finally:
        process.terminate()
        process.wait(PATIENCE)


def copy_of_the_tree(folder):
    """Copy the checkout to `folder` and link the virtual environment. Return `folder`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and not name.startswith(("tests/", "benchmarks/")) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        pytest.param("site", NAMES[0], marks=pytest.mark.long),
        pytest.param("serve", NAMES[1], marks=pytest.mark.long),
        pytest.param("serve", NAMES[3], marks=pytest.mark.long),
    ],
)
def test_a_checkout_starts_there(folder, supervise, mode, name):
    tree = copy_of_the_tree(folder / name)
    ports = {"HTTPS_PORT": str(free_port()), "HTTP_PORT": str(free_port())}
    run = supervise(tree / "var", mode, free_port(), cwd=tree, **ports)
    run.expect("Rateroom is ready")
