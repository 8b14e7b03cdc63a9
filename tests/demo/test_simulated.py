"""Tests of the demo's simulated annotators and judges, whose one model serves every rubric."""

from collections import Counter, defaultdict
from itertools import combinations
from statistics import correlation, mean

import pytest

from demo import material
from demo.replies import GOOD, MALFORMED, WEAKER, simulate_replies, simulate_verdict
from demo.simulated import Persona, Presentation, person, simulate_answers
from demo.truth import truths
from surveys.base import ShownOutput, Stimulus
from surveys.forms import check_answers
from surveys.loading import library_rubric
from surveys.questions import questions
from surveys.replies import ReplyError
from surveys.replies.abstentions import read_reply

RUBRICS = list(material.ROWS)
# Of the answers to a choice or to steps alone nothing is best.
SCORED = [
    name for name in RUBRICS if name not in {"picture-pair", "video-pair", "answer-with-sources"}
]


def everything(name: str) -> list[Presentation]:
    """Return a presentation of each output. If a page shows two outputs, return every pair in both
    orders."""
    rubric = library_rubric(name)
    items = defaultdict(list)
    for row in material.ROWS[name]():
        items[row["external_id"]].append(row)
    found = []
    for rows in items.values():
        if rubric.outputs.per_page == 1:
            found += [shown(rubric, [row], "a") for row in rows]
        else:
            found += [
                shown(rubric, pair, order)
                for pair in combinations(rows, 2)
                for order in ("ab", "ba")
            ]
    return found


def shown(rubric, rows, order: str) -> Presentation:
    by_letter = dict(zip("ab", rows, strict=False))
    outputs = [
        ShownOutput(one, place, by_letter[one].get("output", ""))
        for place, one in enumerate(order, 1)
    ]
    systems = {letter: row["system"] for letter, row in by_letter.items()}
    return Presentation(
        rubric, Stimulus(fields=rows[0], outputs=outputs), rows[0]["external_id"], systems
    )


def scores(persona: Persona, one: Presentation) -> list[tuple[str, str, int]]:
    """Return (system, criterion, score) for each question on a criterion that has a best end. A
    higher score is always better."""
    answers = simulate_answers(persona, one)
    best = {criterion.key: criterion.best for criterion in one.rubric.criteria}
    page_questions = questions(one.rubric, one.stimulus)
    asked = [each for each in page_questions if best.get(each.criterion, "none") != "none"]
    return [
        (
            one.systems[question.output or "a"],
            question.criterion,
            answers[question.key] * (-1 if best[question.criterion] == "lowest" else 1),
        )
        for question in asked
        if question.kind != "text"
    ]


@pytest.mark.parametrize("name", RUBRICS)
def test_every_answer_is_one_that_a_person_may_give(name):
    for one in everything(name):
        raw = {key: str(value) for key, value in simulate_answers(person(1), one).items()}
        assert check_answers(questions(one.rubric, one.stimulus), raw).problems == []


@pytest.mark.parametrize("name", SCORED)
def test_annotators_see_the_systems_in_their_true_order(name):
    seen, true = defaultdict(list), defaultdict(list)
    for one in everything(name):
        for number in range(6):
            for system, _criterion, score in scores(person(number), one):
                seen[system].append(score)
    for (_item, system), truth in truths(name).items():
        true[system].append(truth.overall)
    systems = sorted(true, key=lambda system: -mean(true[system]))
    assert (
        correlation(
            [mean(true[system]) for system in systems], [mean(seen[system]) for system in systems]
        )
        > 0.9
    )
    assert max(seen, key=lambda system: mean(seen[system])) == systems[0] == "Heron-XL"


@pytest.mark.parametrize("name", SCORED)
def test_annotators_agree_in_part_and_answers_depend_on_names_alone(name):
    seen = everything(name)
    there = [simulate_answers(person(1), one) for one in seen]
    assert [simulate_answers(person(1), one) for one in reversed(seen)] == there[::-1]
    first, other = (
        [score for one in seen for *_names, score in scores(person(number), one)]
        for number in (1, 2)
    )
    assert first != other
    assert 0.4 < correlation(first, other) < 0.98


@pytest.mark.parametrize("name", ["picture-pair", "video-pair"])
def test_what_is_better_is_preferred(name):
    """If one output of a pair is clearly better, most annotators must prefer it."""
    true = truths(name)
    for one in everything(name):
        levels = [true[one.item, one.systems[letter]].overall for letter in "ab"]
        if abs(levels[0] - levels[1]) < 0.3:
            continue
        asked = [each for each in questions(one.rubric, one.stimulus) if not each.is_text]
        chosen = Counter(
            question.preferred(question.parse(simulate_answers(person(number), one)[question.key]))
            for question in asked
            for number in range(1, 6)
        )
        assert chosen.most_common(1)[0][0] == ("a" if levels[0] > levels[1] else "b")


def test_some_people_and_judges_cannot_judge_a_section():
    seen = everything("sound-caption")
    keys = ("accuracy.cannot_judge", "completeness.cannot_judge")
    given = [simulate_answers(person(number), one) for number in range(6) for one in seen]
    left = [key in answers for answers in given for key in keys]
    assert 0.02 < mean(left) < 0.12
    replies = [reply for judge in (GOOD, WEAKER) for reply in simulate_replies(judge, seen)]
    assert any("Cannot judge" in reply for reply in replies)


@pytest.mark.parametrize("judge", [GOOD, WEAKER], ids=lambda judge: judge.model)
@pytest.mark.parametrize("name", RUBRICS)
def test_a_judges_replies_are_read_as_meant_or_refused(name, judge):
    seen = everything(name)
    codes = Counter()
    for one, raw in zip(seen, simulate_replies(judge, seen), strict=True):
        try:
            reading = read_reply(one.rubric, one.stimulus, raw)
        except ReplyError as error:
            codes[error.code] += 1
            continue
        read = {key: value for key, value in reading.values.items() if isinstance(value, int)}
        meant = simulate_verdict(judge, one)
        assert read != {}
        assert read == {key: meant[key] for key in read}, raw
    assert codes.total() == max(1, round(0.06 * len(seen)))
    assert len(codes) == min(len(MALFORMED), codes.total())
