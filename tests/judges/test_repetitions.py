"""Tests that judges are named if they repeat their prompt or its worked example."""

import pytest

from judges.replies.repeated import repetitions
from tests import world
from tests.judges.test_importing import judge

pytestmark = pytest.mark.django_db


def run_with(*replies: str, rubric: str = "image-paragraph"):
    """Return a run over six HITs. `replies` are its first replies, and the others are scores."""
    owner = world.project()
    data = world.dataset(owner, items=3)
    data.items.update(fields={"key_points": ["mention the mill"]})
    batch = world.live_batch(owner, data, rubric=world.version(rubric))
    scores = ["\n".join(f"Section {number}: 2" for number in range(1, 6))] * (6 - len(replies))
    return judge(batch, [*replies, *scores], name="Run").run


def instructions(run) -> str:
    text = run.batch.rubric_version.spec.instructions
    return next(line for line in text.splitlines() if len(line) > 60)


def test_a_judge_that_repeats_the_prompt_is_named_with_its_count():
    line = instructions(run_with())
    assert repetitions(run_with(line, f"Here: {line.replace(' ', '  ')}")) == [
        "Run: 2 of 6 replies repeat the prompt."
    ]
    assert repetitions(run_with(line)) == [], "one reply tells nothing"
    assert repetitions(run_with()) == []


def test_a_judge_that_copies_the_example_is_named_whatever_its_layout():
    run = run_with(rubric="key-points")
    worked = run.batch.rubric_version.spec.worked
    copied = worked[0].reply.replace("\n", "\n  ")
    assert repetitions(run_with(copied, copied, copied, rubric="key-points")) == [
        "Run: 3 of 6 replies repeat an example from the prompt."
    ]
