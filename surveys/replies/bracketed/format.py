"""`bracketed`: a bracketed header a panel, `[ASSISTANT1-Score]`, then one line a criterion."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Panel, Value, judged_panels
from surveys.replies.after import Behind
from surveys.replies.anchors import Stems, shown_words
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.bracketed.headers import Block, Headers, is_possible
from surveys.replies.bracketed.layouts import ByHeader
from surveys.replies.bracketed.scores import PanelScores
from surveys.replies.bracketed.texts import store_texts
from surveys.replies.labels import Titles
from surveys.replies.layouts import in_lines
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import refuse_provisional

_PLACEHOLDER = re.compile(r"^[^:\n]{0,80}:\s*<(?!\s*\d)[^<>\n]*>\s*$", re.MULTILINE)
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

    def _unclear(self, rubric: Asking) -> list[Problem]:
        """Headers that could not be told apart in a reply, or that no reply could hold."""
        outputs = [
            ShownOutput(letter, place, "") for place, letter in enumerate(rubric.letters(), 1)
        ]
        page_panels = self._asked(rubric, Stimulus(outputs=outputs))
        headers = [self._header(panel) for panel in page_panels]
        names = list(map(self._headers(rubric, page_panels).canonical, headers))
        shared = {
            header for header, name in zip(headers, names, strict=True) if names.count(name) > 1
        }
        odd = {header for header in headers if not is_possible(header)}
        own = "Give each section its own under `headers`; with `per_output`, one that holds {n}."
        short = "Use up to 60 characters, some of them letters, without [ ] or line ends."
        return [
            *(
                _problem(f"“{header}” heads more than one part of a reply.", own)
                for header in sorted(shared)
            ),
            *(_problem(f"“{header}” cannot be a header.", short) for header in sorted(odd)),
        ]

    def _asked(self, rubric: Asking, stimulus: Stimulus) -> list[Panel]:
        """The parts of a reply.

        Steps of entries have no names of their own, so they are not among them.
        """
        return [
            panel for panel in judged_panels(rubric, stimulus) if panel.section.answers != "entries"
        ]

    def _header(self, panel: Panel) -> str:
        position = str(panel.output.position) if panel.output else ""
        return self.headers.get(panel.section.key, panel.section.title).replace("{n}", position)

    def _score_headers(self, page_panels: Sequence[Panel]) -> frozenset[str]:
        return frozenset(self._header(panel) for panel in page_panels if panel.section.scores)

    def _headers(self, rubric: Asking, page_panels: Sequence[Panel]) -> Headers:
        return Headers(rubric.outputs.name, [self._header(panel) for panel in page_panels])

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
        """Headers and criteria decide, in whatever order they come; a second block of a header must
        agree.
        """
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        refuse_empty(plain(reply))
        page_panels = self._asked(rubric, stimulus)
        headers = self._headers(rubric, page_panels)
        finder = ByHeader(page_panels, headers, self._header)
        laid = in_lines(plain(reply, markdown=False), finder, finder.write, warnings)
        text = _titles(rubric, page_panels).in_own_words(plain(laid.text), warnings)
        of_scores = self._score_headers(page_panels)
        if not _heads_scores(headers, of_scores, text):
            headers.by_output(of_scores)
            warnings += ["other_layout"] if _heads_scores(headers, of_scores, text) else []
        try:
            pieces = _without_examples(headers, of_scores, text)
            blocks = _by_header(headers, pieces, warnings)
        except ReplyError as error:
            raise (instead(reply) if reply.startswith(_NO_BLOCKS) else None) or error from None
        has_answers = any(self._header(panel) in blocks for panel in page_panels)
        values: dict[str, Value] = {}
        behind = _behind_scores(headers, of_scores, pieces) + laid.texts
        for panel in page_panels:
            header = self._header(panel)
            written = blocks.get(header, [])
            if not panel.section.scores:
                store_texts(panel, [block.text for block in written], values, warnings)
                continue
            if not written:
                refuse_provisional(text, header)
                code = "truncated" if has_answers and _ends_in(text, header) else "missing_section"
                raise absent(
                    reply, code, f"[{header}] is not there.", where=header, has_answers=has_answers
                )
            values |= _scores(panel, header, written, warnings, behind)
        before = pieces[0].text
        words_shown = shown_words(stimulus)
        _refuse_taken_back(page_panels, values, behind, text, self._header, before, words_shown)
        return Reading(values, tuple(dict.fromkeys(warnings)))


def _titles(rubric: Asking, page_panels: Sequence[Panel]) -> Titles:
    """The titles of scores, each once: two outputs have the same."""
    scores = {
        question.label: question
        for panel in page_panels
        if panel.section.scores
        for question in panel.questions
    }
    questions = list(scores.values())
    return Titles(questions, rubric)


def _problem(what: str, remedy: str) -> Problem:
    return Problem(what, "headers", remedy=remedy)


def _form(panel: Panel) -> list[str]:
    """The lines that a judge is to fill in."""
    blank = "<whole number>" if panel.section.scores else "<your reasons>"
    return [f"- {question.label}: {blank}" for question in panel.questions]


def _written(panel: Panel, values: Mapping[str, Value]) -> list[str]:
    """The lines of a perfect judge; a panel's only text stands without its label."""
    single = len(panel.questions) == 1 and not panel.section.scores
    answered = [
        (question.label, question.as_asked(values[question.key]))
        for question in panel.questions
        if question.key in values
    ]
    return [str(value) if single else f"- {label}: {value}" for label, value in answered]


def _without_examples(headers: Headers, of_scores: Container[str], text: str) -> list[Block]:
    """The blocks of `text`, without a name where they are examples: marked as such, while a header
    of scores is not. Where all are marked, the mark was copied with the headers.
    """
    pieces = headers.blocks(text)
    is_form = any(
        not block.is_example and headers.meant(block.name or "") in of_scores for block in pieces
    )
    return [
        replace(block, name=None) if block.is_example and is_form else block for block in pieces
    ]


def _heads_scores(headers: Headers, of_scores: Container[str], text: str) -> bool:
    """Whether `text` has a header of scores."""
    return any(headers.meant(block.name or "") in of_scores for block in headers.blocks(text))


def _behind_scores(
    headers: Headers, of_scores: Container[str], pieces: Sequence[Block]
) -> list[str]:
    """The texts of blocks behind the first block of scores."""
    is_score = [headers.meant(block.name or "") in of_scores for block in pieces]
    first = is_score.index(True) if True in is_score else len(pieces)
    blocks = zip(pieces[first:], is_score[first:], strict=True)
    return [block.text for block, is_scored in blocks if not is_scored and block.name]


def _refuse_taken_back(
    page_panels: Sequence[Panel],
    values: Mapping[str, Value],
    behind: Sequence[str],
    reply: str,
    header_of: Callable[[Panel], str],
    before: str,
    words_shown: Stems,
) -> None:
    """Raise ReplyError where what stands behind the scores takes one back."""
    named = [
        (question, (question.label, header_of(panel)))
        for panel in page_panels
        for question in panel.questions
        if not question.is_text
    ]
    Behind(values, named, words_shown).refuse(behind, reply, before=before)


def _by_header(
    headers: Headers, pieces: Sequence[Block], warnings: list[str]
) -> dict[str, list[Block]]:
    """Return the text under each header, block by block. Echoed forms are left out."""
    blocks: dict[str, list[Block]] = {}
    order: list[int] = []
    for block in pieces:
        content = replace(block, text=_PLACEHOLDER.sub("", block.text).strip())
        if block.name is None:
            warnings += ["extra_text"] if content.text else []
            continue
        header = headers.meant(block.name)
        if header is None:
            if order or headers.look_like(block.name):
                what = f"[{block.name}] is no section of this rubric."
                raise ReplyError("unknown_key", what, where=block.name)
            warnings.append("extra_text")  # what was shown, sent back
        elif content.text:
            warnings += ["duplicate_block"] if header in blocks else []
            blocks.setdefault(header, []).append(content)
            order.append(headers.order.index(header))
    if order != sorted(order):
        warnings.append("section_order")
    return blocks


def _scores(
    panel: Panel,
    header: str,
    blocks: Sequence[Block],
    warnings: list[str],
    behind: list[str],
) -> Mapping[str, Value]:
    """The panel's scores; lines that are none are added to `behind`."""
    scores = PanelScores(panel, header, warnings)
    for block in blocks:
        scores.read(block.text)
    behind += scores.strays
    return scores.whole(cut=blocks[-1].ends_reply)


def _ends_in(text: str, header: str) -> bool:
    """Whether the last line is the beginning of `header`."""
    last = text.rstrip().rsplit("\n", 1)[-1].strip().lower()
    return bool(last) and f"[{header}]:".lower().startswith(last)
