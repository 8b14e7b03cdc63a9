"""A multi-select from people's answers and a judge's reply to exports and agreement."""

import csv
import io

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
sections:
  - {key: fault, kind: multi-select, title: Faults, criteria: [rude, vague], combination: faults}
reply: {format: section-lines}
"""


def test_options_and_their_combination_are_exported_and_compared():
    owner = world.project()
    data = world.dataset(owner, items=3, systems=("Heron",))
    rubric = load_version(source=RUBRIC, project=owner)
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)
    none, rude, both = {"fault.none": "1"}, {"rude": "1"}, {"rude": "1", "vague": "1"}
    for person, ticked in (
        (world.annotator(), (none, rude, both)),
        (world.second_annotator(), (none, rude, rude)),
    ):
        for _item in ticked:
            claimed = world.claim(person, batch)
            world.submit(claimed, ticked[int(claimed.hit.item.external_id[-1]) - 1])
    lines = [
        {"item": item, "system": systems, "reply": "Section 1: 1\nSection 2: 0"}
        for item, *systems in world.shown_systems(batch)
    ]
    run = import_judge_run(batch=batch, settings=JudgeSettings("Judge", "m"), replies=lines)
    assert dict(run.failed) == {}

    rows = csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode(), newline=""))
    keys = ("rude", "vague", "fault.none", "faults")
    assert sorted("".join(row[f"Answer.{key}"] for key in keys) for row in rows) == [
        *("0010", "0010", "1001", "1001", "1001", "1103"),
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
