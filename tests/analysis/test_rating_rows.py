"""Tests of the tidy ratings table: it has the report's ratings as well as reasons and steps."""

import csv
import io
import json

import pyarrow.parquet as pq
import pytest

from analysis.data.frame import Frame
from analysis.data.rating_rows import NAMES, rating_pieces
from analysis.data.ratings import batch_frame
from core.tabular.formulas import unguarded
from hits.exports import ExportChoice, Form, count_rows, dictionary_rows, export_pieces
from hits.exports.snapshots import erase_from_snapshots, make_snapshot
from hits.models import Batch
from hits.review.adjudication import adjudicate, state_rule
from hits.review.exclusions import exclude_assignments
from judges.replies.importing import JudgeSettings, import_judge_run
from stimuli.models import Item
from surveys.versions.storing import load_version
from tests import world
from tests.analysis.frames import held

pytestmark = pytest.mark.django_db
RUBRIC = """\
name: three-captions
title: Three captions
summary: Rank them, and score each.
instructions: Judge what the captions say.
outputs: {per_page: 3, name: Caption}
stimulus: [{block: outputs, title: Caption}]
criteria:
  - {key: quality, title: Quality, level: ordinal, best: highest}
  - {key: clarity, title: Clarity, level: ordinal, best: highest}
sections:
  - {key: rank, kind: ranking, title: Which is best, criteria: [quality], ties: true}
  - key: clear
    kind: choice
    title: Is it clear
    per_output: true
    criteria: [clarity]
    options: [{value: 1, text: Unclear}, {value: 2, text: "=Clear"}]
  - {key: why, kind: text, title: Why, per_output: true, criteria: [clarity], required: false}
  - {key: note, kind: text, title: Note, required: false}
reply: {format: section-lines}
"""
RANKED = {"a.quality": "1", "b.quality": "1", "c.quality": "3"} | {
    f"{letter}.clarity": str(value) for letter, value in zip("abc", (1, 2, 2), strict=True)
}


def rows_of(batch, **choice) -> list[dict[str, str]]:
    content = b"".join(export_pieces(batch, ExportChoice(table="ratings", **choice)))
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


@pytest.fixture(scope="module")
def module_ranked(module_rows):
    owner = world.project()
    data = world.dataset(owner, items=2, systems=("=Heron", "Moss", "Rail"))
    rubric = load_version(source=RUBRIC, project=owner)
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)
    for person in (world.annotator(), world.second_annotator()):
        world.rate(person, batch, RANKED | {"b.clarity.why": "+No verb.", "note": "Hard."})
        world.rate(person, batch, RANKED | {"c.quality": "2"})
    reply = {**{name: int(value) for name, value in RANKED.items()}, "a.clarity.why": "Vague."}
    lines = [
        {"item": item, "system": systems, "reply": json.dumps(reply)}
        for item, *systems in world.shown_systems(batch)
    ]
    run = import_judge_run(batch=batch, settings=JudgeSettings("=Run", "m"), replies=lines)
    assert dict(run.failed) == {}
    return batch


@pytest.fixture
def ranked(module_ranked, db):
    return Batch.objects.get(pk=module_ranked.pk)


@pytest.fixture
def paired():
    owner = world.project()
    data = world.dataset(owner, items=2)
    data.items.update(fields={"instruction": "Describe it."})
    rubric = world.version("instruction-following-pair")
    batch = world.live_batch(owner, data, rubric=rubric, annotators_per_hit=1)
    world.rate(world.annotator(), batch, {"preference": "1", "reason": "Shorter."})
    world.rate(world.annotator(), batch, {"preference": "0"})
    lines = [
        {"item": "item-1", "system": ["Moss", "Heron"], "reply": "Section 1: 2\nReason: Longer."}
    ]
    run = import_judge_run(batch=batch, settings=JudgeSettings("Run", "m"), replies=lines)
    assert dict(run.failed) == {}
    return batch


@pytest.fixture
def listed():
    owner = world.project()
    data = world.dataset(owner, items=1)
    Item.objects.filter(dataset=data).update(fields={"key_points": ["a mill", "a river"]})
    batch = world.live_batch(owner, data, rubric=world.version("key-points"), annotators_per_hit=1)
    steps = {"key_point.1.mentioned": "1", "key_point.1.correct": "1", "key_point.2.mentioned": "0"}
    reasons = {"key_point.1.reason": "It says so.", "key_point.2.reason": "No river."}
    world.rate(world.annotator(), batch, steps | reasons)
    return batch


def ratings_in(frame: Frame) -> list[tuple[object, ...]]:
    """Return the frame's rows sorted, with the systems of each pair in alphabetical order."""
    names = ("hit", "item", "system", "other", "criterion", "target", "rater")
    columns = [getattr(frame, name).texts() for name in names]
    numbers = [frame.judge.tolist(), frame.position.tolist(), frame.value.tolist()]
    rows = []
    for row in zip(*columns, *numbers, strict=True):
        *names, judge, position, value = row
        if names[3] and names[3] < names[2]:
            names[2:4] = names[3], names[2]
            position, value = -position % 3, -value % 3
        rows.append((*names, judge, position, value))
    return sorted(rows)


@pytest.mark.parametrize("kind", ["ranked", "paired", "listed"])
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_compare_reads_the_report_s_ratings_from_the_export(ranked, kind, form, request):
    batch = ranked if kind == "ranked" else request.getfixturevalue(kind)
    content = b"".join(export_pieces(batch, ExportChoice(table="ratings", file_format=form)))
    read = held(content, name=f"ratings.{form}")
    assert ratings_in(read.frame) == ratings_in(batch_frame(batch))
    assert dict(read.missing) == {}


def test_a_rating_has_its_words_and_a_reason_its_criterion(ranked):
    rows = rows_of(ranked)
    assert list(rows[0]) == NAMES
    by_target = {row["target"]: row for row in rows if row["hit"] == rows[0]["hit"]}
    systems = {letter: by_target[f"{letter}.clarity"]["system"] for letter in "abc"}
    assert {unguarded(system) for system in systems.values()} == {"=Heron", "Moss", "Rail"}
    human = [row for row in rows if row["kind"] == "human"]
    assert human[:6] == [row for row in human[:6] if row["assignment"] == human[0]["assignment"]]
    first = {row["target"]: row for row in human if row["assignment"] == human[0]["assignment"]}
    told = {
        target: (row["criterion"], row["value"], unguarded(row["text"]), unguarded(row["label"]))
        for target, row in first.items()
    }
    assert told == {
        "a.quality": ("quality", "1.5", "", ""),
        "b.quality": ("quality", "1.5", "", ""),
        "c.quality": ("quality", "3", "", ""),
        "a.clarity": ("clarity", "1", "", "Unclear"),
        "b.clarity": ("clarity", "2", "", "=Clear"),
        "c.clarity": ("clarity", "2", "", "=Clear"),
        "b.clarity.why": ("clarity", "", "+No verb.", ""),
        "note": ("", "", "Hard.", ""),
    }
    assert (first["note"]["system"], first["note"]["position"]) == ("", "")
    assert first["b.clarity.why"]["system"] == systems["b"]
    judged = [row for row in rows if row["kind"] == "judge"]
    assert {row["rater"] for row in judged} == {"'=Run"}
    assert {row["text"] for row in judged} == {"", "Vague."}
    assert {row["assignment"] for row in judged} == {""}
    assert len(rows) == count_rows(ranked, ExportChoice(table="ratings")) == 2 * (8 + 6) + 2 * 7


def test_a_preference_names_both_systems_and_the_words(paired):
    rows = rows_of(paired)
    preferences = [row for row in rows if row["target"] == "preference"]
    assert {(row["value"], row["label"]) for row in preferences if row["value"] == "0"} == {
        ("0", "tie")
    }
    (judged,) = [row for row in preferences if row["kind"] == "judge"]
    chosen = judged["system"] if judged["value"] == "1" else judged["system_b"]
    assert {judged["system"], judged["system_b"]} == {"Heron", "Moss"}
    assert (chosen, judged["label"]) == ("Heron", f"output {'ab'[int(judged['value']) - 1]}")
    reasons = {(row["kind"], row["text"]) for row in rows if row["target"] == "reason"}
    assert reasons == {("human", "Shorter."), ("judge", "Longer.")}


def test_a_mean_by_criterion_and_system_mixes_no_steps_with_scores(listed):
    rows = rows_of(listed)
    by_criterion = {}
    for row in rows:
        if row["value"]:
            by_criterion.setdefault(row["criterion"], []).append(float(row["value"]))
    assert by_criterion == {"": [1, 1, 0], "key_points": [1, 0], "total_score": [1]}
    assert {row["system"] for row in rows} == {rows[0]["system"]}
    reasons = [row["text"] for row in rows if row["text"]]
    assert reasons == ["It says so.", "No river."]


def test_what_is_chosen_of_people_leaves_judges(ranked):
    person = ranked.enrolments.order_by("pk").first().pseudonym
    rows = rows_of(ranked, annotators=(person,))
    assert {row["rater"] for row in rows} == {person, "'=Run"}
    assert len(rows) == count_rows(ranked, ExportChoice(table="ratings", annotators=(person,)))
    stable = {row["rater"] for row in rows_of(ranked, pseudonyms="project")} - {"'=Run"}
    assert (len(stable), {name[:2] for name in stable}) == (2, {"P-"})


@pytest.mark.parametrize("form", [Form.CSV, Form.PARQUET])
def test_the_bundle_has_the_rows_of_the_export_and_then_lengths(ranked, form):
    exported = b"".join(
        export_pieces(ranked, ExportChoice(table="ratings", file_format=form, counted=True))
    )
    bundled = b"".join(rating_pieces({"x": ranked}, "counted", form))
    outputs = {(item, name) for item, *names in world.shown_systems(ranked) for name in names}
    if form == Form.CSV:
        assert bundled.startswith(exported)
        assert held(bundled).frame.lengths.keys() == outputs
        return
    both, rows = (pq.read_table(io.BytesIO(each)).to_pylist() for each in (bundled, exported))
    assert both[: len(rows)] == rows
    assert {(row["item"], row["system"]) for row in both[len(rows) :]} == outputs
    assert {row["kind"] for row in both[len(rows) :]} == {"length"}


@pytest.mark.parametrize(
    "answers", ["counted", "with_excluded", "beside_adjudicated", "adjudicated"]
)
def test_a_bundle_has_the_answers_that_its_report_is_of(ranked, answers):
    owner = world.owner(ranked.project)
    late = ranked.assignments.filter(annotator=world.annotator()).values_list("pk", flat=True)[:1]
    exclude_assignments(batch=ranked, ids=set(late), rule="late", by=owner)
    state_rule(batch=ranked, span=0, no_majority=True, by=owner)
    hit = ranked.hits.order_by("pk").first()
    adjudicate(hit=hit, raw=RANKED, confirmed=[], language="en", by=owner)
    content = b"".join(rating_pieces({"x": ranked}, answers, Form.CSV))
    assert ratings_in(held(content).frame) == ratings_in(batch_frame(ranked, answers))


def test_people_of_several_batches_are_told_apart(ranked, paired):
    pieces = rating_pieces({"One": ranked, "=Two": paired}, "counted", Form.PARQUET)
    table = pq.read_table(io.BytesIO(b"".join(pieces))).to_pylist()
    starts = {row["rater"].split(":")[0] for row in table if row["kind"] == "human"}
    assert starts == {"One", "=Two"}
    assert {row["rater"] for row in table if row["kind"] == "judge"} == {"=Run", "Run"}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("form", Form.values)
def test_a_snapshot_loses_the_rows_of_a_person_and_of_nobody_else(ranked, form):
    choice = ExportChoice(table="ratings", file_format=form)
    snapshot = make_snapshot(batch=ranked, choice=choice, by=None)
    gone = ranked.assignments.filter(annotator=world.annotator()).values_list("pk", flat=True)
    (left,) = erase_from_snapshots(batch=ranked, assignments=set(gone), by=None)
    assert (snapshot.rows, left.rows, left.erased) == (42, 28, sorted(gone))


def test_the_dictionary_explains_every_column(ranked):
    explained = [row[0] for row in dictionary_rows(ranked) if row[1] == "ratings"]
    assert explained == NAMES
