"""Two versions of a rubric compared: what changed, and which answers given to one can stand beside the other's."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from surveys.references import key_patterns
from surveys.spec import Rubric, Section

Verdict = Literal["same", "care", "other", "new", "gone"]

# What decides which number a rater gives. A change here makes the old and the new numbers different measures.
SUBSTANCE = {"kind", "value", "low", "high", "level", "best", "per_output", "entries", "steps", "gated", "tie"}
# What neither changes what is asked nor how it is understood.
FORM = {"rows", "required", "min_length", "max_length", "reasons", "total", "key"}
# Parts of the rubric that every answer depends on, by what a change of them means.
AROUND = ("stimulus", "instructions", "reminders", "examples", "summary", "ordered", "outputs", "language")


@dataclass(frozen=True)
class Change:
    """One value that differs: where, and what it was and is; blank for absent."""

    where: str
    old: str
    new: str


@dataclass(frozen=True)
class AnswerDifference:
    """One question, by key pattern (`*.consistency` is asked of every output), and whether its answers compare.

    `same`: nothing about it changed. `care`: the words did. `other`: what is measured did. `new`, `gone`: one has it.
    """

    pattern: str
    title: str
    verdict: Verdict
    changes: Sequence[Change] = ()


@dataclass(frozen=True)
class Difference:
    """`around` are changes that every answer depends on: with any, no answer is better than `care`.

    `translated` are changed words in other languages: answers given in the rubric's own language are as they were.
    """

    around: Sequence[Change]
    answers: Sequence[AnswerDifference]
    translated: Sequence[Change] = ()

    @property
    def comparable(self) -> int:
        """How many questions' answers can stand side by side, with care or without."""
        return sum(one.verdict in {"same", "care"} for one in self.answers)

    @property
    def only_translated(self) -> bool:
        """Whether nothing but words in other languages changed."""
        return bool(self.translated) and not self.around and all(one.verdict == "same" for one in self.answers)


def rubric_difference(old: Rubric, new: Rubric) -> Difference:
    """Compare question by question, in the order of `new`, those that are gone last."""
    around = [change for part in AROUND for change in _changes(_flat(part, old), _flat(part, new))]
    before, after = dict(_asked(old)), dict(_asked(new))
    answers = [
        AnswerDifference(pattern, title, "new") if pattern not in before else _compared(pattern, title, before, after)
        for pattern, (title, _content) in after.items()
    ]
    answers += [AnswerDifference(key, title, "gone") for key, (title, _content) in before.items() if key not in after]
    if around:
        answers = [
            AnswerDifference(one.pattern, one.title, "care") if one.verdict == "same" else one for one in answers
        ]
    return Difference(around, answers, _changes(_flat("translations", old), _flat("translations", new)))


_Asked = tuple[str, dict[str, str]]


def _compared(pattern: str, title: str, before: Mapping[str, _Asked], after: Mapping[str, _Asked]) -> AnswerDifference:
    changes = [one for one in _changes(before[pattern][1], after[pattern][1]) if _last(one.where) not in FORM]
    if not changes:
        return AnswerDifference(pattern, title, "same")
    measures = any(set(one.where.split(".")) & SUBSTANCE and not _is_wording(one) for one in changes)
    return AnswerDifference(pattern, title, "other" if measures else "care", changes)


def _last(where: str) -> str:
    return where.rsplit(".", 1)[-1]


def _is_wording(change: Change) -> bool:
    """Whether the change lies inside a part of substance, yet is only its words: an option's text, a step's title."""
    return bool(change.old and change.new) and _last(change.where) in {"text", "title", "yes", "no", "tie"}


def _asked(rubric: Rubric) -> Iterator[tuple[str, _Asked]]:
    """(key pattern, (title, everything that is said of the question))."""
    for section in rubric.sections:
        targets = list(section.targets(rubric))
        for pattern, criterion in zip(key_patterns(section), targets, strict=False):
            title = criterion.title if criterion and len(targets) > 1 else section.title
            said = {"section": _section_content(section)}
            if criterion:
                said["criterion"] = criterion.model_dump(mode="json", exclude={"key"})
            yield pattern, (title, dict(_leaves("", said)))


def _section_content(section: Section) -> dict[str, Any]:
    return section.model_dump(mode="json", exclude={"key", "criteria"})


def _flat(part: str, rubric: Rubric) -> dict[str, str]:
    return dict(_leaves(part, rubric.model_dump(mode="json", include={part})[part]))


def _leaves(where: str, content: Any) -> Iterator[tuple[str, str]]:
    """Every value with its path. List entries go by their value or key where they have one, else by their number."""
    if isinstance(content, Mapping):
        for key, inner in content.items():
            yield from _leaves(f"{where}.{key}".strip("."), inner)
    elif isinstance(content, list):
        for number, inner in enumerate(content, 1):
            name = inner.get("value", inner.get("key", number)) if isinstance(inner, Mapping) else number
            entry = {k: v for k, v in inner.items() if k != "value"} if isinstance(inner, Mapping) else inner
            yield from _leaves(f"{where}.{name}", entry)
    elif content is not None and content != "":
        yield where, str(content)


def _changes(old: Mapping[str, str], new: Mapping[str, str]) -> list[Change]:
    keys = list(dict.fromkeys([*old, *new]))
    return [Change(key, old.get(key, ""), new.get(key, "")) for key in keys if old.get(key, "") != new.get(key, "")]
