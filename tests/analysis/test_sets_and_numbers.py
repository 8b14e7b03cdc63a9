"""Tests of multi-select and number questions, from answers to exports and agreement."""

import csv
import io

import krippendorff
import numpy as np
import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.ratings import batch_frame
from hits.exports import stream
from judges.replies.importing import JudgeSettings, import_judge_run
from surveys.versions.storing import load_version
from tests import world

pytestmark = pytest.mark.django_db
RUBRIC = """\
name: faults
title: Faults
summary: Tick what is wrong.
instructions: Judge what the caption says.
stimulus: [{block: outputs, title: Caption}]
criteria:
  - {key: rude, title: Rude, level: nominal, best: lowest}
  - {key: vague, title: Vague, level: nominal, best: lowest}
  - {key: faults, title: All faults, level: nominal, best: none}
  - {key: height, title: Height, level: ordinal, best: none}
sections:
  - {key: fault, kind: multi-select, title: Faults, criteria: [rude, vague], combination: faults}
  - {key: high, kind: number, title: How high, criteria: [height], low: 0, high: 90, decimals: 1}
reply: {format: section-lines}
"""
REPLY = "Section 1: 1\nSection 2: 0\nSection 3: 4.5"


def test_ticks_their_combination_and_numbers_are_exported_and_compared():
    owner = world.project()
    data = world.dataset(owner, items=3, systems=("Heron",))
    rubric = load_version(source=RUBRIC, project=owner)
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)
    none = {"fault.none": "1", "height": "3.5"}
    rude, both = {"rude": "1", "height": "4"}, {"rude": "1", "vague": "1", "height": "80.1"}
    for person, ticked in (
        (world.annotator(), (none, rude, both)),
        (world.second_annotator(), (none, rude, rude)),
    ):
        for _item in ticked:
            claimed = world.claim(person, batch)
            world.submit(claimed, ticked[int(claimed.hit.item.external_id[-1]) - 1])
    lines = [
        {"item": item, "system": systems, "reply": REPLY}
        for item, *systems in world.shown_systems(batch)
    ]
    run = import_judge_run(batch=batch, settings=JudgeSettings("Judge", "m"), replies=lines)
    assert dict(run.failed) == {}

    rows = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode(), newline=""))
    keys = ("rude", "vague", "fault.none", "faults", "height")
    assert sorted("".join(row[f"Answer.{key}"] for key in keys) for row in rows) == [
        *("00103.5", "00103.5", "10014", "10014", "10014", "110380.1")
    ]

    result = compare(batch_frame(batch), ComparisonSettings(draws=10))
    people = result.criterion("faults").people.agreement
    assert people["pairwise"].value == pytest.approx(2 / 3)
    # Of six ratings (0, 0, 1, 1, 3, 1), {rude} is 2/3 from {rude, vague}, and all else is 1.
    assert people["alpha_masi"].value == pytest.approx(1 - 5 * 2 * (2 / 3) / (2 * (8 + 3 * 2 / 3)))
    assert "alpha_masi" not in result.criterion("rude").people.agreement
    (judge,) = result.criterion("faults").judges
    exact = next(figure.judge for figure in judge.figures if figure.statistic == "exact")
    assert (exact.value, exact.n) == (pytest.approx(3 / 6), 6)
    (judge,) = result.criterion("rude").judges
    exact = next(figure.judge for figure in judge.figures if figure.statistic == "exact")
    assert exact.value == pytest.approx(4 / 6)

    height = result.criterion("height")
    assert (height.facts.level, height.facts.low, height.facts.high) == ("interval", 0, 90)
    values = np.array([[3.5, 3.5], [4, 4], [80.1, 4]])
    alpha = krippendorff.alpha(reliability_data=values.T, level_of_measurement="interval")
    assert height.people.agreement["alpha"].value == pytest.approx(alpha)
    assert height.people.agreement["icc_1"].n == 3
    (judge,) = height.judges
    error = next(figure.judge for figure in judge.figures if figure.statistic == "mae")
    assert error.value == pytest.approx(np.abs(4.5 - values.mean(1)).mean())
