"""What was read so far of a reply in lines: scores by section number, their order, the comment."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from surveys.questions import Question
from surveys.replies.base import ReplyError
from surveys.replies.scores import read_score


@dataclass
class Answers:
    """Scores by the number of their section, 1 to N; `word` is what stands before a number."""

    word: str
    questions: Sequence[Question]
    warnings: list[str]
    scores: dict[int, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)

    @property
    def are_whole(self) -> bool:
        return len(self.scores) == len(self.questions)

    def pass_over(self, line: str) -> None:
        """Note a line that answers nothing; behind a score it must not take one back."""
        self.warnings.append("extra_text")
        self.stands_behind(line)

    def stands_behind(self, text: str) -> None:
        if self.scores:
            self.behind.append(text)

    def note(self, number: int, rest: str) -> None:
        """Store the score that `rest` begins with.

        Raises ReplyError for a section that is not asked or a second, different score.
        """
        where = f"{self.word} {number}"
        if not 1 <= number <= len(self.questions):
            what = f"There are {len(self.questions)} sections to answer."
            raise ReplyError("unknown_key", what, where=where)
        question = self.questions[number - 1]
        value = read_score(question, rest, where=where, warnings=self.warnings)
        if self.scores.setdefault(number, value) != value:
            what = f"“{rest.strip()[:60]}” differs from the {self.scores[number]} before."
            raise ReplyError("ambiguous_score", what, where=where)
        if number in self.order:
            self.warnings.append("duplicate_block")
        self.order.append(number)
