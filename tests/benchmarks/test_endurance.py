"""The run of endurance passes in a short form, and its slope is one."""

import json
import subprocess
import sys

import pytest

from benchmarks.endurance.memory import Sample, slope
from tests.supervised import ROOT, bare_environment


def samples(pid, start, count, growth):
    """One every five seconds; `growth` in MB an hour."""
    return [
        Sample(start + 5 * number, pid, 100 + growth * (start + 5 * number) / 3600)
        for number in range(count)
    ]


def test_the_slope_is_that_of_the_process_that_runs_now():
    figures = slope([*samples(1, 0, 50, growth=900), *samples(2, 250, 100, growth=12)])
    assert (figures["mb_per_hour"], figures["plus_or_minus"]) == (12.0, 0.0)
    assert figures["minutes"] == pytest.approx(79 * 5 / 60, abs=0.1)


def test_a_few_samples_have_no_slope():
    assert slope(samples(1, 0, 5, growth=1))["mb_per_hour"] is None


@pytest.mark.long
def test_a_site_is_backed_up_restarted_and_moved_under_people(tmp_path):
    figures = tmp_path / "figures.json"
    command = [sys.executable, "-m", "benchmarks.endurance", "--minutes=1", "--people=8"]
    done = subprocess.run(
        [*command, "--think=3", f"--json={figures}"],
        cwd=ROOT,
        env=bare_environment(),
        capture_output=True,
        text=True,
        timeout=560,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(figures.read_text())["passed"] is True
