"""Splitting of a reply into blocks at its headers, and matching of the headers with panels."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from surveys.questions import Panel, Question
from surveys.replies.asked import same_name
from surveys.replies.base import ReplyError
from surveys.replies.labels import Titles
from surveys.replies.layouts import Item
from surveys.replies.provisional import provisional_lines
from surveys.replies.scores import begins_with_score

_NUMBERED = r"^\s*(?:(?:(?:section|part|step)\s*)?\(?\d{1,2}\s*[.):-]+\s*)?"
_BRACKETED = re.compile(
    _NUMBERED + r"\[([^\[\]\n]{1,60})\]\s*(\([^()\n]{0,40}\))?\s*:?(.*)$", re.IGNORECASE
)
_BARE = re.compile(
    _NUMBERED + r"([^\W\d_][\w ./&-]{2,58}?)\s*(?:\([^()\n]{0,40}\))?\s*(:.*)?$", re.IGNORECASE
)
_KIND = re.compile(r"(reason|score|comparison|rating|marking)", re.IGNORECASE)
_EXAMPLE = re.compile(r"\bexample\b", re.IGNORECASE)
_ORDINALS = ("(?:first|1st)", "(?:second|2nd)")
_FORM = re.compile(r"^[^:\n]{0,80}:\s*<(?!\s*\d)[^<>\n]*>\s*$", re.MULTILINE)
_LONGEST = 100


@dataclass(frozen=True)
class Block:
    """A header and the text below it. `name` is None for the text before the first header, and for
    a provisional header."""

    name: str | None
    text: str
    is_example: bool = False
    ends_reply: bool = False


def is_possible(header: str) -> bool:
    """Return whether this header, written in brackets, would be recognised in a reply."""
    return _BRACKETED.match(f"[{header}]") is not None and not header.isdecimal()


class Headers:
    """The requested headers with their panels, and other spellings of headers that models use."""

    def __init__(self, output_name: str, panels: Sequence[tuple[str, Panel]]) -> None:
        self._output = rf"(?:{re.escape(same_name(output_name))}|caption|assistant|model|response)"
        self._names = {self.canonical(header): header for header, _panel in panels}
        self.order = list(self._names.values())
        self.panels = [panel for _header, panel in panels]
        self.titles = {panel.id: Titles(panel.questions) for panel in self.panels}
        self._of = {panel.id: header for header, panel in panels}
        self.of_scores = {header for header, panel in panels if panel.section.scores}
        for header in self.order:  # "Comparison" alone is enough if only one header begins with it
            short = re.sub(r"(?:reason|score)$", "", self.canonical(header))
            alike = sum(name.startswith(short) for name in self._names)
            if short[:1].isalpha() and alike == 1:
                self._names[short] = header

    def of(self, panel: Panel) -> str:
        return self._of[panel.id]

    def canonical(self, header: str) -> str:
        """Return a normal form of a header, which is the same for different spellings such as
        `Caption 1 Scores` and `ASSISTANT1-Score`."""
        name = same_name(header).replace(" ", "")
        for number, ordinal in enumerate(_ORDINALS, 1):
            name = re.sub(rf"(?:the)?{ordinal}{self._output}", f"#{number}", name)
        name = re.sub(rf"{self._output}(?=\d)", "#", name)
        name = re.sub(r"(?:reasonings?|reasons?)$", "reason", name)
        name = re.sub(r"^(?:(reason|score)s?(?:ing)?(?:for|of)?)?(#\d)$", r"\2\1", name)
        return re.sub(r"(?:scores?|scoring|ratings?|markings?|marks?)$", "score", name)

    def meant(self, name: str) -> str | None:
        """Return the requested header for the spelling `name`, or None."""
        return self._names.get(self.canonical(name))

    def by_output(self) -> None:
        """Also accept the name of an output alone as the header of the output's scores."""
        for header in self.of_scores:
            if output := re.fullmatch(r"(#\d)score", self.canonical(header)):
                self._names.setdefault(output[1], header)

    def heads_scores(self, block: Block) -> bool:
        return block.name is not None and self.meant(block.name) in self.of_scores

    def look_like(self, name: str) -> bool:
        """Return whether `name` looks like a header of scores or reasons, even if no such header
        was requested."""
        return bool(_KIND.search(name) and re.match(r"#\d", self.canonical(name)))

    def blocks(self, text: str) -> list[Block]:
        """Return the blocks of `text`. Example blocks have no name, unless all blocks of scores are
        examples."""
        blocks = [Block(None, "")]
        lines: list[list[str]] = [[]]
        for line, is_provisional in provisional_lines(text):
            heading = self._heading(line)
            if heading is None:
                lines[-1].append(line)
            else:
                blocks.append(replace(heading, name=None) if is_provisional else heading)
                lines.append([heading.text])
        is_form = any(not block.is_example and self.heads_scores(block) for block in blocks)
        return [
            replace(
                block,
                name=None if is_form and block.is_example else block.name,
                text="\n".join(below).strip(),
                ends_reply=block is blocks[-1],
            )
            for block, below in zip(blocks, lines, strict=True)
        ]

    def by_header(self, blocks: Sequence[Block], warnings: list[str]) -> dict[str, list[Block]]:
        """Return the blocks of each header, without blocks that only repeat the instructions.
        Raises ReplyError for a header that was not requested."""
        by_header: dict[str, list[Block]] = {}
        order: list[int] = []
        for block in blocks:
            content = replace(block, text=_FORM.sub("", block.text).strip())
            if block.name is None:
                warnings += ["extra_text"] if content.text else []
                continue
            header = self.meant(block.name)
            if header is None:
                if order or self.look_like(block.name):
                    what = f"[{block.name}] is not a section of this rubric."
                    raise ReplyError("unknown_key", what, where=block.name)
                warnings.append("extra_text")  # the judge repeated what it was shown
            elif content.text:
                warnings += ["duplicate_block"] if header in by_header else []
                by_header.setdefault(header, []).append(content)
                order.append(self.order.index(header))
        if order != sorted(order):
            warnings.append("section_order")
        return by_header

    def _heading(self, line: str) -> Block | None:
        """Return a block with a line's header and the text after it, or None if the line has no
        header."""
        if bracketed := _BRACKETED.match(line):
            name, aside, rest = bracketed.groups()
            is_remark = self.meant(name) is None and rest.strip(" :") and not self.look_like(name)
            if is_remark or name.strip().isdecimal():
                return None
            return Block(name.strip(), rest, _EXAMPLE.search(aside or "") is not None)
        if (bare := _BARE.match(line.rstrip())) is None:
            return None
        name, behind = bare.groups()
        if self.meant(name) is None:
            if behind and self.meant(line[:_LONGEST]) is not None:
                return Block(line.strip(), "")  # for example "Caption 1: scores"
            if not self.look_like(name) or (behind or ":").strip(" :"):
                return None
        return Block(name.strip(), (behind or "")[1:])

    def place(self, question: Question) -> str:
        """Return the question's name for use in error messages."""
        return f"{self.of(self.panel_of(question))}, {question.label}"

    def panel_of(self, question: Question) -> Panel:
        return next(panel for panel in self.panels if question in panel.questions)

    def knows(self, name: str) -> bool:
        panels = self.panels
        return any(self._is_of(each, [name]) or self.titles[each.id].named(name) for each in panels)

    def find(self, names: Sequence[str], value: str) -> Question | None:
        """Return the question for `names`, which are headers, names of outputs or titles, or None.
        Raises ReplyError if several questions fit."""
        is_score = begins_with_score(value)
        panels = [panel for panel in self.panels if bool(panel.section.scores) == is_score]
        named = [panel for panel in panels if self._is_of(panel, names)]
        if not named and len(panels) > 1:
            return None
        questions: list[Question] = []
        for panel in named or panels:
            titled = [each for each in map(self.titles[panel.id].named, names) if each]
            questions += titled or (panel.questions if len(panel.questions) == 1 else [])
        if len({question.key for question in questions}) > 1:
            what = f"“{', '.join(names)[:60]}” names {len(questions)} different parts."
            raise ReplyError("label_mismatch", what, where=names[-1][:60])
        return questions[0] if questions else None

    def _is_of(self, panel: Panel, names: Sequence[str]) -> bool:
        """Return whether one of the names, or two consecutive names joined, is the panel's header
        or the name of its output."""
        pairs = [f"{first}-{second}" for first, second in pairwise(names)]
        header = self.of(panel)
        if any(self.meant(name) == header for name in (*names, *pairs)):
            return True
        output = f"#{panel.output.position}" if panel.output else ""
        return any(self.canonical(name) == output for name in names)

    def write(self, items: Sequence[Item]) -> str:
        """Return the items as blocks under headers. Raises ReplyError for an unrequested number."""
        lines: list[str] = []
        header = ""
        for item in items:
            if item.question is not None:
                panel = self.panel_of(item.question)
                own = self.of(panel)
                lines += [f"[{own}]:"] if own != header else []
                is_alone = item.question.is_text and len(panel.questions) == 1
                lines.append(("" if is_alone else f"- {item.question.label}: ") + item.written)
                header = own
            elif not item.is_text and item.written:
                odd = [name for name in item.around if not self.knows(name)]
                name = (odd or [item.name])[0][:60]
                raise ReplyError("unknown_key", f"“{name}” was not asked for.", where=name)
        return "\n".join(lines)
