"""Tests with replies that were written before the parser existed."""

from functools import cache
from pathlib import Path

import yaml

from surveys.loading import library_rubric
from surveys.questions import questions
from surveys.replies import Reading, ReplyError
from tests.surveys.shown import SHOWN

HERE = Path(__file__).parent


@cache
def fresh(name: str) -> dict[str, dict]:
    text = (HERE / f"fresh_{name}.yaml").read_text()
    replies = yaml.load(text, yaml.CSafeLoader)
    return {f"{reply['rubric']}: {reply['why']}": reply for reply in replies}


def read(reply: dict) -> Reading:
    rubric = library_rubric(reply["rubric"])
    return rubric.reply.read(rubric, SHOWN[reply["rubric"]], reply["reply"])


def scores(reply: dict, reading: Reading) -> list[int]:
    """Return the scores as asked, in the order of the questions or list entries."""
    numbers = {key: value for key, value in reading.values.items() if isinstance(value, int)}
    asked = questions(library_rubric(reply["rubric"]), SHOWN[reply["rubric"]])
    own = [int(one.as_asked(numbers[one.key])) for one in asked if one.key in numbers]
    return own or [numbers[key] for key in sorted(numbers)]


def outcome(reply: dict) -> list[int] | None:
    """Return the scores of the reply, or None if it is refused."""
    try:
        return scores(reply, read(reply))
    except ReplyError:
        return None


def test_what_leaves_a_score_uncertain_is_refused():
    assert [why for why, reply in fresh("refused").items() if outcome(reply) is not None] == []


def test_what_anyone_can_read_is_read():
    found = {why: outcome(reply) for why, reply in fresh("read").items()}
    assert found == {why: reply["scores"] for why, reply in fresh("read").items()}


def test_a_score_is_as_certain_as_its_place_says():
    for why, reply in fresh("places").items():
        is_as_said = outcome(reply) == reply.get("scores")
        assert is_as_said is not reply.get("gap", False), why


def test_none_is_lost():
    counts = [len(fresh(name)) for name in ("read", "refused", "places")]
    assert counts == [185, 203, 240]
    assert sum(reply.get("gap", False) for reply in fresh("places").values()) == 41
