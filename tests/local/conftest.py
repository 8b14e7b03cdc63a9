"""A data folder with a migrated database, which the sites of several tests start from."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from local.programs import ROOT
from tests.supervised import Supervised, bare_environment, free_port


@pytest.fixture(scope="session")
def migrated(tmp_path_factory) -> Path:
    """The migrated folder, created once for all test processes, because migrating takes as long as
    the rest of such a test."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "migrated"
    with (shared / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _migrate(shared / "migrating").rename(folder)
    return folder


def _migrate(var: Path) -> Path:
    shutil.rmtree(var, ignore_errors=True)
    run = Supervised(var, "services", free_port())
    try:
        run.expect("Ctrl+C stops both")
        settings = {"RATEROOM_VAR": str(var), "DJANGO_SETTINGS_MODULE": "annotation.settings"}
        command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(command, cwd=ROOT, env=bare_environment() | settings, check=True)
    finally:
        run.stop()
    return var


def begin_with(migrated: Path, var: Path) -> Path:
    """Create a site's folder with a copy of the migrated database."""
    var.mkdir()
    subprocess.run(["cp", "-a", migrated / "postgres", var], check=True)
    return var


@pytest.fixture
def supervise(tmp_path):
    """Return a function that starts supervisors. Those still running are stopped after the test."""
    started = []

    def start(mode="services", *, var=tmp_path / "var", port=0, **env):
        started.append(Supervised(var, mode, port or free_port(), **env))
        return started[-1]

    yield start
    for run in started:
        if run.process.poll() is None:
            run.stop()
