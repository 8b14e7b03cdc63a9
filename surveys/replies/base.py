"""Base class of all reply formats, the result of reading, and the one error that readers raise."""

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
    """The whole reply is refused: `code` is one of REFUSALS, `where` the place."""

    def __init__(self, code: str, what: str, *, where: str = "") -> None:
        super().__init__(replaced(what), where=replaced(where))
        self.code = code


@dataclass(frozen=True)
class Reading:
    """A reply read completely: answers by question key (canonical outputs), and warnings."""

    values: Mapping[str, Value]
    warnings: Sequence[str] = field(default_factory=tuple)


def unanswered(question: Question) -> ReplyError:
    """Return the refusal of a reply that does not answer a question opened by a gate."""
    what = f"“{question.label}”, which an earlier answer opens, has no answer."
    return ReplyError("missing_criterion", what, where=question.label)


class ReplyFormat(Declared):
    """How a judge is asked to answer, and how its answer is read.

    Answers are found by their labels, never by their position.
    """

    format: str
    # Whether a reply itself contains the reasons why sections cannot be judged.
    holds_reasons: ClassVar[bool] = False

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        """Return names in this format that the rubric lacks, and parts of it that do not fit."""
        del rubric
        return []

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        """Return this format's name for each question, by key, if that is a number in the
        prompt."""
        del rubric, stimulus
        return {}

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        """Return the keys of questions whose answers fit a reply: a judge is asked no others."""
        panels = judged_panels(rubric, stimulus)
        asked_panels = [each for each in panels if each.section.answers != "entries"]
        return [question.key for panel in asked_panels for question in panel.questions]

    def json_schema(self, rubric: Asking, stimulus: Stimulus) -> dict[str, object] | None:
        """Return the JSON Schema of a reply if the format is itself JSON; otherwise None."""
        del rubric, stimulus
        return None

    def narrowed(self, keys: Collection[str]) -> Self:
        """Return the format of a rubric that asks only about the criteria `keys`."""
        del keys
        return self

    def heading(self, panel: Panel) -> str:
        """Return the heading of a section in a reply, if it has words of its own."""
        del panel
        return ""

    @abstractmethod
    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        """Return the words that tell a judge how to write its reply."""

    @abstractmethod
    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        """Return a reply in exactly this format with `values`, as a perfect judge would send it."""

    @abstractmethod
    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Return the answers in `raw`, each valid by itself.

        Raises ReplyError, and nothing else, whatever the text.
        """

    def read(self, rubric: Guarded, stimulus: Stimulus, raw: str) -> Reading:
        """Return the answers in `raw`, valid alone and together, with a warning if a guard of the
        rubric finds that they contradict each other. Raises ReplyError."""
        reply = self.without_unasked(rubric, stimulus, raw)
        return self.checked(rubric, stimulus, self.parse(rubric, stimulus, reply))

    def without_unasked(self, rubric: Asking, stimulus: Stimulus, raw: str) -> str:
        """Return `raw` without the lines that say "not asked" for a section that a gate can close;
        JSON has no such lines."""
        if self.json_schema(rubric, stimulus) is not None:
            return raw
        panels = judged_panels(rubric, stimulus)
        return without_unasked(panels, self.numbered(rubric, stimulus), raw)

    def checked(self, rubric: Guarded, stimulus: Stimulus, reading: Reading) -> Reading:
        """Return the reading if its answers are valid together, without those of sections that an
        answer closes."""
        reading = self.of_open(rubric, stimulus, reading)
        for problem in conflicts(questions(rubric, stimulus), reading.values):
            raise ReplyError("ambiguous_score", problem.message, where=problem.question.label)
        for guard in rubric.guards:
            if guard.contradicts and guard.concern(rubric, stimulus, reading.values, []):
                return replace(reading, warnings=(*reading.warnings, "contradiction"))
        return reading

    def of_open(self, rubric: Asking, stimulus: Stimulus, reading: Reading) -> Reading:
        """Return the reading without closed sections. Raises ReplyError if an open one is blank."""
        panels = judged_panels(rubric, stimulus)
        values, missing = opened(panels, self.held(rubric, stimulus), reading.values)
        if missing:
            raise unanswered(missing[0])
        is_whole = len(values) == len(reading.values)
        return reading if is_whole else Reading(values, (*reading.warnings, "closed_section"))
