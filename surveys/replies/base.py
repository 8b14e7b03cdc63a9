"""Base class of reply formats, the result of reading a reply, and the error for a refused reply."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from core.errors import Problem, RateroomError
from surveys.base import Declared, Stimulus
from surveys.forms import conflicts
from surveys.guards.base import Guarded
from surveys.kinds.base import Asking
from surveys.questions import Panel, Question, Value, judged_panels, questions
from surveys.replies.gated import opened, without_unasked
from surveys.untrusted.texts import replaced

_REFUSALS = (
    "empty_response refusal upstream_error truncated invalid_json missing_section "
    "missing_criterion unknown_key duplicate_key not_a_number not_integer out_of_range "
    "scale_mismatch ambiguous_score score_in_doubt marker_mismatch label_mismatch"
)
_WARNINGS = (
    "total_mismatch section_order duplicate_block extra_text marker_missing other_layout "
    "positional_keys missing_reasons json_repaired encoding_repaired text_shortened contradiction "
    "closed_section"
)
REFUSALS, WARNINGS = tuple(_REFUSALS.split()), tuple(_WARNINGS.split())


class ReplyError(RateroomError):
    """Raised when a whole reply is refused. `code` is one of REFUSALS, and `where` is the position
    of the problem."""

    def __init__(self, code: str, what: str, *, where: str = "") -> None:
        super().__init__(replaced(what), where=replaced(where))
        self.code = code


@dataclass(frozen=True)
class Reading:
    """The result of reading a reply: the answers by question key, and warnings. The keys have the
    canonical letters of outputs."""

    values: Mapping[str, Value]
    warnings: Sequence[str] = field(default_factory=tuple)


def unanswered(question: Question) -> ReplyError:
    """Return the error for a reply without an answer to a question whose gate is open."""
    what = f"“{question.label}”, which an earlier answer opens, has no answer."
    return ReplyError("missing_criterion", what, where=question.label)


class ReplyFormat(Declared):
    """A format that determines how a judge is asked to reply, and how the reply is parsed.

    Answers are found by their labels, never by their position.
    """

    format: str
    # Whether replies themselves contain the reasons why sections cannot be judged.
    holds_reasons: ClassVar[bool] = False

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        """Return the problems with the format: names that do not occur in the rubric, and parts of
        the rubric that do not fit the format."""
        del rubric
        return []

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        """Return the name of each question in the prompt, by key. The result is empty unless the
        format names questions by numbers."""
        del rubric, stimulus
        return {}

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        """Return the keys of the questions that a reply can answer. A judge is asked no other
        questions."""
        panels = judged_panels(rubric, stimulus)
        asked_panels = [each for each in panels if each.section.answers != "entries"]
        return [question.key for panel in asked_panels for question in panel.questions]

    def json_schema(self, rubric: Asking, stimulus: Stimulus) -> dict[str, object] | None:
        """Return the JSON Schema of a reply if the format is JSON. Otherwise, return None."""
        del rubric, stimulus
        return None

    def narrowed(self, keys: Collection[str]) -> Self:
        """Return the format for a rubric that is reduced to the criteria `keys`."""
        del keys
        return self

    def heading(self, panel: Panel) -> str:
        """Return the heading of a section in a reply, or "" if the format uses no headings."""
        del panel
        return ""

    @abstractmethod
    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        """Return the instructions that tell a judge how to write its reply."""

    @abstractmethod
    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        """Return a reply with `values` in exactly this format, as a perfect judge would send it."""

    @abstractmethod
    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Return the answers in `raw`. They are checked individually, but not for contradictions.

        Raises ReplyError, and no other error, for any invalid text.
        """

    def read(self, rubric: Guarded, stimulus: Stimulus, raw: str) -> Reading:
        """Return the answers in `raw`, after checking each answer and the answers together. If a
        guard of the rubric finds a contradiction, a warning is added. Raises ReplyError."""
        reply = self.without_unasked(rubric, stimulus, raw)
        return self.checked(rubric, stimulus, self.parse(rubric, stimulus, reply))

    def without_unasked(self, rubric: Asking, stimulus: Stimulus, raw: str) -> str:
        """Return `raw` without the lines that say "not asked" for a section with a gate. A reply in
        JSON is returned unchanged."""
        if self.json_schema(rubric, stimulus) is not None:
            return raw
        panels = judged_panels(rubric, stimulus)
        return without_unasked(panels, self.numbered(rubric, stimulus), raw)

    def checked(self, rubric: Guarded, stimulus: Stimulus, reading: Reading) -> Reading:
        """Return the reading without the answers of closed sections, and with a warning if a guard
        finds a contradiction. Raises ReplyError if the answers are not valid together."""
        reading = self.of_open(rubric, stimulus, reading)
        for problem in conflicts(questions(rubric, stimulus), reading.values):
            raise ReplyError("ambiguous_score", problem.message, where=problem.question.label)
        for guard in rubric.guards:
            if guard.contradicts and guard.concern(rubric, stimulus, reading.values, []):
                return replace(reading, warnings=(*reading.warnings, "contradiction"))
        return reading

    def of_open(self, rubric: Asking, stimulus: Stimulus, reading: Reading) -> Reading:
        """Return the reading without the answers of closed sections. Raises ReplyError if a
        question of an open section is not answered."""
        panels = judged_panels(rubric, stimulus)
        values, missing = opened(panels, self.held(rubric, stimulus), reading.values)
        if missing:
            raise unanswered(missing[0])
        is_whole = len(values) == len(reading.values)
        return reading if is_whole else Reading(values, (*reading.warnings, "closed_section"))
