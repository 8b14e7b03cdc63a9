"""Tests of sections that an earlier answer opens: validation, prompt, parsing and storage."""

import pytest

from core.errors import DocumentError
from surveys.columns import derive, rubric_columns
from surveys.forms import check_answers
from surveys.kinds.gates import ShowIf
from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.narrowing import narrowed, prompt_criteria
from surveys.prompts.structured import read_structured, structured_schema
from surveys.questions import form_questions
from surveys.replies.abstentions import read_reply, write_reply
from surveys.replies.base import ReplyError
from tests.surveys.parts import shown

RUBRIC = """\
name: gated
title: T
summary: S
instructions: I
outputs: {{per_page: {outputs}, name: Answer}}
stimulus:
  - {{block: outputs, title: Answer}}
criteria:
  - {{key: cites, title: Cites, level: nominal, best: none}}
  - {{key: support, title: Support, level: ordinal, best: highest}}
  - {{key: detail, title: Detail, level: ordinal, best: highest}}
sections:
  - key: cites
    kind: choice
    title: Does it cite a source?
    criteria: [cites]
    {each}
    options: [{{value: 1, text: "Yes"}}, {{value: 2, text: Partly}}, {{value: 0, text: "No"}}]
  - {{key: backs, kind: scale, title: Support, criteria: [support], {each} low: 1, high: 5,
     show_if: {show_if}}}
  - {{key: fine, kind: scale, title: Detail, criteria: [detail], {each} low: 1, high: 5,
     show_if: {{section: backs, from: 4}}}}
  - {{key: why, kind: text, title: Why, required: false, show_if: {{section: cites, is: [0]}}}}
reply: {{format: {format}}}
"""
OPEN = "{section: cites, is: [1, 2]}"
LINES = "section-lines"
BLOCKS = "bracketed, headers: {cites: Source, backs: Support, fine: Detail, why: Why}"


def rubric(*, show_if=OPEN, outputs=1, per_output=False, reply=LINES):
    each = "per_output: true," if per_output else ""
    text = RUBRIC.format(show_if=show_if, outputs=outputs, each=each, format=reply)
    text = text.replace("    per_output: true,\n", "    per_output: true\n").replace("    \n", "")
    return load_rubric(
        text.replace("show_if: {section: cites, is: [0]}", "for: page") if each else text
    )


def checked(raw, **options):
    result = check_answers(form_questions(rubric(**options), shown()), raw)
    return dict(result.values), [(each.question.key, each.code) for each in result.problems]


def test_a_closed_section_is_neither_required_nor_stored():
    assert checked({"cites": "0", "support": "4", "detail": "9"}) == ({"cites": 0}, [])
    assert checked({"support": "4"}) == ({}, [("cites", "missing_criterion")])


def test_an_open_section_is_required_and_can_open_another():
    assert checked({"cites": "2"})[1] == [("support", "missing_criterion")]
    assert checked({"cites": "1", "support": "3", "detail": "2"})[0] == {"cites": 1, "support": 3}
    assert checked({"cites": "1", "support": "4"})[1] == [("detail", "missing_criterion")]


def test_each_output_has_its_own_gate():
    each = rubric(outputs=2, per_output=True)
    raw = {"a.cites": 1, "a.support": 2, "b.cites": 0, "b.support": 3}
    result = check_answers(form_questions(each, shown(outputs=2)), raw)
    assert result.values == {"a.cites": 1, "a.support": 2, "b.cites": 0}
    assert not result.problems


@pytest.mark.parametrize(
    ("show_if", "what"),
    [
        ("{section: fine, is: [1]}", "`fine` is not an earlier section"),
        ("{section: backs, is: [1]}", "`backs` is not an earlier section"),
        ("{section: cites}", "exactly one of `is` and a range"),
        ("{section: cites, is: [1], from: 1}", "exactly one of `is` and a range"),
        ("{section: cites, is: [3]}", "`3` is not an answer to `cites`. Use one of 0, 1, 2."),
        ("{section: cites, from: 3}", "3 to 2 is not a range"),
        (
            "{section: cites, are: [1]}",
            "this key is not allowed here. Remove the key, or use one of from, is, section, to.",
        ),
    ],
)
def test_a_wrong_gate_is_refused_at_its_line(show_if, what):
    with pytest.raises(DocumentError) as refused:
        rubric(show_if=show_if)
    assert what in str(refused.value)
    assert "line 19 sections.1.show_if" in str(refused.value)


def test_a_gate_must_be_known_to_whom_it_opens_for():
    text = RUBRIC.format(show_if=OPEN, outputs=2, each="", format=LINES)
    of_each = text.replace("    \n", "    per_output: true\n", 1)
    with pytest.raises(DocumentError, match="is answered for each output"):
        load_rubric(of_each)
    of_people = text.replace("    \n", "    for: page\n", 1)
    with pytest.raises(DocumentError, match="judges are asked this section, but not `cites`"):
        load_rubric(of_people)


@pytest.mark.parametrize("reply", [LINES, BLOCKS])
def test_a_judge_is_told_when_a_section_is_asked(reply):
    prompt = prompt_text(render_prompt(rubric(reply=reply), shown()))
    assert "is 1 or 2. Otherwise leave it out." in prompt
    assert "is 4–5. Otherwise leave it out." in prompt


@pytest.mark.parametrize("reply", [LINES, BLOCKS])
def test_a_reply_is_read_by_its_gates(reply):
    asked = rubric(reply=reply)

    def read(values):
        return read_reply(asked, shown(), write_reply(asked, shown(), values))

    for values in (
        {"cites": 0},
        {"cites": 1, "support": 2},
        {"cites": 2, "support": 4, "detail": 1},
    ):
        assert (read(values).values, "closed_section" in read(values).warnings) == (values, False)
    closed = read({"cites": 0, "support": 3, "detail": 2})
    assert (closed.values, "closed_section" in closed.warnings) == ({"cites": 0}, True)
    for missing in ({"cites": 1}, {"cites": 1, "support": 5}):
        with pytest.raises(ReplyError) as refused:
            read(missing)
        assert refused.value.code == "missing_criterion"


@pytest.mark.parametrize(
    "words", ["N/A", "not asked", "- not applicable.", "", "none", "N/A (not asked)"]
)
def test_a_line_that_says_not_asked_is_no_answer(words):
    reply = f"Section 1: 0\nSection 2: {words}\n**Section 3:** {words}"
    assert dict(read_reply(rubric(), shown(), reply).values) == {"cites": 0}
    with pytest.raises(ReplyError):
        read_reply(rubric(), shown(), reply.replace("Section 1: 0", "Section 1: 1"))


def test_a_score_below_its_heading_is_one():
    reply = "Section 1: 1\nSection 2:\n3\nSection 3: N/A"
    assert dict(read_reply(rubric(), shown(), reply).values) == {"cites": 1, "support": 3}


def test_none_is_an_answer_where_an_option_has_that_label():
    text = RUBRIC.format(show_if=OPEN, outputs=1, each="", format=LINES).replace("    \n", "")
    backs = "kind: scale, title: Support, criteria: [support],  low: 1, high: 5,"
    options = '[{value: 1, text: None}, {value: 2, text: "Some"}]'
    choice = f"kind: choice, title: Support, criteria: [support], options: {options},"
    asked = load_rubric(text.replace(backs, choice).replace("from: 4", "from: 2"))

    def answers(reply):
        return dict(read_reply(asked, shown(), reply).values)

    assert answers("Section 1: 1\nSection 2: None") == {"cites": 1, "support": 1}
    assert answers("Section 1: 1\nSupport: none.") == {"cites": 1, "support": 1}
    assert answers("Section 1: 0\nSection 2: N/A") == {"cites": 0}


def test_a_gate_keeps_every_digit_of_its_numbers():
    gate = ShowIf(section="count", **{"from": 1000001}).gate("count", reach=(0, 1234567))
    assert gate.attributes == {"gate": "count", "low": "1000001", "high": "1234567"}
    assert gate.worded() == "1000001–1234567"


def test_a_structured_reply_has_null_where_nothing_is_asked():
    asked = rubric()
    names = structured_schema(asked, shown())["properties"]
    assert [("anyOf" in each) for each in names.values()][:3] == [False, True, True]
    first, second, third, text = names
    closed = f'{{"{first}": 0, "{second}": null, "{third}": null, "{text}": ""}}'
    assert read_structured(asked, shown(), closed).values == {"cites": 0}
    assert read_structured(asked, shown(), closed.replace(": 0", ": 1")) is None


def test_a_gate_and_what_it_opens_share_a_prompt():
    asked = rubric()
    assert prompt_criteria(asked) == ["cites"]
    for key in ("cites", "detail"):
        part = narrowed(asked, [key])
        assert [each.key for each in part.sections] == ["cites", "backs", "fine", "why"]


def test_not_asked_is_stored_and_is_no_missing_answer():
    asked = rubric()
    assert derive(asked, {"cites": 1, "support": 4, "detail": 2}, shown()) == {
        "backs.asked": 1,
        "fine.asked": 1,
        "why.asked": 0,
    }
    assert derive(asked, {"cites": 0}, shown())["fine.asked"] == 0
    columns = {column.key: column for column in rubric_columns(asked)}
    assert columns["backs.asked"].allowed == (
        "1 = asked; 0 = not asked, so its blank answers are not missing values; only "
        "cites = 1 or 2 opens the section"
    )
    values = {"a.cites": 1, "a.support": 4, "b.cites": 0}
    each = derive(rubric(outputs=2, per_output=True), values, shown(outputs=2))
    assert each == {"a.backs.asked": 1, "b.backs.asked": 0, "a.fine.asked": 1, "b.fine.asked": 0}
