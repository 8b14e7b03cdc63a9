"""One score as judges write it, on a scale of five and on one of a hundred; then in the middle of
every format."""

import pytest

from surveys.kinds.scale.question import ScaleQuestion
from surveys.replies import ReplyError
from surveys.replies.scores import could_go_on, read_score
from tests.surveys.replies.perfect import MARKED, PAIR, POINTED, SECTIONS, TAGGED, outcome

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


@pytest.mark.parametrize(
    "written",
    [
        "4",
        " 4 ",
        "4.0",
        "4.00",
        "4/5",
        "4 / 5",
        "4.0/5.0",
        "4 out of 5",
        "4 of 5",
        "4.",
        "4,",
        "4;",
        "(4)",
        "[4]",
        "<4>",
        '"4"',
        "=4",
        ": 4",
        "+4",
        "04",
        "option 4",
        "Score: 4",
        "Rating = 4",
        "is 4",
        "the answer is 4",
        "4 (good)",
        "4 - good",
        "4: good",
        "4 because 2 reasons",
        "4, as 3 objects are named",
        "4. Two are wrong",
        "4. 2 objects are wrong",
        "4 stars",
        "4 points",
        "4/5 stars",
        "4 points out of 5",
        "4 out of five",
        "4 (out of 5)",
        "4 (1-5)",
        "4 on a scale of 1 to 5",
        "4 on the five-point scale",
        "4 in 5",
        "4 Punkte",
        "4分",
        "4/5分",
        "⭐ 4",
        "4 = 80%",
        "4 (four)",
        "four (4)",
        "4 (80%)",
        "4 [1]",
        "4/5 (very good)",
        "4\n5 objects",
        "-> 4",
    ],
)
def test_is_four(written):
    assert read(written) == 4


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *[
            (text, "not_integer")
            for text in (
                "3.5",
                "4-5",
                "4 - 5",
                "4 to 5",
                "4 or 5",
                "4 or maybe 5",
                "3,5",
                "4+",
                "4-",
                "4...5",
                "0.5",
            )
        ],
        *[(text, "not_integer") for text in ("4 ± 1", "3.5/5", "4-5/5", "4~5")],
        *[
            (text, "out_of_range")
            for text in ("0", "6", "-1", "101", "1,000", "9" * 30, "0/5", "6/5", "-0")
        ],
        *[
            (text, "scale_mismatch")
            for text in (
                "4 out of ten",
                "4 (out of 10)",
                "4 on a scale of 1 to 10",
                "4 on a 10-point scale",
                "4 (1-10)",
            )
        ],
        *[
            (text, "scale_mismatch")
            for text in ("4 (max 10)", "4 (out of a possible 10)", "4 out of a hundred", "4 sur 10")
        ],
        *[
            (text, "scale_mismatch")
            for text in (
                "8/10",
                "4/10",
                "3/4",
                "80%",
                "80 percent",
                "8 out of 10",
                "0.8/1",
                "4.5/10",
            )
        ],
        *[
            (text, "not_a_number")
            for text in (
                "four",
                "",
                "N/A",
                "none",
                "high",
                "-",
                "?",
                "X",
                "~4",
                "$4",
                "4th",
                "1e2",
                "4x",
                "4.5.6",
            )
        ],
        *[
            (text, "not_a_number")
            for text in (
                "4^2",
                "4/5/2024",
                "IV",
                "about 4",
                "between 4 and 5",
                "A",
                "null",
                "nan",
                "4_5",
            )
        ],
        *[
            (text, "ambiguous_score")
            for text in (
                "4 → 5",
                "4 -> 5",
                "4 => 5",
                "3, 4",
                "4 5",
                "4; 5",
                "4: 5",
                "4|5",
                "4 & 5",
                "4. 5",
            )
        ],
        *[
            (text, "ambiguous_score")
            for text in (
                "~~3~~ 4",
                "3~~ 4",
                "five (4)",
                "4 (five)",
                "3 - no wait, 4",
                "4 (revised from 3)",
            )
        ],
        *[(text, "ambiguous_score") for text in ("4 and 5", "3, actually 4", "4 then 5")],
        *[
            (text, "ambiguous_score")
            for text in (
                "4 vs 5",
                "4 = 5",
                "4, maybe 5",
                "4 (or 5)",
                "4 (could be 5)",
                "4 leaning towards 5",
            )
        ],
        *[
            (text, "ambiguous_score")
            for text in (
                "4 would be too kind",
                "4 seems high, 3",
                "4 is too much: 3",
                "4 if strict, 5 if not",
            )
        ],
        *[(text, "not_a_number") for text in ("<4", "< 4", ">4", "≥4")],
        *[(text, "not_integer") for text in ("4 bis 5", "4 à 5", "4 ou 5")],
        *[(text, "truncated") for text in ("4/", "4 out of", "4 out")],
    ],
)
def test_is_no_score(written, code):
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


# Each writes one score, at the place that the refusal must name.
PLACES = {
    "image-paragraph": (lambda text: SECTIONS.replace("3: 1", f"3: {text}"), "Section 3"),
    "contextual-caption-pair": (
        lambda text: PAIR.replace("Context: 3", f"Context: {text}"),
        "ASSISTANT1-Score, Relevance with Context",
    ),
    "video-caption": (lambda text: MARKED.replace("α90α", f"α{text}α"), "Accuracy"),
    "comparative-summary": (lambda text: TAGGED.replace(">4<", f">{text}<"), "score"),
    "key-points": (
        lambda text: POINTED.replace('"key_point_2": 0', f'"key_point_2": "{text}"', 1),
        "key_points_scores, 2",
    ),
}


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
    outcomes = {name: outcome(name, reply(written)) for name, (reply, _where) in PLACES.items()}
    assert outcomes == {name: (code, where) for name, (_reply, where) in PLACES.items()}


@pytest.mark.parametrize(
    "written",
    [
        "1.0",
        "**1**",
        "１",
        "١",
        " 1 ",
        "(1)",
        "\u00a01\u200b",
        "+1",
        "1 (fine)",
        "1\ufe0f\u20e3",
        "\u20661\u2069",
    ],
)
def test_every_format_reads_it_quietly(written):
    for name, (reply, _where) in PLACES.items():
        values, warnings = outcome(name, reply(written))
        assert 1 in values.values(), name
        assert [warning for warning in warnings if warning != "total_mismatch"] == [], name
