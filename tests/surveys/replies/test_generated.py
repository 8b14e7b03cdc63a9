"""Tests with generated replies: none is read wrongly, and few clear replies are refused."""

import ast
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from surveys.questions import questions
from surveys.replies import ReplyError
from tests import replies_generator
from tests.replies_generator.cases import Case, case
from tests.replies_generator.shapes import Shape, shapes

SEED = 41
MOST_REFUSED = 0.01
SHOWN = 3


@dataclass
class Tally:
    """Counts of clear, refused and wrongly read replies, with examples."""

    clear: int = 0
    refused: int = 0
    wrong: int = 0
    total: int = 0
    examples: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        share = self.refused / max(1, self.clear)
        return (
            f"seed {SEED}: {self.total:,} replies, wrong numbers {self.wrong}, "
            f"clear replies refused {self.refused} of {self.clear:,} ({share:.3%})"
        )

    def note(self, read: dict[str, int] | ReplyError, reply: Case) -> None:
        self.total += 1
        is_refused = isinstance(read, ReplyError)
        is_wrong = not is_refused and (reply.kind == "uncertain" or read != reply.values)
        self.clear += reply.kind == "clear"
        self.refused += reply.kind == "clear" and is_refused
        self.wrong += is_wrong
        if is_wrong or (reply.kind == "clear" and is_refused):
            self.examples.append(f"{reply.made_by}: {reply.values} read as {read}\n{reply.text}")


def read(reply: Case) -> dict[str, int] | ReplyError:
    """Return the scores as asked that the rubric's parser reads, or its error."""
    shape = reply.shape
    try:
        reading = shape.rubric.reply.read(shape.rubric, shape.stimulus, reply.text)
    except ReplyError as error:
        return error
    scores = {key: value for key, value in reading.values.items() if isinstance(value, int)}
    return {key: _as_asked(shape, key, value) for key, value in scores.items()}


def _as_asked(shape: Shape, key: str, value: int) -> int:
    if shape.format == "entry-json":
        return value
    asked = questions(shape.rubric, shape.stimulus)
    return int(next(question for question in asked if question.key == key).as_asked(value))


def tallied(numbers: range) -> Tally:
    tally, rubrics = Tally(), shapes()
    for number in numbers:
        reply = case(rubrics, SEED, number)
        tally.note(read(reply), reply)
    return tally


def parts(total: int, each: int) -> list[range]:
    return [range(begin, begin + each) for begin in range(0, total, each)]


def check(numbers: range, record_property) -> None:
    tally = tallied(numbers)
    record_property("figures", str(tally))
    assert tally.wrong == 0, "\n\n".join(tally.examples[:SHOWN])
    assert tally.refused < MOST_REFUSED * tally.clear, "\n\n".join(tally.examples[:SHOWN])


@pytest.mark.slow
@pytest.mark.parametrize("numbers", parts(2_000, 2_000), ids=str)
def test_two_thousand_replies(numbers, record_property):
    check(numbers, record_property)


@pytest.mark.long
@pytest.mark.parametrize("numbers", parts(1_000_000, 50_000), ids=str)
def test_a_million_replies(numbers, record_property):
    check(numbers, record_property)


def test_the_generator_knows_every_format_and_makes_the_same_reply_again():
    rubrics = shapes()
    assert {shape.format for shape in rubrics} == {
        "section-lines",
        "bracketed",
        "marks",
        "tag",
        "entry-json",
    }
    replies = [case(rubrics, SEED, number) for number in range(300)]
    assert [case(rubrics, SEED, number).text for number in range(300)] == [
        reply.text for reply in replies
    ]
    assert {reply.kind for reply in replies} == {"clear", "open", "uncertain"}


def test_the_generator_imports_no_reader():
    folder = Path(replies_generator.__file__).parent
    imported = [
        name
        for module in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or "", *(each.name for each in node.names)]
    ]
    assert "tests.replies_generator.scores" in imported
    assert [name for name in imported if "surveys.replies" in name] == []
