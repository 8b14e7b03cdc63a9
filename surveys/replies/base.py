"""What every reply format shares: what a reading is, and the one error that a reader raises."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from surveys.base import Declared, Stimulus
from surveys.dangling import Dangling
from surveys.errors import RateroomError
from surveys.questions import Value
from surveys.texts import replaced

if TYPE_CHECKING:
    from surveys.spec import Rubric

REFUSALS = (
    "empty_response",
    "refusal",
    "upstream_error",
    "truncated",
    "invalid_json",
    "missing_section",
    "missing_criterion",
    "unknown_key",
    "duplicate_key",
    "not_a_number",
    "not_integer",
    "out_of_range",
    "scale_mismatch",
    "ambiguous_score",
    "marker_mismatch",
    "label_mismatch",
)
WARNINGS = (
    "total_mismatch",
    "section_order",
    "duplicate_block",
    "extra_text",
    "marker_missing",
    "positional_keys",
    "missing_reasons",
    "json_repaired",
    "encoding_repaired",
    "text_shortened",
)


class ReplyError(RateroomError):
    """A reply that cannot be read whole, and so is refused whole: `code` is one of REFUSALS, `where` the place."""

    def __init__(self, code: str, what: str, *, where: str = "") -> None:
        super().__init__(replaced(what), where=replaced(where))
        self.code = code


@dataclass(frozen=True)
class Reading:
    """A reply read whole: answers by question key (canonical outputs), and the warnings it earned, each once."""

    values: Mapping[str, Value]
    warnings: Sequence[str] = field(default_factory=tuple)


class ReplyFormat(Declared):
    """How a judge is asked to answer, and how its answer is read back. Labels decide, never positions."""

    def dangling(self, rubric: "Rubric") -> Sequence[Dangling]:  # noqa: ARG002 - most formats name nothing
        """What this format names that the rubric does not have."""
        return []

    def numbered(self, rubric: "Rubric", stimulus: Stimulus) -> Mapping[str, str]:  # noqa: ARG002 - most go by names
        """What this format calls a question, by its key, where that is a number: the prompt calls it the same."""
        return {}

    @abstractmethod
    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        """The words that tell a judge how to write its reply."""

    @abstractmethod
    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        """A reply in exactly this format that holds `values`: what a perfect judge would send."""

    @abstractmethod
    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        """The answers in `raw`. Raises ReplyError, and nothing else, whatever the text."""
