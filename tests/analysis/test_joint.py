"""Tests of several batches of one rubric, combined in one frame and separately by name."""

import csv
import io

import numpy as np
import pytest

from analysis.comparison.batches import compare_batches
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings, from_json
from analysis.data.joint import joint_frame
from analysis.report.paper.every_figure import as_csv
from analysis.report.wording import as_text, methods
from tests.analysis.frames import frame_of, scored

QUICK = ComparisonSettings(draws=0)
CHANCE = np.random.default_rng(1)
PILOT, MAIN = (
    {name: CHANCE.integers(1, 6, size).tolist() for name in ("ann", "ben", "j")} for size in (8, 16)
)


@pytest.fixture(scope="module")
def frames():
    lines = [line.replace("i", "main", 1) for line in scored(MAIN, systems=2)]
    return {"Pilot": frame_of(*scored(PILOT, systems=2)), "Main": frame_of(*lines)}


def test_together_and_apart(frames):
    result = compare_batches(frames, QUICK)
    assert (result.ratings, result.people, result.items, result.judges) == (72, 4, 12, ("j",))
    mean = result.criteria[0].people.mean.value
    assert mean == pytest.approx(
        np.mean([*PILOT["ann"], *PILOT["ben"], *MAIN["ann"], *MAIN["ben"]])
    )
    for name, part in result.apart():
        alone = compare(frames[name], QUICK)
        assert (part.criteria, part.people, part.overall) == (alone.criteria, 2, alone.overall)
    assert [part.name for part in result.batches] == ["Pilot", "Main"]
    assert from_json(result.to_json()) == result


def test_the_batch_is_a_named_factor_in_every_form(frames):
    result = compare_batches(frames, QUICK)
    rows = list(csv.DictReader(io.StringIO(as_csv(result))))
    means = {
        row["batch"]: float(row["value"])
        for row in rows
        if (row["rater"], row["statistic"]) == ("people", "mean")
    }
    assert list(means) == ["", "Pilot", "Main"]
    assert means["Pilot"] == pytest.approx(np.mean([PILOT["ann"], PILOT["ben"]]), rel=1e-5)
    told = as_text(result)
    assert told.index("Batch Pilot:") < told.index("Batch Main:")
    assert methods(result).startswith(
        "Batches analysed together and separately: Pilot (24 ratings); Main (48 ratings). 72 ratings"
    )


def test_a_judge_of_one_batch_alone_and_progress(frames):
    values = {name: PILOT[name] for name in ("ann", "ben")}
    mixed = frames | {"Pilot": frame_of(*scored(values, systems=2))}
    steps = []
    result = compare_batches(mixed, QUICK, progress=steps.append)
    assert [part.judges for part in result.batches] == [(), ("j",)]
    assert (steps[-1], steps) == (1, sorted(steps))


def test_other_criteria_are_refused(frames):
    other = frame_of(*scored(PILOT, criterion="d"))
    with pytest.raises(ValueError, match="Choose batches with the same rubric"):
        joint_frame({"a": frames["Pilot"], "b": other})
