"""Tests of guards against contradictory answers: what each guard finds, what it allows, and names
that the rubric does not have."""

import json

import pytest

from core.errors import DocumentError
from surveys.guards import find_concerns
from surveys.loading import library_rubric, library_source, load_rubric
from tests.documentation import text_of
from tests.surveys.replies.perfect import ENTRIES, outcome, separate
from tests.surveys.shown import SHOWN

PAIR = library_rubric("contextual-caption-pair")
STIMULUS = SHOWN["contextual-caption-pair"]  # b is shown first
CRITERIA = ("context", "highlight", "consistency", "overall")


def scores(a: str, b: str) -> dict[str, int | str]:
    given = {f"a.{name}": int(value) for name, value in zip(CRITERIA, a, strict=True)}
    given |= {f"b.{name}": int(value) for name, value in zip(CRITERIA, b, strict=True)}
    reasons = {
        f"{letter}.{name}.reasons": f"{letter}: {name} is good"
        for letter in "ab"
        for name in CRITERIA
    }
    return {**given, **reasons}


def raised(values, earlier=(), rubric=PAIR) -> list[tuple[str, str, str]]:
    return [
        (one.guard, one.question.key, one.message)
        for one in find_concerns(rubric, STIMULUS, values, earlier)
    ]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("5553", "1115"[:3] + "3"),  # overall is a tie
        ("5551", "1113"[:2] + "53"),  # one part favours each
        ("4444", "4445"),  # the parts are equal
        ("5555", "1111"),  # all agree
    ],
)
def test_no_contradiction_is_no_concern(a, b):
    assert raised(scores(a, b)) == []


def test_all_parts_for_one_and_the_whole_for_the_other_names_the_captions_by_their_place():
    assert raised(scores("5542", "1134")) == [
        (
            "preference-against-scores",
            "b.overall",
            "All your scores are better for Caption 2, but overall you prefer Caption 1. Is that what you mean?",
        )
    ]


def test_the_same_words_for_every_criterion_of_one_output():
    values = scores("3434", "4343")
    values |= {
        f"a.{name}.reasons": f"  Fine\n caption{'' if name == 'context' else ' '}"
        for name in CRITERIA
    }
    found = raised(values)
    assert [(guard, key) for guard, key, _message in found] == [("same-text", "a.context.reasons")]
    assert found[0][2].endswith("Does it fit each one?")
    values["a.overall.reasons"] = "Another word."
    assert raised(values) == []


def test_scores_that_never_vary_are_asked_about_after_ten_hits():
    flat = scores("3333", "3333")
    assert raised(flat, [flat] * 8) == []
    found = raised(flat, [flat] * 9)
    assert [(guard, key) for guard, key, _message in found] == [("unvarying-scores", "b.context")]
    assert found[0][2].startswith("All scores of your last 10 HITs are 3.")
    assert raised(flat, [flat] * 8 + [scores("3333", "3334")]) == []
    assert (
        raised(flat, [flat] * 9 + [scores("1234", "4321")])[0][0] == "unvarying-scores"
    )  # older ones do not count


def test_a_preference_section_is_compared_with_the_scores_of_canonical_outputs():
    source = library_source("contextual-caption-pair")
    source = source.replace("overall: overall", "overall: better").replace(
        "guards:\n",
        "  - {key: better, kind: preference, title: The better one, tie: No difference}\nguards:\n",
    )
    rubric = load_rubric(source)
    values = scores("5555", "1111")
    assert raised({**values, "better": 1}, rubric=rubric) == []
    assert raised({**values, "better": 0}, rubric=rubric) == []
    assert [found[:2] for found in raised({**values, "better": 2}, rubric=rubric)] == [
        ("preference-against-scores", "better")
    ]


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        (
            "scores: scores",
            "scores: reasons",
            "guards.0.scores",
            "`reasons` is not a section that scores every output.",
        ),
        (
            "overall: overall",
            "overall: taste",
            "guards.0.overall",
            "`taste` is not a preference or scored criterion.",
        ),
        (
            "sections: [reasons]",
            "sections: [scores]",
            "guards.1.sections",
            "`scores` is not a text section.",
        ),
        (
            "sections: [scores]",
            "sections: [comparison]",
            "guards.2.sections",
            "`comparison` is not a scored section.",
        ),
    ],
)
def test_a_guard_that_names_what_is_not_there(old, new, path, words):
    source = library_source("contextual-caption-pair")
    assert old in source
    with pytest.raises(DocumentError) as error:
        load_rubric(source.replace(old, new, 1))
    (problem,) = error.value.problems
    assert (problem.path, problem.what) == (path, words)
    assert problem.line == source.replace(old, new, 1).split("\n").index(f"    {new}") + 1


POINTS = library_rubric("key-points")
COAT, DOG = "key_point.1", "key_point.4"  # describe the coat (red), mention the dog
PERSON = {
    f"key_point.{number}.{step}": value
    for number in range(1, 5)
    for step, value in (("mentioned", 1), ("correct", 1), ("reason", "It is there."))
}
CONTRACT = text_of("rubrics")


def doubted(key: str, reason: str, *, mentioned: int = 1, correct: int | None = None) -> list[str]:
    """Return the keys of the questions that the guard asks the person to check."""
    steps = {f"{key}.mentioned": mentioned, f"{key}.reason": reason}
    steps |= {} if correct is None else {f"{key}.correct": correct}
    others = {name: value for name, value in PERSON.items() if not name.startswith(f"{key}.")}
    found = find_concerns(POINTS, SHOWN["key-points"], others | steps)
    assert {one.guard for one in found} <= {"reason-against-step"}
    return [one.question.key for one in found if one.question]


def phrases(row: str) -> list[str]:
    """Return the phrases in one row of the table in docs/rubrics/outputs.md."""
    lines = CONTRACT.split("\n")
    (line,) = [line for line in lines if line.startswith(f"| {row} | ")]
    return [phrase for cell in line.split("|")[2:5] for phrase in cell.strip().split("; ")]


@pytest.mark.parametrize("reason", [*phrases("right"), "It is mentioned and agrees."])
def test_a_no_whose_reason_says_that_the_entry_is_right(reason):
    assert doubted(COAT, reason, correct=0) == [f"{COAT}.mentioned"]
    assert doubted(COAT, reason, mentioned=0) == [f"{COAT}.mentioned"]
    assert doubted(COAT, reason, correct=1) == []


@pytest.mark.parametrize("reason", [*phrases("mentioned"), "The red coat is clearly mentioned."])
def test_a_no_to_the_first_step_whose_reason_says_that_it_is_mentioned(reason):
    assert doubted(COAT, reason, mentioned=0) == [f"{COAT}.mentioned"]
    assert doubted(COAT, reason, correct=0) == doubted(COAT, reason, correct=1) == []


@pytest.mark.parametrize("reason", [*phrases("not mentioned"), "No coat: it is not mentioned."])
def test_a_yes_whose_reason_says_that_it_is_not_mentioned(reason):
    assert doubted(COAT, reason, correct=1) == [f"{COAT}.mentioned"]
    assert doubted(COAT, reason, correct=0) == [f"{COAT}.mentioned"]
    assert doubted(COAT, reason, mentioned=0) == []


@pytest.mark.parametrize("reason", phrases("wrong"))
def test_a_yes_whose_reason_says_that_it_is_wrong(reason):
    assert doubted(COAT, reason, correct=1) == [f"{COAT}.mentioned"]
    assert doubted(COAT, reason, correct=0) == doubted(COAT, reason, mentioned=0) == []


@pytest.mark.parametrize(
    "reason",
    [
        *separate("""
        It is mentioned, but as blue instead of red. ¦ The collar is not mentioned.
        The coat's colour agrees; its length is left out.
        Nothing is wrong and nothing is missing. ¦ Right of the bench stands a dog.
        It says scarlet, which means red. ¦ Only the hat is mentioned.
        She is present in the right corner.
    """),
        "",
    ],
)
@pytest.mark.parametrize("steps", [{"mentioned": 0}, {"correct": 0}, {"correct": 1}])
def test_a_reason_that_weighs_or_speaks_of_something_else_contradicts_nothing(reason, steps):
    assert doubted(COAT, reason, **steps) == []


def test_a_judges_reply_is_read_with_a_warning_where_a_guard_would_ask():
    scores = dict(zip(ENTRIES, (0, 0, 1, 0), strict=True))
    reasons = dict(zip(ENTRIES, ("It is mentioned and agrees", "", "yes", "no dog"), strict=True))
    body = {"key_points_scores": scores, "total_score": 1, "score_reasons": reasons}
    given, warnings = outcome("key-points", json.dumps({"caption_evaluation": body}))
    assert (given[COAT], warnings) == (0, ["missing_reasons", "contradiction"])
    reasons["describe the coat"] = "It is mentioned as green."
    assert outcome("key-points", json.dumps({"caption_evaluation": body}))[1] == ["missing_reasons"]
