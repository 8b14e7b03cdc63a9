"""The guard `reason-against-step`, which asks about a yes or no whose reason says the opposite."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Literal

from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus
from surveys.guards.base import Answers, Concern, GuardBase
from surveys.kinds.base import Asking
from surveys.phrases import any_of
from surveys.problems import not_among
from surveys.questions import Question, questions

_CLAUSE_END = re.compile(r"[.,;:!?()\n]|\s[-–—]\s|\b(?:and|und|y)\b")
_WORD = re.compile(r"[^\W\d_]+(?:['’]t)?")
_TOLD = r"(?:mentioned|named|stated|described|included|present)"
_GENANNT = r"(?:erwähnt|genannt|beschrieben)"


_MENTIONED = any_of(_TOLD, "mentions (?:it|this)", _GENANNT, "se (?:menciona|nombra)", "aparece")
_AGREES = any_of(
    r"agrees?|matche[sd]|correct(?:ly)?|accurate(?:ly)?|(?:is|are) right|same meaning",
    r"means the same",
    r"stimmt(?: überein)?|richtig|korrekt|trifft zu",
    r"coincide|concuerda|es correct[oa]|correctamente",
)
_MISSING = any_of(
    rf"(?:not|never)(?: \w+ly)? {_TOLD}|no mention(?: of)?|(?:does not|doesn['’]t) mention",
    "missing|absent|left out|omitted",
    rf"nicht {_GENANNT}|fehlt|fehlen",
    "no (?:se )?(?:menciona|nombra|aparece)|falta",
)
_WRONG = any_of(
    r"wrong|incorrect(?:ly)?|inaccurate|(?:does not|doesn['’]t) (?:agree|match)",
    "falsch|stimmt nicht",
    r"es (?:incorrect[oa]|erróne[oa])|no coincide",
)
# A reason with one of these words weighs two things against each other and states neither plainly.
_WEIGHS = any_of(
    r"but|however|although|though|except|only|instead|while|whereas|unless|if|whether|would|should",
    r"could|partly|partially|almost|rather|yet|aber|jedoch|obwohl|nur|statt|sondern|wenn|falls|ob",
    "teilweise|fast|eher|pero|aunque|sino|sol[oa]|sólo|si|sería|parcialmente|casi|en lugar de",
)
_DENIES = any_of(
    r"not|no|never|none|nothing|neither|without|cannot|\w+n['’]t|hardly|absence|lack",
    "free of|omit|avoid",
    "nicht|nie|nichts|ohne|keine?[nmrs]?|kaum|nunca|nada|ningun[oa]?|sin|tampoco",
)
# Words that can surround such a phrase without changing its meaning.
_WORDS = (
    "a an the it its this that they is are was were be been has have does of as also all both and "
    "key point caption description text summary reference in with by to here clearly fully "
    "mentioned named stated described "
    "der die das es dies ist sind wird werden wurde im bildunterschrift text mit überein "
    "erwähnt genannt beschrieben "
    "el la lo los las es está son eso esto se en con texto leyenda descripción "
    "mencionado mencionada descrito descrita"
)
_IDLE = frozenset(_WORDS.split())


class ReasonAgainstStep(GuardBase):
    guard: Literal["reason-against-step"]
    sections: tuple[Key, ...] = Field(
        min_length=1, description="Gated checklists that ask for reasons."
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        reasoned = [
            section.key
            for section in rubric.sections
            if section.entries_scored(Stimulus()) is not None
            and getattr(section, "reasons", "none") != "none"
        ]
        return not_among("sections", self.sections, reasoned, "gated checklist with reasons")

    def concern(
        self, rubric: Asking, stimulus: Stimulus, values: Answers, earlier: Sequence[Answers]
    ) -> Concern | None:
        for row in _rows(rubric, stimulus, self.sections, values):
            if row.is_contradicted:
                message = _(
                    "The reason for “%(entry)s” says the opposite of your answer. "
                    "Is that what you mean?"
                )
                return Concern(self.guard, message % {"entry": row.entry}, row.question)
        return None


@dataclass(frozen=True)
class _Row:
    """An entry of a list with its reason. `mentioned` is the answer to the entry's first step, and
    `score` combines the answers to all steps."""

    entry: str
    reason: str
    mentioned: object
    score: object
    question: Question

    @property
    def is_contradicted(self) -> bool:
        if _DENIES.search(self.entry) or _WEIGHS.search(self.reason):
            return False
        denies = self._says(_MISSING) or self._says(_WRONG)
        affirms = not (_DENIES.search(self.reason) or _MISSING.search(self.reason))
        affirms = affirms and not _WRONG.search(self.reason)
        agrees = affirms and self._says(_AGREES)
        if self.score == 1:
            return denies and not _AGREES.search(_WRONG.sub("", self.reason))
        if self.mentioned == 1 and self._says(_MISSING):
            return True
        return self.score == 0 and (
            agrees or (self.mentioned == 0 and affirms and self._says(_MENTIONED))
        )

    def _says(self, phrases: re.Pattern[str]) -> bool:
        """Return whether a clause of the reason contains one of `phrases` and is only about this
        entry."""
        own_words = _IDLE | {word.removesuffix("s") for word in _words(self.entry)}
        for clause in _CLAUSE_END.split(self.reason):
            if phrase := phrases.search(clause):
                behind = "" if phrases is _MENTIONED else clause[phrase.end() :]
                beside = _words(f"{clause[: phrase.start()]} {behind}")
                if all(word in own_words or word.removesuffix("s") in own_words for word in beside):
                    return True
        return False


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _rows(
    rubric: Asking, stimulus: Stimulus, sections: Sequence[str], values: Answers
) -> Iterator[_Row]:
    """Yield every entry that has a reason. The score is a person's lowest step answer, or the score
    that a judge gave."""
    page_questions = questions(rubric, stimulus)
    entries = [question for question in page_questions if question.section in sections]
    by_entry = groupby(entries, attrgetter("section", "output", "entry"))
    for row in (list(group) for _entry, group in by_entry):
        steps = [question for question in row if not question.is_text]
        reasons = [question for question in row if question.is_text]
        for question in reasons[:1]:
            answers = [values[step.key] for step in steps if step.key in values]
            whole = values.get(question.key.rpartition(".")[0], min(answers, default=None))
            reason = str(values.get(question.key, ""))
            mentioned = values.get(steps[0].key)
            yield _Row(question.label, reason, mentioned, whole, steps[0])
