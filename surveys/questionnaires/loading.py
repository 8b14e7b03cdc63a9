"""Loading of a questionnaire from YAML. A questionnaire is checked like a rubric, and a mistake is
reported with its line, its path and a remedy."""

import difflib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from core.errors import DocumentError, Problem
from surveys.documents import Lines, declared, located, read_document, refuse_large
from surveys.kinds.base import SectionBase
from surveys.kinds.question import AnswerError
from surveys.languages.translations import translation_problems
from surveys.mistakes.references import reference_problems
from surveys.questionnaires.spec import NOTHING, OPTIONAL, Own, PageKind, Questionnaire
from surveys.questions import questions
from surveys.spec import Rubric
from surveys.untrusted.markdown import is_renderable

EXAMPLES = Path(__file__).parent / "examples"
OWN_KEYS = ("page", "accepted", "tries")
# Keys that rubrics and these pages have in common. Such a page has nothing to rate.
RUBRIC_KEYS = ("name", "title", "instructions", "language", "translations", "sections")
# Values for keys that a rubric requires and such a page does not have. They are never used.
FILLED_IN = {
    "summary": "-",
    "stimulus": [{"block": "outputs"}],
    "reply": {"format": "section-lines"},
}
NO_QUESTION: list[Mapping[str, object]] = [{"key": "none", "kind": "text", "title": "-"}]
START = "Start from the example."


def load_questionnaire(text: str, *, document: str = "page") -> Questionnaire:
    """Return the questionnaire in the YAML `text`. Raises DocumentError with all problems."""
    refuse_large(text, document)
    questionnaire, lines, data = _declared(text, document)
    problems = list(_own_problems(questionnaire))
    # Ignore problems in keys that the file does not contain.
    rubric_problems = reference_problems(questionnaire.rubric) or list(
        translation_problems(questionnaire.rubric)
    )
    problems += [problem for problem in rubric_problems if problem.path.split(".")[0] in data]
    if problems:
        raise DocumentError(document=document, problems=located(problems, lines))
    return questionnaire


@lru_cache(maxsize=256)
def stored_questionnaire(sha256: str, text: str) -> Questionnaire:
    """Return a questionnaire that was checked when it was stored."""
    del sha256
    return _declared(text, "stored page")[0]


@cache
def example_source(page: PageKind) -> str:
    """Return the YAML of a working questionnaire that researchers can start from."""
    return (EXAMPLES / f"{page}.yaml").read_text(encoding="utf-8")


@cache
def example_sha256(page: PageKind) -> str:
    """Return the hash of the example's content, which ignores comments and line ends."""
    return load_questionnaire(example_source(page)).sha256


def _declared(text: str, document: str) -> tuple[Questionnaire, Lines, Mapping[str, object]]:
    lines, data = read_document(
        text,
        document,
        expected="a page's keys are expected, such as `page:` and `title:`.",
        start=START,
    )
    if problems := list(_unknown_keys(data)):
        raise DocumentError(document=document, problems=located(problems, lines))
    own = declared(Own, {key: data[key] for key in OWN_KEYS if key in data}, lines, document)
    words = {key: data[key] for key in RUBRIC_KEYS if key in data}
    if own.page in OPTIONAL and "sections" in words:
        words["sections"] = _optional(words["sections"])
    asks_nothing = own.page == PageKind.CONSENT and not words.get("sections")
    if asks_nothing:
        words["sections"] = NO_QUESTION
    rubric = declared(Rubric, {**FILLED_IN, **words}, lines, document)
    if asks_nothing:
        rubric = rubric.model_copy(update={"sections": ()})
    return Questionnaire(own, rubric), lines, data


def _unknown_keys(data: Mapping[str, object]) -> Iterator[Problem]:
    keys = [*OWN_KEYS, *RUBRIC_KEYS]
    for key in data:
        if key not in keys:
            close = difflib.get_close_matches(str(key), keys, n=1)
            remedy = f"Did you mean `{close[0]}`?" if close else f"Use one of {', '.join(keys)}."
            yield Problem("this key is not allowed here.", str(key), remedy=remedy)


def _optional(sections: object) -> object:
    """Return a questionnaire's sections, with `required` set to false unless the file sets it."""
    if not isinstance(sections, list):
        return sections
    return [
        {"required": False, **section} if isinstance(section, dict) else section
        for section in sections
    ]


def _own_problems(questionnaire: Questionnaire) -> Iterator[Problem]:
    rubric = questionnaire.rubric
    if not is_renderable(rubric.instructions):
        yield Problem(
            "this Markdown is too long.", "instructions", remedy="Shorten the instructions."
        )
    for index, section in enumerate(rubric.sections):
        if _needs_an_item(section):
            remedy = (
                "Use the kind `choice`, `scale` or `text`, without `per_output` and `criteria`."
            )
            what = "this page shows no item and no output to ask about."
            yield Problem(what, f"sections.{index}", remedy=remedy)
            return
    for question in questions(rubric, NOTHING):
        if question.decimals:
            what = f"“{question.label}” allows decimals, but this page stores only whole numbers."
            yield Problem(what, "sections", remedy="Remove `decimals`.")
    if questionnaire.page == PageKind.COMPREHENSION:
        yield from _unanswerable(questionnaire)
    elif questionnaire.accepted:
        what = "only a comprehension check has right answers."
        yield Problem(what, "accepted", remedy="Remove `accepted`, or set `page: comprehension`.")


def _needs_an_item(section: SectionBase) -> bool:
    return bool(
        section.per_output
        or section.criteria
        or section.entry_field()
        or any("*" in pattern for pattern in section.key_patterns())
        or any(kind.chooses_output for kind in section.asks)
    )


def _unanswerable(questionnaire: Questionnaire) -> Iterator[Problem]:
    """Yield a problem for each question without a right answer, and for each right answer that
    cannot be given."""
    questions_by_key = {
        question.key: question for question in questions(questionnaire.rubric, NOTHING)
    }
    for key, values in questionnaire.accepted.items():
        if key not in questions_by_key:
            what = f"no section is called `{key}`."
            yield Problem(
                what, f"accepted.{key}", remedy=f"Use one of {', '.join(questions_by_key)}."
            )
            continue
        for value in values:
            try:
                questions_by_key[key].parse(str(value))
            except AnswerError as error:
                remedy = "Use an answer that this question allows."
                yield Problem(str(error), f"accepted.{key}", remedy=remedy)
    for index, section in enumerate(questionnaire.rubric.sections):
        if not questionnaire.accepted.get(section.key):
            what = f"`{section.key}` has no right answer."
            yield Problem(what, f"sections.{index}", remedy="Add one to `accepted`.")
