"""Tests of plug-in parts in all places: page, check, prompt, parser, export, report and demo."""

import csv
import io
import re

import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.ratings import batch_frame
from demo.simulated import Impression
from hits.exports import dictionary_rows, stream
from hits.models import Answer, Assignment
from hits.queue.submitting import submit_assignment
from judges.models import VerdictAnswer
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.runs.plan import expected
from surveys.columns import rubric_columns
from surveys.loading import load_rubric
from surveys.samples import sample_stimulus
from surveys.versions.difference import rubric_difference
from surveys.versions.storing import load_version
from tests import world
from tests.pages import squeezed

RUBRIC = """\
name: share-points
title: Share points out
summary: Give each caption its share of three points.
instructions: Judge what the captions say.
outputs: {per_page: 2, name: Caption}
stimulus:
  - {block: quote, title: Context, field: words, speaker: speaker}
  - {block: outputs, title: Caption}
criteria:
  - {key: quality, title: Quality, level: interval, best: highest}
sections:
  - {key: share, kind: points, total: 3, title: "What is each worth?", criteria: [quality]}
reply: {format: REPLY}
"""


pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plugin(settings):
    settings.PLUGINS = ["tests.plugins.extras"]


@pytest.fixture(params=["section-lines", "key-lines"])
def batch(request):
    owner = world.project()
    data = world.dataset(owner, items=3)
    data.items.update(fields={"words": "A mill above the river.", "speaker": "A visitor"})
    version = load_version(source=RUBRIC.replace("REPLY", request.param), project=owner)
    return world.live_batch(owner, data, rubric=version, annotators_per_hit=2)


@pytest.mark.parametrize("batch", ["key-lines"], indirect=True)
def test_the_page_asks_and_the_check_answers(client, batch):
    assignment = world.claim(world.annotator(), batch)
    Assignment.objects.filter(pk=assignment.pk).update(shown_order="ab")
    client.force_login(world.annotator())
    path, both = world.hit_path(assignment), {"a.quality": "1", "b.quality": "1"}
    page = squeezed(client.get(path).content.decode())
    assert re.findall(r"<blockquote[^>]*>(.*?)</blockquote>\s*<figcaption>(.*?)<", page) == [
        ("“A mill above the river.”", "A visitor")
    ]
    radios = re.findall(r'type="radio" name="([\w.]+)" value="(\d)"', page)
    assert radios == [
        *(("a.quality", points) for points in "0123"),
        *(("b.quality", points) for points in "0123"),
    ]
    refused = squeezed(client.post(path, {"action": "submit", **both}).content.decode())
    assert re.findall(r'<a href="#q-(.)-quality">Caption \d: ([^<]*)</a>', refused) == [
        ("a", "Together these are 2 points, not 3."),
        ("b", "Together these are 2 points, not 3."),
    ]
    blank = squeezed(client.post(path, {"action": "submit", "a.quality": "4"}).content.decode())
    assert re.findall(r"Caption \d: ([^<]*)</a>", blank) == [
        "4 is not a number from 0 to 3.",
        "Give it points, or 0.",
    ]
    client.post(path, {"action": "submit", "a.quality": "2", "b.quality": "1"})
    assert dict(Answer.objects.values_list("key", "number")) == {"a.quality": 2, "b.quality": 1}


def share_points(batch, user, first: dict[str, str]) -> None:
    """Rate all HITs. `first` maps each item to the system that gets two of the three points."""
    for _hit in first:
        claimed = world.claim(user, batch)
        a_first = claimed.hit.outputs[0].system.name == first[claimed.hit.item.external_id]
        raw = {"a.quality": "2" if a_first else "1", "b.quality": "1" if a_first else "2"}
        submit_assignment(annotator=user, assignment_id=claimed.pk, raw=raw)


def test_the_prompt_asks_and_the_reader_reads(batch):
    rubric = batch.rubric_version.spec
    formats = {
        "section-lines": "Section {}: 2\nSection {}: 1",
        "key-lines": "{}.quality = 2\n{}.quality = 1",
    }
    names = {"section-lines": ("1", "2"), "key-lines": ("a", "b")}[rubric.reply.format]
    reply = formats[rubric.reply.format].format(*names)
    shown = sample_stimulus(rubric, {})
    assert rubric.reply.write(rubric, shown, {"a.quality": 2, "b.quality": 1}) == reply
    lines = [{"item": "item-1", "system": ["Heron", "Moss"], "reply": reply}]
    run = import_judge_run(
        batch=batch, settings=JudgeSettings(name="Run", model="m"), replies=lines
    )
    assert dict(run.failed) == {}
    assert dict(VerdictAnswer.objects.values_list("key", "number")) == {
        "a.quality": 2,
        "b.quality": 1,
    }
    prompt = expected(run.run)[1]
    assert "[Context]:\n“A mill above the river.”\n(A visitor)" in prompt
    assert prompt.count("Its share of 3 points, from 0 to 3.") == 2
    shared = [{**lines[0], "item": "item-2", "reply": reply.replace("2\n", "1\n")}]
    refused = import_judge_run(
        batch=batch, settings=JudgeSettings(name="Shared", model="m"), replies=shared
    )
    assert dict(refused.failed) == {"ambiguous_score": 1}


def test_the_export_explains_and_the_report_counts(batch):
    share_points(batch, world.annotator(), {"item-1": "Heron", "item-2": "Heron", "item-3": "Moss"})
    share_points(
        batch, world.second_annotator(), {"item-1": "Heron", "item-2": "Heron", "item-3": "Heron"}
    )
    text = b"".join(stream(batch, "wide")).decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert (
        sorted(row["Answer.a.quality"] + row["Answer.b.quality"] for row in rows)
        == ["12"] + ["21"] * 5
    )
    entry = next(row for row in dictionary_rows(batch) if row[0] == "Answer.a.quality")
    assert entry[3:8] == (
        *("points", "quality", "interval", "highest"),
        "0 to 3; all outputs together 3",
    )
    frame = batch_frame(batch)
    facts = frame.facts["quality"]
    assert (facts.level, facts.best, facts.low, facts.high) == ("interval", "highest", 0, 3)
    result = compare(frame, ComparisonSettings(draws=10)).criterion("quality")
    by_system = sorted(result.by_system, key=lambda system: system.system)
    assert [(system.system, system.people.value) for system in by_system] == [
        ("Heron", pytest.approx(11 / 6)),
        ("Moss", pytest.approx(7 / 6)),
    ]


def test_the_import_warns_and_the_demo_answers():
    rubric = load_rubric(RUBRIC.replace("REPLY", "key-lines"))
    (doubt,) = rubric.stimulus[0].doubts({"words": "“A mill.”"})
    assert (doubt.path, doubt.what) == (
        "words",
        "has quotation marks already; the page adds its own.",
    )
    levels = {"a": 0.2, "b": 0.9}
    (section,) = rubric.sections
    asked = section.questions(rubric, sample_stimulus(rubric, {}), None)
    impression = Impression(level=0, share=0, level_of=levels.__getitem__, words=str, chance=None)
    assert {question.key: question.simulated(impression) for question in asked} == {
        "a.quality": 0,
        "b.quality": 3,
    }


def test_its_versions_compare_and_its_columns_measure():
    old = load_rubric(RUBRIC.replace("REPLY", "key-lines"))
    new = load_rubric(RUBRIC.replace("REPLY", "key-lines").replace("What is", "How much is"))
    (answer,) = rubric_difference(old, new).answers
    assert (answer.pattern, answer.verdict) == ("*.quality", "care")
    assert [(column.key, column.measure.shape) for column in rubric_columns(old)] == [
        ("a.quality", "value"),
        ("b.quality", "value"),
    ]
