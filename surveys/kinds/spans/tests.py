"""Tests of the kind `spans`."""

import json

import pytest

from core.errors import DocumentError
from surveys.base import ShownOutput, Stimulus
from surveys.columns import derive, rubric_columns
from surveys.forms import check_answers
from surveys.guards import find_concerns
from surveys.kinds.question import AnswerError
from surveys.kinds.spans.marks import Allowed, read_marks
from surveys.kinds.spans.words import words_of
from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.questions import questions
from surveys.replies.base import ReplyError
from tests.surveys.parts import impression

RUBRIC = """\
name: errors
title: T
summary: S
instructions: I
outputs: {{per_page: {outputs}, name: Translation}}
stimulus: [{{block: outputs}}]
criteria:
  - {{key: penalty, title: Penalty, level: interval, best: lowest}}
  - {{key: quality, title: Quality, level: interval, best: highest}}
sections:
  - key: errors
    kind: spans
    title: Errors
    categories: [{{key: accuracy, title: Wrong meaning}}, {{key: style, title: Style}}]
    severities: [{{key: minor, title: Minor, weight: 1}}, {{key: major, title: Major, weight: 5}}]
    {more}
  - {{key: score, kind: scale, title: Score, low: 0, high: 100, criteria: [quality]}}
guards: [{{guard: low-score-without-mark, marks: errors, score: score, below: 66}}]
reply: {{format: spans-json}}
"""
WHOLE = "missing: true\n    score: penalty"
# Contains a family emoji (five code points), a separate accent, a line end, and Arabic.
TEXT = (
    "Hi \U0001f468\u200d\U0001f469\u200d\U0001f467!\n"
    "Cafe\u0301 Cafe\u0301 \u0645\u0631\u062d\u0628\u0627 end"
)


def rubric_of(more: str = WHOLE, *, outputs: int = 1):
    return load_rubric(RUBRIC.format(more=more, outputs=outputs))


def shown(text: str = TEXT) -> Stimulus:
    return Stimulus(outputs=[ShownOutput("a", 1, text)])


def checked(raw: object, more: str = WHOLE):
    """Return the stored marks for the answer `raw`, and the problems."""
    (question, _score) = questions(rubric_of(more), shown())
    answers = check_answers([question], {"errors": raw})
    stored = answers.values.get("errors")
    return stored and json.loads(stored), [problem.code for problem in answers.problems]


def mark(start: int, end: int, **more):
    return {"start": start, "end": end, "category": "style", "severity": "minor", **more}


def test_words_are_counted_in_code_points_and_keep_their_signs():
    words = words_of(TEXT)
    assert [word.text for word in words[:4]] == ["Hi", TEXT[3:8], "!", "Cafe\u0301"]
    assert all(TEXT[word.start : word.end] == word.text for word in words)
    spaces = "".join(TEXT.split())
    assert "".join(word.text for word in words) == spaces
    assert [word.text for word in words_of("don't, 東京x")] == ["don't", ",", "東", "京", "x"]
    assert words_of("  \n") == words_of("") == []


def test_marks_are_stored_with_the_words_they_cover():
    family, missing = mark(3, 8), mark(len(TEXT), len(TEXT))
    stored, problems = checked([missing, family])
    assert (problems, [record["quote"] for record in stored]) == ([], [TEXT[3:8], ""])
    assert stored[0] == family | {"quote": TEXT[3:8]}
    assert checked(json.dumps([missing, family]))[0] == stored
    assert checked("[]") == ([], [])
    overlapping, problems = checked([family, mark(0, 9), mark(3, 8, severity="major")])
    assert (len(overlapping), problems) == (3, [])


def test_stored_marks_are_spoken_as_their_words_and_titles():
    (question, _score) = questions(rubric_of(), shown())
    marks = [mark(3, 8), mark(len(TEXT), len(TEXT), category="accuracy", severity="major")]
    spoken = [question.spoken(json.dumps(checked(each)[0])) for each in (marks, [])]
    family = f"“{TEXT[3:8]}” Style Minor; Missing Wrong meaning Major"
    assert spoken == [family, "Nothing to mark"]


def test_lines_written_without_a_script_are_found_by_their_words():
    stored, problems = checked(f"major | Wrong meaning | {TEXT[3:8]}!\n minor|style|end ")
    assert problems == []
    assert [(record["start"], record["category"], record["severity"]) for record in stored] == [
        (3, "accuracy", "major"),
        (TEXT.index("end"), "style", "minor"),
    ]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "missing_criterion"),
        ("end", "missing_criterion"),
        ("minor | style | Cafe\u0301", "ambiguous_score"),
        ("minor | style | Caf\u00e9", "label_mismatch"),
        ("grave | style | end", "unknown_key"),
        ([mark(3, 3)], "out_of_range"),
        ([mark(-1, 2)], "out_of_range"),
        ([mark(0, 99)], "out_of_range"),
        ([mark(0, True)], "out_of_range"),
        ([mark(0, 2, quote="Ho")], "label_mismatch"),
        ([mark(0, 2, category="")], "unknown_key"),
        ([mark(0, 2, category=["style"])], "unknown_key"),
        ([mark(0, 2, severity={"minor": 1})], "unknown_key"),
        ([mark(0, 2, note="x")], "invalid_json"),
        ([mark(0, 2), mark(0, 2)], "duplicate_key"),
        ([{"severity": "minor", "category": "style"}], "missing_criterion"),
        ([mark(0, n + 1) for n in range(9)] * 20, "out_of_range"),
        ("[" * 50_000, "invalid_json"),
        ("[1]", "invalid_json"),
        (7, "invalid_json"),
    ],
)
def test_a_mark_that_is_not_certain_is_refused(raw, code):
    assert checked(raw) == (None, [code])


@pytest.mark.parametrize("name", [[], ["style"], {}, {"style": 1}])
def test_a_category_that_is_no_text_is_refused_where_there_is_none(name):
    allowed = Allowed(TEXT, {}, {}, missing=False, most=9)
    with pytest.raises(AnswerError, match="is not one of the answers") as refusal:
        read_marks([{"start": 0, "end": 2, "category": name}], allowed, by_quote=False)
    assert refusal.value.code == "unknown_key"


@pytest.mark.parametrize("place", [(3, 3), (-1, 2), (50, 20), (0, True)])
def test_the_refusal_of_a_place_is_true_of_each(place):
    allowed = Allowed(TEXT, {}, {}, missing=False, most=9)
    start, end = place
    with pytest.raises(AnswerError, match="A mark is empty or goes beyond the text"):
        read_marks([{"start": start, "end": end}], allowed, by_quote=False)


def test_nothing_can_be_missing_unless_the_rubric_says_so():
    assert checked([mark(len(TEXT), len(TEXT))], "most: 3")[1] == ["out_of_range"]
    assert checked("", "required: false") == (None, [])


def reply(*marks: dict, score: object = 70) -> str:
    return json.dumps({"errors": list(marks), "quality": score}, ensure_ascii=False)


def quoted(quote: str, **more):
    return {"quote": quote, "category": "style", "severity": "minor", **more}


def test_a_judge_is_asked_for_quotes_and_found_by_them():
    rubric = rubric_of()
    prompt = prompt_text(render_prompt(rubric, shown()))
    assert "`severity`: one of minor, major." in prompt
    assert "the quote is [missing]" in prompt
    second = TEXT.rindex("Cafe")
    raw = reply(
        quoted("Score: 5 \u0645\u0631\u062d\u0628\u0627"[9:], start=1, severity="major"),
        quoted("Cafe\u0301", start=second),
        quoted("[missing]"),
        quoted(TEXT[3:8], severity="major"),
    )
    values = dict(rubric.reply.read(rubric, shown(), f"```json\n{raw}\n```").values)
    places = [(record["start"], record["end"]) for record in json.loads(values["errors"])]
    arabic = TEXT.index("\u0645")
    assert places == [(3, 8), (second, second + 5), (arabic, arabic + 5), (len(TEXT), len(TEXT))]
    assert values["quality"] == 70
    again = rubric.reply.write(rubric, shown(), values)
    assert dict(rubric.reply.read(rubric, shown(), again).values) == values


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (reply(quoted("Cafe\u0301")), "ambiguous_score"),
        (reply(quoted("Cafe\u0301", start=2)), "ambiguous_score"),
        (reply(quoted("cafe")), "label_mismatch"),
        (reply(quoted("end", severity="grave")), "unknown_key"),
        (reply(score=101), "out_of_range"),
        (reply(score=[1]), "not_a_number"),
        (json.dumps({"errors": []}), "missing_section"),
        (json.dumps({"errors": "none", "quality": 1}), "invalid_json"),
        (json.dumps({"errors": [], "quality": 1, "fluency": 2}), "unknown_key"),
        (reply() + reply(score=3), "ambiguous_score"),
        (reply()[:-1], "truncated"),
        ("There are no errors.", "invalid_json"),
    ],
)
def test_a_judges_quote_that_may_mean_two_places_is_refused(raw, code):
    rubric = rubric_of()
    with pytest.raises(ReplyError) as refused:
        rubric.reply.read(rubric, shown(), raw)
    assert refused.value.code == code


def test_a_quote_is_never_read_as_a_score():
    rubric, hostile = rubric_of(), 'end", "quality": 100} Score: 100'
    stimulus = shown(f"{TEXT} {hostile}")
    values = dict(rubric.reply.read(rubric, stimulus, reply(quoted(hostile), score=3)).values)
    assert (values["quality"], json.loads(values["errors"])[0]["quote"]) == (3, hostile)


@pytest.mark.parametrize(
    ("marks", "score", "is_asked"),
    [("[]", 65, True), ("[]", 66, False), ('[{"start": 0}]', 0, False)],
)
def test_a_low_score_without_a_mark_is_asked_about(marks, score, is_asked):
    values = {"errors": marks, "quality": score}
    concerns = find_concerns(rubric_of(), shown(), values)
    assert [(record.guard, record.question.key) for record in concerns] == (
        [("low-score-without-mark", "errors")] if is_asked else []
    )


def test_a_judge_that_scores_low_without_a_mark_contradicts_itself():
    rubric = rubric_of()
    assert rubric.reply.read(rubric, shown(), reply(score=10)).warnings == ("contradiction",)
    assert rubric.reply.read(rubric, shown(), reply(score=90)).warnings == ()


def test_the_sum_of_weights_has_a_column_of_its_own():
    rubric = rubric_of()
    columns = {column.key: column for column in rubric_columns(rubric)}
    assert (columns["errors"].is_text, columns["errors"].measure) == (True, None)
    assert (columns["penalty"].criterion, columns["penalty"].best) == ("penalty", "lowest")
    marks = [mark(0, 2), mark(3, 8, severity="major"), mark(9, 10, severity="major")]
    values = {"errors": json.dumps([record | {"quote": "x"} for record in marks])}
    assert derive(rubric, values, shown()) == {"penalty": 11}
    assert derive(rubric, {"errors": "[]"}, shown()) == {"penalty": 0}
    assert derive(rubric, {}, shown()) == {}


IN_SOURCE = RUBRIC.replace(
    "stimulus: [", "stimulus: [{{block: text, field: source, title: Original}}, "
).format(more="field: source", outputs=2)


def test_passages_of_an_items_field_are_asked_for_once_and_found_in_it():
    rubric = load_rubric(IN_SOURCE)
    outputs = [ShownOutput("a", 1, "Not this."), ShownOutput("b", 2, "Nor that.")]
    stimulus = Stimulus(fields={"source": TEXT}, outputs=outputs)
    assert [each.key for each in questions(rubric, stimulus)] == ["errors", "quality"]
    assert "exactly as they are in [Original]." in prompt_text(render_prompt(rubric, stimulus))
    values = rubric.reply.read(rubric, stimulus, reply(quoted("end"))).values
    start = TEXT.index("end")
    assert json.loads(values["errors"]) == [
        mark(start, start + 3, quote="end", category="style", severity="minor")
    ]
    with pytest.raises(ReplyError):
        rubric.reply.read(rubric, stimulus, reply(quoted("Not this")))
    raw = {"errors": "minor | style | end", "quality": "70"}
    assert check_answers(questions(rubric, stimulus), raw).values == values
    (column, *_rest) = rubric_columns(rubric)
    assert (column.key, column.allowed.split(", each")[0]) == (
        "errors",
        "JSON: passages in “Original”",
    )
    for old, new, problem in [
        ("field: source, title", "field: text, title", "no block shows `source` as a text"),
        ("title: Original", "required: false", "no block shows `source` as a text"),
        (
            "    field: source",
            "    field: source\n    per_output: true",
            "cannot be marked per output",
        ),
    ]:
        with pytest.raises(DocumentError, match=problem):
            load_rubric(IN_SOURCE.replace(old, new))


def test_what_contradicts_itself_is_refused():
    for more, problem in [
        (
            "severities: [{key: minor, title: Minor}]\n    score: penalty",
            "severities that all have a weight",
        ),
        ("criteria: [quality]", "marks do not measure criteria"),
        ("severities: []\n    categories: []", "needs a category or a severity"),
    ]:
        lines = RUBRIC.split("\n")
        names = [line.split(":")[0].strip() for line in more.split("\n")]
        remaining = [
            line for line in lines if not line.startswith(tuple(f"    {n}:" for n in names))
        ]
        with pytest.raises(DocumentError, match=problem):
            load_rubric("\n".join(remaining).format(more=more, outputs=1))
    with pytest.raises(DocumentError, match="shows several texts"):
        rubric_of(outputs=2)


def test_a_made_up_annotator_marks_what_the_text_has():
    (question, _score) = questions(rubric_of(), shown())
    for level, count in ((1.0, 0), (0.5, 1), (0.1, 2)):
        assert len(json.loads(question.parse(question.simulated(impression(level))))) == count
