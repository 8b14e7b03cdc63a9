"""Declaration of the reply format `bracketed`, with a header in brackets for each panel, such as
`[ASSISTANT1-Score]`, followed by a line for each criterion."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Panel, Value, judged_panels
from surveys.replies.after import Behind
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.bracketed.headers import Block, Headers, is_possible
from surveys.replies.bracketed.panels import store_texts, whole
from surveys.replies.labels import Titles, breaks_off
from surveys.replies.layouts import in_lines
from surveys.replies.lines import LineReader
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import refuse_provisional
from surveys.replies.sentences import shown_words

_NO_BLOCKS = ("[{", "{", "<")


class BracketedSections(ReplyFormat):
    format: Literal["bracketed"]
    headers: dict[Key, Text] = Field(
        description="Header by section key; {n} stands for the position shown."
    )

    def problems(self, rubric: Asking) -> list[Problem]:
        section_keys = [section.key for section in rubric.sections]
        strays = [key for key in self.headers if key not in section_keys]
        what, remedy = f"{strays} are no sections.", f"Use keys of {section_keys}."
        unknown = [Problem(what, "headers", remedy=remedy)] if strays else []
        return [*unknown, *self._unclear(rubric)]

    def _unclear(self, rubric: Asking) -> Iterator[Problem]:
        """Yield problems with headers that cannot be recognised in a reply or cannot be
        distinguished."""
        letters = enumerate(rubric.letters(), 1)
        outputs = [ShownOutput(letter, place, "") for place, letter in letters]
        page_panels = self._asked(rubric, Stimulus(outputs=outputs))
        headers = sorted(self._header(panel) for panel in page_panels)
        names = list(map(self._headers(rubric, page_panels).canonical, headers))
        own = "Give each section its own under `headers`; with `per_output`, one that holds {n}."
        short = "Use up to 60 characters, some of them letters, without [ ] or line ends."
        for header, name in dict(zip(headers, names, strict=True)).items():
            if names.count(name) > 1:
                what = f"“{header}” heads more than one part of a reply."
                yield Problem(what, "headers", remedy=own)
        for header in dict.fromkeys(headers):
            if not is_possible(header):
                yield Problem(f"“{header}” cannot be a header.", "headers", remedy=short)

    def _asked(self, rubric: Asking, stimulus: Stimulus) -> list[Panel]:
        """Return the panels that have a header in a reply. Panels about the entries of a list are
        omitted, because their steps have no names."""
        return [
            panel for panel in judged_panels(rubric, stimulus) if panel.section.answers != "entries"
        ]

    def _header(self, panel: Panel) -> str:
        position = str(panel.output.position) if panel.output else ""
        return self.headers.get(panel.section.key, panel.section.title).replace("{n}", position)

    def _headers(self, rubric: Asking, page_panels: Sequence[Panel]) -> Headers:
        return Headers(rubric.outputs.name, [(self._header(each), each) for each in page_panels])

    def heading(self, panel: Panel) -> str:
        return f"[{self._header(panel)}]"

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        blocks = [
            "\n".join([f"[{self._header(panel)}]", *_form(panel)])
            for panel in self._asked(rubric, stimulus)
        ]
        head = "Complete these sections in this order, with their headers exactly as here:"
        return "\n\n".join([head, *blocks])

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        blocks = [
            "\n".join([f"[{self._header(panel)}]:", *_written(panel, values)])
            for panel in self._asked(rubric, stimulus)
        ]
        return "\n\n".join(blocks)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Return the answers under the headers of a reply. The headers can be in any order. If a
        header is repeated, its blocks must agree. Raises ReplyError."""
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        refuse_empty(plain(reply))
        headers = self._headers(rubric, self._asked(rubric, stimulus))
        laid = in_lines(plain(reply, markdown=False), headers, headers.write, warnings)
        text = _titles(rubric, headers.panels).in_own_words(plain(laid.text), warnings)
        pieces = headers.blocks(text)
        if not any(map(headers.heads_scores, pieces)):
            headers.by_output()
            pieces = headers.blocks(text)
            warnings += ["other_layout"] if any(map(headers.heads_scores, pieces)) else []
        try:
            blocks = headers.by_header(pieces, warnings)
        except ReplyError as error:
            raise (instead(reply) if reply.startswith(_NO_BLOCKS) else None) or error from None
        values: dict[str, Value] = {}
        behind, strays = _behind_scores(headers, pieces) + laid.texts, []
        for panel in headers.panels:
            header = headers.of(panel)
            written = blocks.get(header, [])
            if panel.gate and not written:
                continue
            if not panel.section.scores:
                store_texts(
                    headers.titles[panel.id], [block.text for block in written], values, warnings
                )
                continue
            if not written:
                refuse_provisional(text, header)
                is_cut = blocks and breaks_off(text, f"[{header}]")
                code = "truncated" if is_cut else "missing_section"
                what = f"[{header}] is not there."
                raise absent(reply, code, what, where=header, has_answers=bool(blocks))
            lines = LineReader(headers.titles[panel.id], headers.place, warnings)
            for block in written:
                lines.read(block.text)
            behind += [*lines.before, *lines.behind]
            strays += lines.strays
            values |= whole(panel, header, written, lines.scores.values)
        named = [
            (question, (question.label, headers.of(panel)))
            for panel in headers.panels
            for question in panel.questions
            if not question.is_text
        ]
        followed = Behind(values, named, shown_words(stimulus))
        followed.refuse(behind, text, before=pieces[0].text)
        reasons = [block.text for block in pieces if not headers.heads_scores(block)]
        followed.refuse_unasked("\n".join(strays), "\n".join(reasons))
        return Reading(values, tuple(dict.fromkeys(warnings)))


def _titles(rubric: Asking, page_panels: Sequence[Panel]) -> Titles:
    """Return the titles of scores without repetitions, because two outputs have the same titles."""
    scored = [panel for panel in page_panels if panel.section.scores]
    by_label = {each.label: each for panel in scored for each in panel.questions}
    return Titles(list(by_label.values()), rubric)


def _form(panel: Panel) -> list[str]:
    """Return the lines of the form that a judge completes for a panel."""
    blank = "<whole number>" if panel.section.scores else "<your reasons>"
    return [f"- {question.label}: {blank}" for question in panel.questions]


def _written(panel: Panel, values: Mapping[str, Value]) -> list[str]:
    """Return a perfect judge's lines for a panel. A text has no label if it is the only text."""
    single = len(panel.questions) == 1 and not panel.section.scores
    answered = [
        (question.label, question.as_asked(values[question.key]))
        for question in panel.questions
        if question.key in values
    ]
    return [str(value) if single else f"- {label}: {value}" for label, value in answered]


def _behind_scores(headers: Headers, pieces: Sequence[Block]) -> list[str]:
    """Return the texts of the blocks that follow the first block of scores."""
    behind = dropwhile(lambda block: not headers.heads_scores(block), pieces)
    return [block.text for block in behind if block.name and not headers.heads_scores(block)]
