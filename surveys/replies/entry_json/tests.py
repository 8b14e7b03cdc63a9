"""Tests of reading the format `entry-json`, an object with a 0 or 1 for every checklist entry."""

import json

import pytest

from surveys.base import Stimulus
from surveys.loading import library_rubric
from surveys.replies import ReplyError
from tests.surveys.replies.perfect import ENTRIES, ENTRY_SCORES, POINTED, outcome, read, separate
from tests.surveys.shown import ONE, SHOWN

NAME = "key-points"
ROOT = "caption_evaluation"
BARE = '{"key_points_scores": %s, "total_score": 2}'


def second(written: str) -> str:
    return POINTED.replace('"key_point_2": 0', f'"key_point_2": {written}', 1)


def renamed(old: str, new: str) -> str:
    return POINTED.replace(f'"{old}"', f'"{new}"')


@pytest.mark.parametrize(
    "raw",
    [
        *map(
            second,
            separate("""
                0.0 ¦ "0" ¦ false ¦ "0/1" ¦ "0 out of 1" ¦ -0.0 ¦ 0e0
                {"score": 0, "reason": "none"} ¦ "**0**"
            """),
        ),
        json.dumps(json.loads(POINTED), indent=2),
        "```json\n" + POINTED + "\n```",
        "```\n" + POINTED + "\n```",
        "\ufeff"
        + POINTED.replace(" ", "\n\t")
        .replace("describe\n\tthe\n\tcoat", "describe the coat")
        .replace("mention\n\tthe\n\tdog", "mention the dog"),
        POINTED.replace("}}}", "},\n}\n}"),
        POINTED.replace('"total_score": 2', '"total_score": "2"'),
        POINTED.replace('"total_score": 2', '"total_score": 2.0'),
        POINTED.replace('"total_score": 2', '"total_score": "2/4"'),
        renamed("describe the coat", "Describe the Coat (red)"),
        renamed("describe the coat", "describe_the_coat"),
        renamed("describe the coat", "1. describe the coat"),
        renamed("describe the coat", "key_point_1: describe the coat"),
        renamed("key_point_2", "posture (sitting)"),
        renamed(ROOT, "captionEvaluation"),
        renamed("key_points_scores", "Key Points Scores"),
        renamed("score_reasons", "reasons"),
        POINTED.replace('"red"', '"the sign says “stop”, \\"go\\" and {3: 0}"'),
        POINTED.replace(
            '"red"', '"the sign says &quot;stop&quot;, rate limit 502; I cannot see a dog"'
        ),
        POINTED.replace('"red"', '"two\nlines"'),
        POINTED.replace('"red"', '"\\u0000\\ud800 red"'),
        POINTED.replace('"', "“"),
        POINTED.replace('"', "&quot;"),
        "[" + POINTED + "]",
        '<think>{"caption_evaluation": {"key_points_scores": {"describe the coat": 0}}}</think>'
        + POINTED,
        POINTED + "}",
        '{"caption_evaluation": [' + POINTED[len('{"caption_evaluation": ') : -1] + "]}",
        '{"caption_evaluation": {"key_points_scores": {"key_point_1": score,\n...\n}}}\n' + POINTED,
        BARE
        % json.dumps(
            [
                {"key_point": name, "score": score, "reason": "r"}
                for name, score in zip(ENTRIES, (1, 0, 1, 0), strict=True)
            ]
        ),
        BARE
        % json.dumps(
            {
                name: {"score": score, "reason": "r"}
                for name, score in zip(ENTRIES, (1, 0, 1, 0), strict=True)
            }
        ),
        json.dumps(
            {
                ROOT: {
                    name: {"score": score, "reason": "r"}
                    for name, score in zip(ENTRIES, (1, 0, 1, 0), strict=True)
                }
                | {"total_score": 2}
            }
        ),
    ],
)
def test_variants_are_read_quietly(raw):
    assert outcome(NAME, raw) == (ENTRY_SCORES, [])


@pytest.mark.parametrize(
    ("raw", "warnings"),
    [
        (POINTED.replace('"', "'"), ["json_repaired"]),
        (second("False"), ["json_repaired"]),
        (second("'0'"), ["json_repaired"]),
        (second("0 /* not there */"), ["json_repaired"]),
        (second("0, // not there\n").replace("\n,", "\n"), ["json_repaired"]),
        (POINTED.replace('"describe the coat"', "describe_the_coat"), ["json_repaired"]),
        (POINTED.replace(': 1, "key_point_2"', ': 1 "key_point_2"'), ["json_repaired"]),
        (POINTED.replace('"red"', '"it says "red""'), ["json_repaired"]),
        (json.dumps(POINTED), ["json_repaired"]),
        (POINTED.replace('"red"', '"the manâ€™s coat"'), ["encoding_repaired"]),
        ("Here it is:\n```json\n" + POINTED + "\n```", ["extra_text"]),
        (POINTED + "\n\nNote: the {red} coat is named.", ["extra_text"]),
        (POINTED + "\n" + POINTED, ["duplicate_block"]),
        (
            POINTED.replace(
                '"mention the dog": 0', '"mention the dog": 0, "mention the dog": 0', 1
            ),
            ["duplicate_block"],
        ),
        (POINTED.replace('"total_score": 2', '"total_score": 3'), ["total_mismatch"]),
        (POINTED.replace('"total_score": 2', '"total_score": "two"'), ["total_mismatch"]),
        (POINTED.replace('"total_score": 2, ', ""), ["total_mismatch"]),
        (POINTED[: POINTED.index(', "score_reasons"')] + "}}", ["missing_reasons"]),
        (POINTED.replace('"red"', "null"), ["missing_reasons"]),
        (POINTED.replace('"red"', '" "'), ["missing_reasons"]),
        (
            POINTED.replace('"score_reasons": {', '"score_reasons": {"the cat": "none", '),
            ["extra_text"],
        ),
        (POINTED.replace('"red"', '"' + "x" * 1500 + '"'), ["text_shortened"]),
        (renamed("describe the coat", "key_point_1"), ["positional_keys"]),
        *[
            (renamed("describe the coat", key), ["positional_keys"])
            for key in ("1", "keyPoint1", "Point 1", "KP1")
        ],
    ],
)
def test_oddities_are_read_with_a_warning(raw, warnings):
    assert outcome(NAME, raw) == (ENTRY_SCORES, warnings)


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        ("The caption is fine.", "invalid_json", ""),
        ("[1, 0, 1, 0]", "invalid_json", ""),
        ("1, 0, 1, 0", "invalid_json", ""),
        (second("score"), "invalid_json", ""),
        (second(""), "invalid_json", "character 85"),
        (second("0 1"), "invalid_json", "character 87"),
        ("{}", "missing_section", ROOT),
        (renamed("key_points_scores", "marks"), "missing_section", ROOT),
        (BARE % "[1, 0, 1, 0]", "missing_section", ROOT),
        (BARE % "null", "missing_section", ROOT),
        ('{"caption_evaluation": 3}', "missing_section", ROOT),
        (
            POINTED.replace(', "mention the dog": 0', "", 1),
            "missing_criterion",
            "key_points_scores, 4",
        ),
        (BARE % "{}", "missing_criterion", "key_points_scores, 1"),
        (
            POINTED.replace('"mention the dog": 0', '"mention the cat": 0', 1),
            "unknown_key",
            "key_points_scores, mention the cat",
        ),
        (
            POINTED.replace('{"describe', '{"key_point_0": 1, "describe', 1),
            "unknown_key",
            "key_points_scores, key_point_0",
        ),
        (
            POINTED.replace('{"describe', '{"5": 1, "describe', 1),
            "unknown_key",
            "key_points_scores, 5",
        ),
        (
            POINTED.replace(
                '"mention the dog": 0', '"mention the dog": 0, "mention the dog": 1', 1
            ),
            "duplicate_key",
            "mention the dog",
        ),
        (
            POINTED.replace('"mention the dog": 0', '"mention the dog": 0, "4": 1', 1),
            "duplicate_key",
            "key_points_scores, 4",
        ),
        (
            POINTED.replace('"key_point_2": 0, "key_point_3": 1', '"posture": 0, "posture": 1', 1),
            "duplicate_key",
            "posture",
        ),
        (
            POINTED.replace('"key_point_2": 0, "key_point_3": 1', '"posture": 1, "posture": 1', 1),
            "duplicate_key",
            "key_points_scores, posture",
        ),
        (renamed("key_point_2", "posture"), "duplicate_key", "key_points_scores, posture"),
        (
            renamed("describe the coat", "2. describe the coat"),
            "label_mismatch",
            "2. describe the coat",
        ),
        (
            POINTED.replace('coat": 1', 'coat": 0', 1) + POINTED,
            "ambiguous_score",
            "key_points_scores",
        ),
        (second("2"), "out_of_range", "key_points_scores, 2"),
        (second('"1 out of ten"'), "scale_mismatch", "key_points_scores, 2"),
        (renamed("describe the coat", "\\u0000\\ud800"), "unknown_key", "key_points_scores, ��"),
        (second("1e3"), "out_of_range", "key_points_scores, 2"),
        (second("9" * 5000), "out_of_range", "key_points_scores, 2"),
        (second("0.5"), "not_integer", "key_points_scores, 2"),
        (second("1e-7"), "not_integer", "key_points_scores, 2"),
        (second("null"), "not_a_number", "key_points_scores, 2"),
        (second("NaN"), "not_a_number", "key_points_scores, 2"),
        (second("Infinity"), "not_a_number", "key_points_scores, 2"),
        (second('"yes"'), "not_a_number", "key_points_scores, 2"),
        (second("[0]"), "not_a_number", "key_points_scores, 2"),
        (second("{}"), "not_a_number", "key_points_scores, 2"),
        (second('""'), "not_a_number", "key_points_scores, 2"),
        (POINTED[:-1], "truncated", f"character {len(POINTED) - 1}"),
        (POINTED[:100], "truncated", "character 100"),
        (POINTED.replace('"', "'")[:-2], "truncated", f"character {len(POINTED) - 2}"),
        (POINTED + "\n" + POINTED[:61], "truncated", f"character {len(POINTED) + 62}"),
        ("<think>" + POINTED, "truncated", "think"),
        ('{"a":' * 30_000, "truncated", "character 150000"),
    ],
)
def test_what_cannot_be_read_is_refused(raw, code, where):
    assert outcome(NAME, raw) == (code, where)


def test_the_form_sent_back_is_no_answer():
    rubric = library_rubric(NAME)
    form = rubric.reply.instructions(rubric, SHOWN[NAME])
    assert outcome(NAME, form) == ("invalid_json", "")
    assert outcome(NAME, form + "\n" + POINTED) == (ENTRY_SCORES, ["extra_text"])


def test_reasons_are_kept_under_their_entries():
    reasons = {
        key: value for key, value in read(NAME, POINTED).values.items() if isinstance(value, str)
    }
    assert reasons == {
        f"key_point.{n}.reason": text for n, text in enumerate(("red", "none", "yes", "missing"), 1)
    }


@pytest.mark.parametrize(
    "points",
    [
        ["color", "color"],
        ["color (red)", "color (blue)", "colour"],
        ["2", "1"],
        ["key point 3", "the dog", "a cat (black)"],
        ["狗", "猫", "狗 (大)"],
        ["C++", "C#", "???", ""],
        ["the man's hat", "the man’s hat (brown)"],
        ["posture (sitting) now", "posture", "Posture"],
    ],
)
def test_entries_with_clashing_names_are_kept_apart(points):
    rubric, stimulus = library_rubric(NAME), Stimulus(fields={"key_points": points}, outputs=ONE)
    values = {f"key_point.{n}": n % 2 for n in range(1, len(points) + 1)}
    values |= {f"key_point.{n}.reason": f"reason {n}" for n in range(1, len(points) + 1)}
    reading = rubric.reply.read(rubric, stimulus, rubric.reply.write(rubric, stimulus, values))
    assert (dict(reading.values), list(reading.warnings)) == (values, [])


def test_a_whole_text_serves_where_the_short_name_clashes():
    rubric = library_rubric(NAME)
    stimulus = Stimulus(fields={"key_points": ["color (red)", "color (blue)"]}, outputs=ONE)
    whole = BARE % '{"color (blue)": 1, "color (red)": 1}'
    assert rubric.reply.read(rubric, stimulus, whole).values == {"key_point.1": 1, "key_point.2": 1}
    with pytest.raises(ReplyError, match="several entries"):
        rubric.reply.read(rubric, stimulus, BARE % '{"color": 1, "color (red)": 1}')


def test_another_sign_is_another_entry_and_a_sign_may_be_left_out():
    rubric, stimulus = library_rubric(NAME), Stimulus(fields={"key_points": ["C++"]}, outputs=ONE)
    assert rubric.reply.read(rubric, stimulus, BARE % '{"C": 1}').values == {"key_point.1": 1}
    with pytest.raises(ReplyError, match="no entry"):
        rubric.reply.read(rubric, stimulus, BARE % '{"C#": 1}')


def test_signs_tell_the_names_of_entries_apart():
    rubric = library_rubric(NAME)
    stimulus = Stimulus(fields={"key_points": ["-5 degrees", "5 degrees"]}, outputs=ONE)
    raw = BARE % '{"5 degrees": 0, "-5 degrees": 1}'
    assert rubric.reply.read(rubric, stimulus, raw).values == {"key_point.1": 1, "key_point.2": 0}
