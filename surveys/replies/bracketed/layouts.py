"""Other layouts as blocks: which part and criterion their names mean, and how they are written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from surveys.questions import Panel, Question
from surveys.replies.base import ReplyError
from surveys.replies.bracketed.headers import Headers
from surveys.replies.labels import Titles
from surveys.replies.layouts import Item
from surveys.replies.scores import begins_with_score


@dataclass
class ByHeader:
    """Finds a question by its part, `ASSISTANT1-Score` or `Assistant 1`, and its title in that."""

    headers: Headers
    _titles: dict[str, Titles] = field(init=False)

    def __post_init__(self) -> None:
        self._titles = {panel.id: Titles(panel.questions) for panel in self.headers.panels}

    def place(self, question: Question) -> str:
        return f"{self.headers.of(self.panel_of(question))}, {question.label}"

    def panel_of(self, question: Question) -> Panel:
        return next(panel for panel in self.headers.panels if question in panel.questions)

    def knows(self, name: str) -> bool:
        return any(
            self._is_of(panel, [name]) or self._titles[panel.id].named(name)
            for panel in self.headers.panels
        )

    def find(self, names: Sequence[str], value: str) -> Question | None:
        is_score = begins_with_score(value)
        panels = [panel for panel in self.headers.panels if bool(panel.section.scores) == is_score]
        named = [panel for panel in panels if self._is_of(panel, names)]
        if not named and len(panels) > 1:
            return None
        questions = [question for panel in named or panels for question in self._in(panel, names)]
        if len({question.key for question in questions}) > 1:
            what = f"“{', '.join(names)[:60]}” names {len(questions)} different parts."
            raise ReplyError("label_mismatch", what, where=names[-1][:60])
        return questions[0] if questions else None

    def _is_of(self, panel: Panel, names: Sequence[str]) -> bool:
        """Return whether a name, or two in a row, are the part's header or its output."""
        pairs = [f"{first}-{second}" for first, second in pairwise(names)]
        header = self.headers.of(panel)
        if any(self.headers.meant(name) == header for name in (*names, *pairs)):
            return True
        output = f"#{panel.output.position}" if panel.output else ""
        return any(self.headers.canonical(name) == output for name in names)

    def _in(self, panel: Panel, names: Sequence[str]) -> list[Question]:
        named = map(self._titles[panel.id].named, names)
        questions = [question for question in named if question is not None]
        return questions or (list(panel.questions) if len(panel.questions) == 1 else [])

    def write(self, items: Sequence[Item]) -> str:
        """Return the items as blocks. Raises ReplyError for a number that was not asked for."""
        lines: list[str] = []
        header = ""
        for item in items:
            if item.question is not None:
                panel = self.panel_of(item.question)
                own = self.headers.of(panel)
                lines += [f"[{own}]:"] if own != header else []
                is_alone = item.question.is_text and len(panel.questions) == 1
                lines.append(("" if is_alone else f"- {item.question.label}: ") + item.written)
                header = own
            elif not item.is_text and item.written:
                odd = [name for name in item.around if not self.knows(name)]
                name = (odd or [item.name])[0][:60]
                raise ReplyError("unknown_key", f"“{name}” was not asked for.", where=name)
        return "\n".join(lines)
