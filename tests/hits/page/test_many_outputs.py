"""Tests of pages with more than two outputs: HIT page, responses, export, judges and data frame."""

import csv
import io
import re

import numpy as np
import pytest

from analysis.data.ratings import batch_frame, mid_ranks
from hits.exports import dictionary_rows, stream
from hits.models import Answer
from hits.queue.submitting import submit_assignment
from judges.models import JudgeRun, Verdict
from judges.replies.importing import JudgeSettings, import_judge_run
from judges.runs.plan import planned_calls, planned_count
from surveys.versions.storing import load_version
from tests import world
from tests.hits.batches.test_designs import RUBRIC
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
NAMES = ("Heron", "Moss", "Reed", "Teal")


@pytest.fixture(scope="module")
def module_batch(module_rows):
    owner = world.project()
    data = world.dataset(owner, items=5, systems=NAMES)
    rubric = load_version(source=RUBRIC.format(per_page=4), project=owner)
    return world.live_batch(owner, data, rubric=rubric, annotators_per_hit=2)


def rank(batch, user, places: dict[str, str]):
    """Claim a HIT and submit the rank that `places` gives each system."""
    assignment = world.claim(user, batch)
    letters = dict(zip("abcd", assignment.hit.outputs, strict=True))
    raw = {f"{letter}.quality": places[out.system.name] for letter, out in letters.items()}
    submit_assignment(annotator=user, assignment_id=assignment.pk, raw=raw)
    return assignment


PLACES = dict(zip(NAMES, "1224", strict=True))


def test_the_page_shows_each_output_at_its_drawn_place_and_stores_by_letter(client, batch):
    assignment = world.claim(world.annotator(), batch)
    batch.assignments.filter(pk=assignment.pk).update(shown_order="cadb")
    client.force_login(world.annotator())
    page = squeezed(client.get(world.hit_path(assignment)).content.decode())
    texts = re.findall(r"<p>(Text \d) about", page)
    assert texts == ["Text 3", "Text 1", "Text 4", "Text 2"] * 2  # once more beside its places
    names = re.findall(r'<input type="radio" name="(.\.quality)" value="(\d)">', page)
    assert names == [(f"{letter}.quality", place) for letter in "cadb" for place in "1234"]
    given = {"c.quality": "1", "a.quality": "2", "d.quality": "2", "b.quality": "4"}
    client.post(world.hit_path(assignment), {"action": "submit", **given})
    assert dict(Answer.objects.values_list("key", "number")) == {
        key: int(place) for key, place in given.items()
    }


def test_the_export_names_every_output_and_its_system(batch):
    assignment = rank(batch, world.annotator(), PLACES)
    wide = b"".join(stream(batch, "wide")).decode()
    (row,) = csv.DictReader(io.StringIO(wide, newline=""))
    assert [row[f"System_{letter}"] for letter in "abcd"] == list(NAMES)
    item = assignment.hit.item.external_id
    assert [row[f"Input.output_{letter}"] for letter in "abcd"] == [
        f"Text {number} about {item}." for number in (1, 2, 3, 4)
    ]
    assert [row[f"Answer.{letter}.quality"] for letter in "abcd"] == ["1", "2", "2", "4"]
    assert row["OrderShown"] == assignment.shown_order
    long = csv.DictReader(io.StringIO(b"".join(stream(batch, "long")).decode(), newline=""))
    lines = list(long)
    assert {line["Output"]: line["System"] for line in lines} == dict(
        zip("abcd", NAMES, strict=True)
    )
    placed = {line["Output"]: line["Position"] for line in lines}
    assert placed == {letter: str(place) for place, letter in enumerate(assignment.shown_order, 1)}
    meanings = {row[0]: row[2] for row in dictionary_rows(batch) if row[1] in {"long", "wide"}}
    assert meanings["Output"] == "Canonical letter of the rated output: a to d. Blank if none."
    assert meanings["System_d"].startswith("System that produced output d.")


def test_a_judges_reply_is_read_in_the_order_it_saw(batch):
    lines = [
        {
            "item": "item-1",
            "system": ["Teal", "Heron", "Reed", "Moss"],
            "reply": "Section 1: 4\nSection 2: 1\nSection 3: 3\nSection 4: 2",
        }
    ]
    settings = JudgeSettings(name="Run", model="m")
    result = import_judge_run(batch=batch, settings=settings, replies=lines)
    assert dict(result.failed) == {}
    verdict = Verdict.objects.get()
    assert verdict.shown_order == "dacb"
    assert dict(verdict.answers.values_list("key", "number")) == {
        "a.quality": 1,
        "b.quality": 2,
        "c.quality": 3,
        "d.quality": 4,
    }


@pytest.mark.parametrize(
    ("orders", "shown"),
    [
        ("given", ["abcd"] * 5),
        ("swapped", ["dcba"] * 5),
        ("both", ["abcd", "dcba"] * 5),
        ("drawn", ["abdc", "bcad", "cdba", "dacb", "abdc"]),
    ],
)
def test_a_judge_sees_the_outputs_in_the_orders_of_its_run(batch, orders, shown):
    run = JudgeRun.objects.create(batch=batch, name="Run", model="m", orders=orders)
    calls = planned_calls(run)
    assert [call.shown_order for call in calls] == shown
    assert planned_count(run) == len(shown)
    assert planned_calls(run, only_left=True) == calls


def test_the_frame_names_each_outputs_system_and_place_among_the_ranked(batch):
    assignment = rank(batch, world.annotator(), dict(zip(NAMES, "1142", strict=True)))
    frame = batch_frame(batch)
    facts = frame.facts["quality"]
    assert (facts.ranking, facts.level, facts.best, facts.low, facts.high) == (
        *(True, "ordinal", "lowest"),
        *(1, 4),
    )
    values = dict(zip(frame.system.texts(), frame.value.tolist(), strict=True))
    assert values == {"Heron": 1.5, "Moss": 1.5, "Teal": 3, "Reed": 4}
    places = dict(zip(frame.target.texts(), frame.position.tolist(), strict=True))
    assert places == {
        f"{letter}.quality": place for place, letter in enumerate(assignment.shown_order, 1)
    }


def test_places_are_the_same_however_a_tie_is_written():
    page = np.array([7, 7, 7, 3, 3, 3])
    assert mid_ranks(page, np.array([3.0, 1, 1, 2, 1, 1])).tolist() == [3, 1.5, 1.5, 3, 1.5, 1.5]
    assert mid_ranks(page[:0], np.array([])).tolist() == []
