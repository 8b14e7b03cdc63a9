"""Comparison of two versions of a rubric: what changed and which answers are still comparable."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from surveys.kinds.base import SectionBase
from surveys.spec import Rubric

Verdict = Literal["same", "care", "other", "new", "gone"]

# Options of any kind of section that determine what an answer's number measures. If one of them
# changes, old and new numbers cannot be compared.
SUBSTANCE = {"kind", "level", "best", "per_output"}
# Parts that change neither the questions nor what they mean.
FORM = {"required", "key", "page", "qcet"}
# Parts of the rubric that can affect every answer if they change.
AROUND = (
    "stimulus",
    "instructions",
    "notes",
    "reminders",
    "examples",
    "worked",
    "summary",
    "ordered",
    "outputs",
    "language",
)


@dataclass(frozen=True)
class Change:
    """A value that differs between two versions, with its path, its old text and its new text.
    `old` or `new` is "" if that version does not have the value."""

    where: str
    old: str
    new: str


@dataclass(frozen=True)
class AnswerDifference:
    """A question, and whether its answers can be compared between the versions. `pattern` is the
    question's key pattern. For example, `*.consistency` is asked about every output.

    `verdict` is `same` if the question did not change, `care` if only its wording changed, and
    `other` if it measures something else. It is `new` or `gone` if only one version has the
    question.
    """

    pattern: str
    title: str
    verdict: Verdict
    changes: Sequence[Change] = ()


@dataclass(frozen=True)
class Difference:
    """The difference between two versions of a rubric. `around` has the changes that affect every
    answer. If there is such a change, a question's verdict is at best `care`.

    `translated` has the texts that changed in translations. Answers given in the rubric's original
    language are not affected.
    """

    around: Sequence[Change]
    answers: Sequence[AnswerDifference]
    translated: Sequence[Change] = ()

    @property
    def comparable(self) -> int:
        """Return the number of questions whose answers are comparable, including those that need
        care."""
        return sum(answer.verdict in {"same", "care"} for answer in self.answers)

    @property
    def only_translated(self) -> bool:
        """Return whether only texts in translations changed."""
        return (
            bool(self.translated)
            and not self.around
            and all(answer.verdict == "same" for answer in self.answers)
        )


def rubric_difference(old: Rubric, new: Rubric) -> Difference:
    """Return the difference between two versions of a rubric. The questions are in the order of
    `new`, followed by the removed questions."""
    around = [change for part in AROUND for change in _changes(_flat(part, old), _flat(part, new))]
    before, after = dict(_asked(old)), dict(_asked(new))
    answers = [
        _compared(pattern, before[pattern], question)
        if pattern in before
        else AnswerDifference(pattern, question.title, "new")
        for pattern, question in after.items()
    ]
    gone = [(pattern, question) for pattern, question in before.items() if pattern not in after]
    answers += [AnswerDifference(pattern, question.title, "gone") for pattern, question in gone]
    if around:
        answers = [
            replace(answer, verdict="care") if answer.verdict == "same" else answer
            for answer in answers
        ]
    return Difference(
        around, answers, _changes(_flat("translations", old), _flat("translations", new))
    )


@dataclass(frozen=True)
class _Asked:
    """A question as one version declares it: its title, its values by path, and its section."""

    title: str
    content: Mapping[str, str]
    section: SectionBase


def _compared(pattern: str, old: _Asked, new: _Asked) -> AnswerDifference:
    form = FORM | old.section.form | new.section.form
    changes = [
        change for change in _changes(old.content, new.content) if _last(change.where) not in form
    ]
    if not changes:
        return AnswerDifference(pattern, new.title, "same")
    substance = SUBSTANCE | old.section.substance | new.section.substance
    measures = any(
        set(change.where.split(".")) & substance and not _is_wording(change) for change in changes
    )
    return AnswerDifference(pattern, new.title, "other" if measures else "care", changes)


def _last(where: str) -> str:
    return where.rsplit(".", 1)[-1]


def _is_wording(change: Change) -> bool:
    """Return whether only the wording changed in a value that can affect numbers, for example the
    text of an option or the title of a step."""
    return bool(change.old and change.new) and _last(change.where) in {
        "text",
        "title",
        "yes",
        "no",
        "tie",
    }


def _asked(rubric: Rubric) -> Iterator[tuple[str, _Asked]]:
    """Yield the key pattern and the content of each question."""
    for section in rubric.sections:
        targets = list(section.targets(rubric))
        for pattern, criterion in zip(section.key_patterns(), targets, strict=False):
            title = criterion.title if criterion and len(targets) > 1 else section.title
            content = {"section": section.model_dump(mode="json", exclude={"key", "criteria"})}
            if criterion:
                content["criterion"] = criterion.model_dump(mode="json", exclude={"key"})
            yield pattern, _Asked(title, dict(_leaves("", content)), section)


def _flat(part: str, rubric: Rubric) -> dict[str, str]:
    return dict(_leaves(part, rubric.model_dump(mode="json", include={part})[part]))


def _leaves(where: str, content: object) -> Iterator[tuple[str, str]]:
    """Yield every value with its path.

    An entry of a list is named by its value or key, or else by its number.
    """
    if isinstance(content, Mapping):
        for key, inner in content.items():
            yield from _leaves(f"{where}.{key}".strip("."), inner)
    elif isinstance(content, list):
        for number, inner in enumerate(content, 1):
            name = (
                inner.get("value", inner.get("key", number))
                if isinstance(inner, Mapping)
                else number
            )
            entry = (
                {k: v for k, v in inner.items() if k != "value"}
                if isinstance(inner, Mapping)
                else inner
            )
            yield from _leaves(f"{where}.{name}", entry)
    elif content is not None and content != "":
        yield where, str(content)


def _changes(old: Mapping[str, str], new: Mapping[str, str]) -> list[Change]:
    keys = list(dict.fromkeys([*old, *new]))
    return [
        Change(key, old.get(key, ""), new.get(key, ""))
        for key in keys
        if old.get(key, "") != new.get(key, "")
    ]
