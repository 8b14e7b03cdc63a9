"""Tests of scores for single turns, from the HIT page to the comparison of two people and a
judge."""

import csv
import io

import pytest

from analysis.comparison.compare import compare
from analysis.data.ratings import batch_frame
from hits.exports import dictionary_rows, stream
from judges.replies.importing import JudgeSettings, import_judge_run
from stimuli.models import Output
from surveys.conversations.reading import conversation_text
from surveys.conversations.turns import stored_turns
from surveys.kinds.first_failure.tests import RUBRIC as FAILURE
from surveys.kinds.turns.tests import RUBRIC
from surveys.versions.storing import load_version
from tests import world
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db
TURNS = [3, 5, 1, 4]  # of the assistant, by output


def batch_of(source: str, people: int):
    """Return a live batch of four conversations with the rubric `source`."""
    owner = world.project()
    data = world.dataset(owner, items=2)
    for output, turns in zip(Output.objects.order_by("pk"), TURNS, strict=True):
        run = [{"role": "user"}, *({"role": "assistant", "text": f"{n}"} for n in range(turns))]
        output.kind, output.text = "conversation", conversation_text(run)
        output.save()
    rubric = load_version(source=source, project=owner)
    return world.live_batch(owner, data, rubric=rubric, annotators_per_hit=people)


def read_replies(batch, replies: dict[int, str]) -> None:
    """Import a judge's reply to each HIT. `replies` are by HIT id."""
    lines = [
        {
            "item": hit.item.external_id,
            "system": hit.outputs[0].system.name,
            "reply": replies[hit.pk],
        }
        for hit in batch.hits.all()
    ]
    settings = JudgeSettings(name="Run", model="m")
    assert import_judge_run(batch=batch, settings=settings, replies=lines).read == len(TURNS)


def compared(batch, criterion: str):
    """Return the comparison of the first judge with people on the criterion."""
    criteria = compare(batch_frame(batch)).criteria
    return next(each for each in criteria if each.facts.key == criterion).judges[0]


def numbers_of(hit) -> range:
    """Return the numbers of the assistant's turns, which follow one user turn."""
    return range(2, len(stored_turns(hit.outputs[0].text)) + 1)


def test_turns_go_to_the_long_table_and_are_compared_together(client):
    batch = batch_of(RUBRIC.format(outputs=1, criteria="helpful", more=""), people=2)
    people = (world.annotator(), world.second_annotator())
    client.force_login(people[0])
    for shift, person in enumerate(people):
        for _hit in TURNS:
            claimed = world.claim(person, batch)
            numbers = numbers_of(claimed.hit)
            if not shift:
                page = client.get(world.hit_path(claimed)).content.decode()
                assert page.count('<a href="#output-1-turn-2">Turn 2</a>') == 1
                assert [f'name="turn.{n}.helpful"' in page for n in numbers] == [True] * len(
                    numbers
                )
                assert f'name="turn.{len(numbers) + 2}.helpful"' not in page
            given = {f"turn.{n}.helpful": str(1 + (n + shift) % 5) for n in numbers}
            assert world.submit(claimed, {"all": "2"} | given).state == "submitted"
    assert broken_promises() == set()
    scores = {
        hit.pk: "\n".join(f"Turn {n}: {1 + n % 5}" for n in numbers_of(hit))
        for hit in batch.hits.all()
    }
    read_replies(batch, {pk: f"{lines}\nOverall: 2" for pk, lines in scores.items()})
    wide = next(csv.reader(io.StringIO(b"".join(stream(batch, "wide")).decode())))
    assert [name for name in wide if name.startswith("Answer.")] == ["Answer.all"]
    long = list(csv.DictReader(io.StringIO(b"".join(stream(batch, "long")).decode())))
    assert {row["Question"] for row in long} == {"all", *(f"turn.{n}.helpful" for n in range(2, 7))}
    told = {line[0]: line for line in dictionary_rows(batch)}
    assert told["Answer.turn.<n>.helpful"][1].startswith("(only in long")
    assert [name for name in told if "turn" in name] == ["Answer.turn.<n>.helpful"]
    # Each of the turns is a unit: the judge agrees with ann on all of them, and with ben on none.
    exact = compared(batch, "helpful").figure("exact").judge
    assert (exact.value, exact.n) == (0.5, 2 * sum(TURNS))


# By the assistant's turns: what ann and the judge say. The same turn; its neighbour; none and the
# first turn that can fail; two turns away.
FIRST = {3: (2, 2), 5: (4, 3), 1: (0, 2), 4: (5, 3)}


def test_the_first_failure_is_compared_exactly_and_within_one_turn(client):
    batch, ann, replies = batch_of(FAILURE.format(more=""), people=1), world.annotator(), {}
    client.force_login(ann)
    for _hit in TURNS:
        claimed = world.claim(ann, batch)
        by_ann, by_judge = FIRST[len(numbers_of(claimed.hit))]
        page = client.get(world.hit_path(claimed)).content.decode()
        assert page.count("<option") == len(numbers_of(claimed.hit)) + 2
        answers = {"failure": str(by_ann), "failure.reason": "It stops."}
        assert world.submit(claimed, answers).state == "submitted"
        replies[claimed.hit_id] = f"Section 1: {by_judge}\nWhy does it fail?: It stops."
    assert broken_promises() == set()
    read_replies(batch, replies)
    wide = next(csv.DictReader(io.StringIO(b"".join(stream(batch, "wide")).decode())))
    assert wide["Answer.failure.reason"] == "It stops."
    judge = compared(batch, "failure")
    figures = {name: judge.figure(name).judge for name in ("exact", "near_turn")}
    assert {name: (each.value, each.n) for name, each in figures.items()} == {
        "exact": (0.25, 4),
        "near_turn": (0.5, 4),
    }
    assert judge.figure("mae") is None
