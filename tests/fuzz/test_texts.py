"""Fuzz tests of rubrics, questionnaires and judge replies: each is read completely, or rejected
with a reason."""

from collections import Counter

import pytest

from core.errors import DocumentError
from surveys.loading import library_names, library_rubric, library_source, load_rubric
from surveys.questionnaires.loading import example_source, load_questionnaire
from surveys.questionnaires.spec import PageKind
from surveys.replies import ReplyError
from surveys.replies.base import REFUSALS
from tests.fuzz.mutations import in_bounded_time, mutants, refuse_without_a_problem
from tests.surveys.replies.test_properties import PERFECT
from tests.surveys.shown import SHOWN

FEW, MANY = 20, 3000


def outcome_of_document(read, source: bytes) -> str:
    text = source.decode(errors="replace")
    try:
        with in_bounded_time():
            read(text)
    except DocumentError as error:
        refuse_without_a_problem(error)
        return "refused"
    return "read"


def outcome_of_reply(name: str, raw: bytes) -> str:
    rubric = library_rubric(name)
    try:
        with in_bounded_time():
            rubric.reply.read(rubric, SHOWN[name], raw.decode(errors="replace"))
    except ReplyError as error:
        assert error.code in REFUSALS
        return "refused"
    return "read"


def rubrics(number: int) -> Counter:
    seeds = [library_source(name).encode() for name in library_names()]
    return Counter(outcome_of_document(load_rubric, text) for text in mutants(1, seeds, number))


def questionnaires(number: int) -> Counter:
    seeds = [example_source(kind).encode() for kind in PageKind]
    return Counter(
        outcome_of_document(load_questionnaire, text) for text in mutants(2, seeds, number)
    )


def replies(number: int) -> Counter:
    seeds = [text.encode() for text in PERFECT.values()]
    return Counter(
        outcome_of_reply(name, raw)
        for place, name in enumerate(PERFECT)
        for raw in mutants(3 + place, seeds, number)
    )


READERS = [rubrics, questionnaires, replies]


@pytest.mark.attack("replying as a judge")
@pytest.mark.parametrize("tried", READERS)
def test_a_few_are_read_or_refused(tried):
    assert set(tried(FEW)) == {"read", "refused"}


@pytest.mark.long
@pytest.mark.parametrize("tried", READERS)
def test_many_are_read_or_refused(tried, record_property):
    outcomes = tried(MANY)
    record_property("figures", f"{outcomes.total()} inputs, {dict(outcomes)}, 0 failures")
    assert outcomes.total() >= MANY
