"""Tests of criteria worth points, with scores and agreement calculated by hand."""

import csv
import io
import json
import re

import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.ratings import batch_frame
from analysis.report.computing import perform_report
from analysis.requests import report_for
from hits.exports import stream
from hits.models import Batch
from judges.replies.importing import JudgeSettings, import_judge_run
from stimuli.models import Item
from surveys.versions.storing import load_version
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
RUBRIC = """\
name: health
title: Health
summary: Say which criteria the answer meets.
instructions: Judge each criterion.
stimulus:
  - {block: list, field: rubrics, entry_title: criterion, ordered: true}
  - {block: outputs, title: Answer}
criteria:
  - {key: met, title: Criterion met, level: nominal, best: none}
  - {key: score, title: Score, level: interval, best: highest}
  - {key: accuracy, title: Accuracy, level: interval, best: highest}
sections:
  - {key: rubric, kind: checklist, title: Criteria, criteria: [met], entries: rubrics, points: true,
     clipped: false, total: score, by_tag: {accuracy: "axis:accuracy"},
     steps: [{key: met, title: Is it met?, yes: Met, no: Not met}]}
reply: {format: entry-json, section: rubric, root: verdict, scores: met, reasons: reasons}
"""
CRITERIA = [
    {"criterion": "Asks since when", "points": 6, "tags": ["axis:context", "level:example"]},
    {"criterion": "Names the dose", "points": 4, "tags": ["axis:accuracy"]},
    {"criterion": "Invents a source", "points": -8, "tags": ["axis:accuracy"]},
]
# By item: which criteria two people and a judge call met.
FIRST, SECOND, JUDGE = ("110", "100", "001"), ("110", "110", "001"), ("110", "101", "000")


def test_points_are_scored_by_people_and_a_judge_and_compared():
    owner = world.project()
    data = world.dataset(owner, items=3, systems=("Heron",))
    Item.objects.filter(dataset=data).update(fields={"rubrics": CRITERIA})
    rubric = load_version(source=RUBRIC, project=owner)
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)
    for person, met in ((world.annotator(), FIRST), (world.second_annotator(), SECOND)):
        for _item in met:
            claimed = world.claim(person, batch)
            marks = met[int(claimed.hit.item.external_id[-1]) - 1]
            world.submit(
                claimed, {f"rubric.{number}.met": mark for number, mark in enumerate(marks, 1)}
            )
    lines = [
        {"item": item, "system": systems, "reply": reply(JUDGE[int(item[-1]) - 1])}
        for item, *systems in world.shown_systems(batch)
    ]
    run = import_judge_run(batch=batch, settings=JudgeSettings("Judge", "m"), replies=lines)
    assert dict(run.failed) == {}

    rows = list(csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode(), newline="")))
    keys = ("rubric.3", "score", "accuracy")
    assert sorted(tuple(row[f"Answer.{key}"] for key in keys) for row in rows) == [
        ("0", "0.6", "0"),  # (6 + 0) / (6 + 4); of the tag 0 / 4
        *[("0", "1", "1")] * 3,
        *[("1", "-0.8", "-2")] * 2,
    ]

    result = compare(batch_frame(batch), ComparisonSettings(draws=10))
    met = result.criterion("met")
    # Two people differ on one criterion of nine.
    assert met.people.agreement["pairwise"].value == pytest.approx(8 / 9)
    (judge,) = met.judges
    figures = {figure.statistic: figure.judge for figure in judge.figures}
    # The judge differs from both people on 3.3, from the first on 2.3, and from the second on 2.2
    # and 2.3: 5 of 18 ratings. People call 9 met, and the judge 4 of 9, twice.
    assert (figures["exact"].value, figures["exact"].n) == (pytest.approx(13 / 18), 18)
    chance = (9 * 8 + 9 * 10) / 18**2
    assert figures["kappa"].value == pytest.approx((13 / 18 - chance) / (1 - chance))
    score = result.criterion("score")
    assert (score.facts.level, score.facts.low, score.facts.high) == ("interval", None, 1)
    (judge,) = score.judges
    figures = {figure.statistic: figure.judge for figure in judge.figures}
    # People's means 1, 0.8, -0.8; the judge's 1, -0.2, 0.
    assert figures["mae"].value == pytest.approx((0 + 1 + 0.8) / 3)


def reply(met: str) -> str:
    return json.dumps(
        {"verdict": {"met": {f"criterion_{n}": int(mark) for n, mark in enumerate(met, 1)}}}
    )


def test_systems_with_claims_of_their_own_are_compared_by_question():
    """Each system needs its own batch, because an item has only one list of claims."""
    owner, batches = world.project(), []
    for system, supported in (("Heron", "11"), ("Moss", "10")):
        data = world.dataset(owner, items=5, systems=(system,))
        shown = {"question": "Q", "sources": ["S"], "claims": [f"{system} is old.", "It rains."]}
        Item.objects.filter(dataset=data).update(fields=shown)
        batch = world.live_batch(owner, data, rubric=world.version("answer-with-sources"))
        answers = {f"claim.{number}.covered": "1" for number in (1, 2)}
        answers |= {f"claim.{n}.supported": mark for n, mark in enumerate(supported, 1)}
        for _item in range(5):
            world.rate(world.annotator(), batch, answers)
        batches.append(batch)
    Batch.objects.update(state=Batch.State.CLOSED)
    perform_report(report_id=report_for(batches[0], together_with=batches[1:]).pk)
    address = f"/batches/{batches[0].pk}/report/?with={batches[1].pk}"
    page = words(signed_in(world.researcher(owner)).get(address))
    assert re.search(r"Heron 1\.00 .{,30}n = 5 Moss 0\.50 .{,30}n = 5", page)
    assert re.search(r"Heron – Moss 0\.50 .{,30}n = 5", page)
