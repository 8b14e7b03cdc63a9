"""Tests of single scores as judges write them, on scales of 5 and 100, and in every format."""

import pytest

from surveys.kinds.scale.question import ScaleQuestion
from surveys.replies import ReplyError
from surveys.replies.scores import could_go_on, read_score
from tests.surveys.replies.perfect import outcome, separate
from tests.surveys.replies.test_certain import FORMATS

SCALES = {
    top: ScaleQuestion(key="s", section="s", label="s", low=low, high=top)
    for low, top in ((1, 5), (0, 100))
}


def read(written, top=5, **options):
    try:
        return read_score(SCALES[top], written, where="there", **options)
    except ReplyError as error:
        assert error.where == "there"
        return error.code


FOUR = """
4 ¦ 4.0 ¦ 4.00 ¦ 4/5 ¦ 4 / 5 ¦ 4.0/5.0 ¦ 4 out of 5 ¦ 4 of 5 ¦ 4. ¦ 4, ¦ 4; ¦ (4) ¦ [4] ¦ <4>
"4" ¦ =4 ¦ : 4 ¦ +4 ¦ 04 ¦ option 4 ¦ Score: 4 ¦ Rating = 4 ¦ is 4 ¦ the answer is 4 ¦ 4 (good)
4 - good ¦ 4: good ¦ 4 because 2 reasons ¦ 4, as 3 objects are named ¦ 4. Two are wrong
4. 2 objects are wrong ¦ 4 stars ¦ 4 points ¦ 4/5 stars ¦ 4 points out of 5 ¦ 4 out of five
4 (out of 5) ¦ 4 (1-5) ¦ 4 on a scale of 1 to 5 ¦ 4 on the five-point scale ¦ 4 in 5 ¦ 4 Punkte
4分 ¦ 4/5分 ¦ ⭐ 4 ¦ 4 = 80% ¦ 4 (four) ¦ four (4) ¦ 4 (80%) ¦ 4 [1] ¦ 4/5 (very good) ¦ -> 4
"""
NO_SCORES = {
    "not_integer": """
        3.5 ¦ 4-5 ¦ 4 - 5 ¦ 4 to 5 ¦ 4 or 5 ¦ 4 or maybe 5 ¦ 3,5 ¦ 4+ ¦ 4- ¦ 4...5 ¦ 0.5 ¦ 4 ± 1
        3.5/5 ¦ 4-5/5 ¦ 4~5 ¦ 4 bis 5 ¦ 4 à 5 ¦ 4 ou 5
    """,
    "out_of_range": """
        0 ¦ 6 ¦ -1 ¦ 101 ¦ 1,000 ¦ 0/5 ¦ 6/5 ¦ -0
    """,
    "scale_mismatch": """
        4 out of ten ¦ 4 (out of 10) ¦ 4 on a scale of 1 to 10 ¦ 4 on a 10-point scale ¦ 4 (1-10)
        4 (max 10) ¦ 4 (out of a possible 10) ¦ 4 out of a hundred ¦ 4 sur 10 ¦ 8/10 ¦ 4/10 ¦ 3/4
        80% ¦ 80 percent ¦ 8 out of 10 ¦ 0.8/1 ¦ 4.5/10
    """,
    "not_a_number": """
        four ¦ N/A ¦ none ¦ high ¦ - ¦ ? ¦ X ¦ ~4 ¦ $4 ¦ 4th ¦ 1e2 ¦ 4x ¦ 4.5.6 ¦ 4^2 ¦ 4/5/2024
        IV ¦ about 4 ¦ between 4 and 5 ¦ A ¦ null ¦ nan ¦ 4_5 ¦ <4 ¦ < 4 ¦ >4 ¦ ≥4
    """,
    "ambiguous_score": """
        4 → 5 ¦ 4 -> 5 ¦ 4 => 5 ¦ 3, 4 ¦ 4 5 ¦ 4; 5 ¦ 4: 5 ¦ 4|5 ¦ 4 & 5 ¦ 4. 5 ¦ ~~3~~ 4 ¦ 3~~ 4
        five (4) ¦ 4 (five) ¦ 3 - no wait, 4 ¦ 4 (revised from 3) ¦ 4 and 5 ¦ 3, actually 4
        4 then 5 ¦ 4 vs 5 ¦ 4 = 5 ¦ 4, maybe 5 ¦ 4 (or 5) ¦ 4 (could be 5) ¦ 4 leaning towards 5
        4 would be too kind ¦ 4 seems high, 3 ¦ 4 is too much: 3 ¦ 4 if strict, 5 if not
    """,
    "truncated": """
        4/ ¦ 4 out of ¦ 4 out
    """,
}


@pytest.mark.parametrize("written", [*separate(FOUR), " 4 ", "4\n5 objects"])
def test_is_four(written):
    assert read(written) == 4


@pytest.mark.parametrize(
    ("written", "code"),
    [(written, code) for code, table in NO_SCORES.items() for written in separate(table)],
)
def test_is_no_score(written, code):
    assert read(written) == code


@pytest.mark.parametrize(("written", "code"), [("", "not_a_number"), ("9" * 30, "out_of_range")])
def test_what_is_empty_or_endless_is_no_score(written, code):
    assert read(written) == code


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("85%", 85),
        ("85 %", 85),
        ("85/100", 85),
        ("85 / 100", 85),
        ("0", 0),
        ("100", 100),
        ("8.5/10", "scale_mismatch"),
        ("0.85", "not_integer"),
        ("101", "out_of_range"),
        ("85-90", "not_integer"),
        ("85 / 10", "scale_mismatch"),
    ],
)
def test_on_a_scale_of_a_hundred(written, read_as):
    assert read(written, top=100) == read_as


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("8", "truncated"),
        ("10", "truncated"),
        ("1", "truncated"),
        ("85", 85),
        ("0", 0),
        ("100", 100),
        ("8.", 8),
        ("8/100", 8),
        ("8 ", "truncated"),
    ],
)
def test_a_number_at_the_very_end_must_be_whole(written, read_as):
    assert read(written, top=100, open_end=True) == read_as


@pytest.mark.parametrize(
    ("value", "longer"),
    [(0, False), (1, True), (9, True), (10, True), (11, False), (100, False), (-1, False)],
)
def test_which_numbers_another_begins_with(value, longer):
    assert could_go_on(SCALES[100], value) is longer


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("1.5", "not_integer"),
        ("0.5", "not_integer"),
        ("1-2", "not_integer"),
        ("1–2", "not_integer"),
        ("1,5", "not_integer"),
        ("1 to 2", "not_integer"),
        ("4½", "not_integer"),
        ("-1", "out_of_range"),
        ("101", "out_of_range"),
        ("999", "out_of_range"),
        ("1/7", "scale_mismatch"),
        ("1 out of 7", "scale_mismatch"),
        ("1e2", "not_a_number"),
        ("one", "not_a_number"),
        ("N/A", "not_a_number"),
        ("1st", "not_a_number"),
        ("1 → 2", "ambiguous_score"),
        ("1, 2", "ambiguous_score"),
    ],
)
def test_every_format_refuses_it_and_says_where(written, code):
    outcomes = {name: outcome(name, reply(written)) for name, (reply, _where) in FORMATS.items()}
    assert outcomes == {name: (code, where) for name, (_reply, where) in FORMATS.items()}


@pytest.mark.parametrize(
    "written",
    [
        *separate("""
        1.0 ¦ **1** ¦ １ ¦ ١ ¦ (1) ¦ +1 ¦ 1 (fine)
    """),
        " 1 ",
        "\xa01\u200b",
        "1\ufe0f\u20e3",
        "\u20661\u2069",
    ],
)
def test_every_format_reads_it_quietly(written):
    for name, (reply, _where) in FORMATS.items():
        values, warnings = outcome(name, reply(written))
        assert 1 in values.values(), name
        assert [warning for warning in warnings if warning != "total_mismatch"] == [], name
