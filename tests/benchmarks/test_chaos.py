"""Tests of the short form of `make chaos`: each fault once under load, and no acknowledged
submission is lost."""

import json
import subprocess
import sys

import pytest

from benchmarks.chaos.faults import ROOM_SECONDS, Faults
from tests.supervised import ROOT, bare_environment

pytestmark = pytest.mark.long

SHORT = ["--times", "1", "--settle", "0.5", "--annotators", "32"]


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chaos")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.chaos",
            *SHORT,
            "--json",
            folder / "json",
            "--console",
            folder / "console",
        ],
        cwd=ROOT,
        env=bare_environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / "json").read_text())


def test_every_acknowledged_submission_is_there_once(figures):
    assert figures["acknowledged"] == figures["found"] > 100
    assert (figures["acknowledged_twice"], figures["doubled"]) == (0, 0)


def test_no_hit_is_over_assigned_and_the_money_is_exact(figures):
    assert (figures["over_assigned"], figures["money_differences"], figures["verify_broken"]) == (
        0,
        0,
        [],
    )


def test_service_came_back_after_every_fault(figures):
    assert {
        name: len(seconds) for name, seconds in figures["seconds_until_service"].items()
    } == dict.fromkeys([name for name in Faults.ALL if name not in figures["skipped"]], 1)


def test_the_site_came_back_after_a_full_disk(figures):
    if reason := figures["skipped"].get("full_disk"):
        pytest.skip(f"No small disk: {reason}")
    assert figures["seconds_until_service"]["full_disk"][0] < ROOM_SECONDS


def test_what_was_filled_in_is_never_lost(figures):
    assert "form lost" not in figures["trouble"]
