"""What was read so far of a reply in lines: scores by section number, their order, the comment."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from surveys.questions import Question
from surveys.replies.base import ReplyError
from surveys.replies.scores import Scores


@dataclass
class Answers:
    """Scores by the number of their section, 1 to N; `word` is what stands before a number."""

    word: str
    questions: Sequence[Question]
    warnings: list[str]
    order: list[int] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = Scores(self.warnings)

    @property
    def are_whole(self) -> bool:
        return len(self.scores.values) == len(self.questions)

    def pass_over(self, line: str) -> None:
        """Note a line that answers nothing; behind a score it must not take one back."""
        self.warnings.append("extra_text")
        self.stands_behind(line)

    def stands_behind(self, text: str) -> None:
        (self.behind if self.order else self.before).append(text)

    def note(self, number: int, rest: str) -> None:
        """Store the score that `rest` begins with.

        Raises ReplyError for a section that is not asked or a second, different score.
        """
        where = f"{self.word} {number}"
        if not 1 <= number <= len(self.questions):
            what = f"There are {len(self.questions)} sections to answer."
            raise ReplyError("unknown_key", what, where=where)
        self.scores.note(self.questions[number - 1], rest, where=where)
        self.order.append(number)
