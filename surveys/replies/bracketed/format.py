"""`bracketed`: a bracketed header a panel, `[ASSISTANT1-Score]`, then one line a criterion."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from surveys.base import Key, ShownOutput, Stimulus, Text
from surveys.errors import Problem
from surveys.kinds.base import Asking
from surveys.questions import Panel, Question, Value, panels
from surveys.replies.asked import keep_text, same_name, top_of
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.jsontext import lone_object
from surveys.replies.labels import Titles
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.scores import read_score

_NUMBERED = r"^\s*(?:(?:(?:section|part|step)\s*)?\(?\d{1,2}\s*[.):-]+\s*)?"
_BRACKETED = re.compile(_NUMBERED + r"\[([^\[\]\n]{1,60})\]\s*(\([^()\n]{0,40}\))?\s*:?(.*)$", re.IGNORECASE)
_BARE = re.compile(_NUMBERED + r"([^\W\d_][\w ./&-]{2,58}?)\s*(?:\([^()\n]{0,40}\))?\s*(:.*)?$", re.IGNORECASE)
_KIND = re.compile(r"(reason|score|comparison|rating|marking)", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"^[^:\n]{0,80}:\s*<(?!\s*\d)[^<>\n]*>\s*$", re.MULTILINE)
_EXAMPLE = re.compile(r"\bexample\b", re.IGNORECASE)
_NUMBER_ALONE = re.compile(r"[\s(\[\"']*-?\d[\d.]*(?:\s*/\s*\d+)?[\s)\]\"'.,;]*")
_LABEL_THEN_NUMBER = re.compile(
    r"[\s\"']*([^\W\d][^:=|\n\d]{0,60}?)[\s\"']*(?:[:=|]|\s-\s)\s*-?\d[\d.]*(?:\s*/\s*\d+)?[\s.,;]*"
)
_ORDINALS = ("(?:first|1st)", "(?:second|2nd)")
_LONGEST = 100
_SUMS = frozenset({"total", "average", "mean", "sum", "total score", "average score", "mean score"})


class BracketedSections(ReplyFormat):
    format: Literal["bracketed"]
    headers: dict[Key, Text] = Field(description="Header by section key; {n} stands for the position shown.")

    def problems(self, rubric: Asking) -> list[Problem]:
        known = [section.key for section in rubric.sections]
        strays = [key for key in self.headers if key not in known]
        remedy = f"Use keys of {known}."
        unknown = [Problem(f"{strays} are no sections.", "headers", remedy=remedy)] if strays else []
        return [*unknown, *self._unclear(rubric)]

    def _unclear(self, rubric: Asking) -> list[Problem]:
        """Headers that could not be told apart in a reply, or that no reply could hold."""
        shown = [ShownOutput(letter, place, "") for place, letter in enumerate(rubric.letters(), 1)]
        headers = [self._header(panel) for panel in self._asked(rubric, Stimulus(outputs=shown))]
        names = [self._canonical(rubric, header) for header in headers]
        shared = sorted({header for header, name in zip(headers, names, strict=True) if names.count(name) > 1})
        odd = sorted({header for header in headers if not _BRACKETED.match(f"[{header}]") or header.isdecimal()})
        own = "Give each section its own under `headers`; with `per_output`, one that holds {n}."
        short = "Use up to 60 characters, some of them letters, without [ ] or line ends."
        return [
            *(Problem(f"“{header}” heads more than one part of a reply.", "headers", remedy=own) for header in shared),
            *(Problem(f"“{header}” cannot be a header.", "headers", remedy=short) for header in odd),
        ]

    def _asked(self, rubric: Asking, stimulus: Stimulus) -> list[Panel]:
        """The parts of a reply. A checklist's steps have no names of their own, so it is not among them."""
        return [panel for panel in panels(rubric, stimulus) if panel.section.answers != "entries"]

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        blocks = [
            "\n".join([f"[{self._header(panel)}]", *(f"- {name}: {hint}" for name, hint in _hints(panel))])
            for panel in self._asked(rubric, stimulus)
        ]
        return "Complete these sections in this order, with their headers exactly as here:\n\n" + "\n\n".join(blocks)

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        blocks = []
        for panel in self._asked(rubric, stimulus):
            single = len(panel.questions) == 1 and not panel.section.scores
            given = [one for one in panel.questions if one.key in values]
            written = [(one.label, one.as_asked(values[one.key])) for one in given]
            lines = [str(value) if single else f"- {label}: {value}" for label, value in written]
            blocks.append("\n".join([f"[{self._header(panel)}]:", *lines]))
        return "\n\n".join(blocks)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Headers and criteria decide, in whatever order they come; a second block of a header must agree."""
        warnings: list[str] = []
        decoded_text = decoded(raw, warnings)
        text = plain(_in_blocks(decoded_text))
        refuse_empty(text)
        asked = self._asked(rubric, stimulus)
        try:
            blocks = self._blocks(rubric, asked, text, warnings)
        except ReplyError as error:
            raise (instead(decoded_text) if decoded_text.startswith(("[{", "{", "<")) else None) or error from None
        found = any(self._header(panel) in blocks for panel in asked)
        values: dict[str, Value] = {}
        for panel in asked:
            header = self._header(panel)
            written = blocks.get(header, [])
            if panel.section.scores and not written:
                code = "truncated" if found and _is_cut(text, header) else "missing_section"
                raise absent(decoded_text, code, f"[{header}] is not there.", where=header, found=found)
            if not panel.section.scores:
                _texts(panel, written, values, warnings)
                continue
            scores = _Scores(panel, header, warnings)
            for body in written:
                scores.read(body.text)
            values |= scores.whole(cut=written[-1].ends_text)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _header(self, panel: Panel) -> str:
        position = str(panel.output.position) if panel.output else ""
        return self.headers.get(panel.section.key, panel.section.title).replace("{n}", position)

    def _blocks(
        self, rubric: Asking, asked: Sequence[Panel], text: str, warnings: list[str]
    ) -> "dict[str, list[_Body]]":
        """What stands under each header, block by block. Echoed forms and examples are left out."""
        names = {self._canonical(rubric, self._header(panel)): self._header(panel) for panel in asked}
        order = list(names.values())
        for header in order:  # "Comparison" serves where no other header begins so
            short = re.sub(r"(?:reason|score)$", "", self._canonical(rubric, header))
            if short[:1].isalpha() and sum(name.startswith(short) for name in names) == 1:
                names[short] = header
        found: dict[str, list[_Body]] = {}
        seen: list[int] = []
        parts = self._split(rubric, names, text)
        for place, (name, body) in enumerate(parts):
            left = _PLACEHOLDER.sub("", body).strip()
            if name is None:
                warnings += ["extra_text"] if left else []
                continue
            known = names.get(self._canonical(rubric, name))
            if known is None and not seen and not self._looks_like_header(rubric, name):
                warnings.append("extra_text")  # what was shown, sent back
                continue
            if known is None:
                raise ReplyError("unknown_key", f"[{name}] is no section of this rubric.", where=name)
            if not left:
                continue
            warnings += ["duplicate_block"] if known in found else []
            found.setdefault(known, []).append(_Body(left, place == len(parts) - 1))
            seen.append(order.index(known))
        if seen != sorted(seen):
            warnings.append("section_order")
        return found

    def _split(self, rubric: Asking, names: Mapping[str, str], text: str) -> list[tuple[str | None, str]]:
        """(header or None for what stands before the first or under an example, body)."""
        parts: list[tuple[str | None, list[str]]] = [(None, [])]
        for line in text.split("\n"):
            hit = self._header_in(rubric, names, line)
            if hit is None:
                parts[-1][1].append(line)
            else:
                parts.append((hit[0], [hit[1]]))
        return [(name, "\n".join(lines).strip()) for name, lines in parts]

    def _header_in(self, rubric: Asking, names: Mapping[str, str], line: str) -> tuple[str | None, str] | None:
        """(header, what follows on its line); the header is None for one that is marked as an example."""
        if hit := _BRACKETED.match(line):
            known = self._canonical(rubric, hit[1]) in names
            if not known and hit[3].strip(" :") and not self._looks_like_header(rubric, hit[1]):
                return None  # a remark in brackets
            example = _EXAMPLE.search(hit[2] or "")
            return None if hit[1].strip().isdecimal() else (None if example else hit[1].strip(), hit[3])
        bare = _BARE.match(line.rstrip())
        if bare is None:
            return None
        known = self._canonical(rubric, bare[1]) in names
        if not known and bare[2] and self._canonical(rubric, line[:_LONGEST]) in names:
            return line.strip(), ""  # "Caption 1: scores"
        if known or (self._looks_like_header(rubric, bare[1]) and not (bare[2] or ":").strip(" :")):
            return bare[1].strip(), (bare[2] or "")[1:]
        return None

    def _canonical(self, rubric: Asking, header: str) -> str:
        """A header without spaces, signs and the differences that mean nothing: Caption 1 Scores, ASSISTANT1-Score."""
        name = same_name(header).replace(" ", "")
        output = rf"(?:{re.escape(same_name(rubric.outputs.name))}|caption|assistant|model|response)"
        for number, ordinal in enumerate(_ORDINALS, 1):
            name = re.sub(rf"(?:the)?{ordinal}{output}", f"#{number}", name)
        name = re.sub(rf"{output}(?=\d)", "#", name)
        name = re.sub(r"(?:reasonings?|reasons?)$", "reason", name)
        name = re.sub(r"^(?:(reason|score)s?(?:ing)?(?:for|of)?)?(#\d)$", r"\2\1", name)
        return re.sub(r"(?:scores?|scoring|ratings?|markings?|marks?)$", "score", name)

    def _looks_like_header(self, rubric: Asking, name: str) -> bool:
        return bool(_KIND.search(name) and re.match(r"#\d", self._canonical(rubric, name)))


@dataclass(frozen=True)
class _Body:
    """The text of one block; `ends_text` when nothing follows it."""

    text: str
    ends_text: bool


def _hints(panel: Panel) -> list[tuple[str, str]]:
    hint = "<whole number>" if panel.section.scores else "<your reasons>"
    return [(one.label, hint) for one in panel.questions]


@dataclass
class _Scores:
    """Reads the scores of one panel from its blocks."""

    panel: Panel
    header: str
    warnings: list[str]
    values: dict[str, Value] = field(default_factory=dict)
    cut: bool = False

    def __post_init__(self) -> None:
        self.titles = Titles(self.panel.questions)
        names = "|".join(re.escape(one.label) for one in self.panel.questions)
        self.next_label = re.compile(
            r"([:=][ \t]*[(\[]?\d[\d./]*[)\]]?)(?:[ \t]*[,;|.][ \t]*|[ \t]+)(?:and[ \t]+)?"
            rf"(?=(?:{names}|overall)[ \t]*(?:score[ \t]*)?[:=])",
            re.IGNORECASE,
        )

    def read(self, body: str) -> None:
        """Store the scores of one block. Raises ReplyError for what is no score, an unknown criterion, a conflict."""
        lines = [line.strip() for line in self.next_label.sub(r"\1\n", body).split("\n") if line.strip()]
        for place, line in enumerate(lines):
            last = place == len(lines) - 1
            if self._is_alone and _NUMBER_ALONE.fullmatch(line) and not (place and self._is_heading(lines[place - 1])):
                self._note(self.panel.questions[0], line)
                continue
            hit = self.titles.labelled(re.sub(r"^\(?\d{1,2}[.)]\s+", "", line))
            if hit is None or not (hit.parted or re.match(r"[\s(\[]*\d", hit.rest) or not hit.rest.strip()):
                self._stray(line, is_value=place > 0 and self._is_heading(lines[place - 1]))
                continue
            rest = hit.rest.strip()
            if not rest and not last and _NUMBER_ALONE.fullmatch(lines[place + 1]):
                rest, last = lines[place + 1], place + 1 == len(lines) - 1
            if rest:
                self._note(hit.question, rest)
            elif last:
                self.cut = True
        beginning = same_name(lines[-1]) if lines else ""
        self.cut |= any(same_name(one.label).startswith(beginning) for one in self.panel.questions)

    def whole(self, *, cut: bool) -> dict[str, Value]:
        """All scores of the panel. Raises ReplyError where one is missing."""
        for question in self.panel.questions:
            if question.key not in self.values:
                code = "truncated" if cut and self.cut else "missing_criterion"
                where = f"{self.header}, {question.label}"
                raise ReplyError(code, f"There is no score for {question.label}.", where=where)
        return self.values

    @property
    def _is_alone(self) -> bool:
        """Whether the block's header names its only score, so that a number by itself is labelled."""
        return len(self.panel.questions) == 1

    def _is_heading(self, line: str) -> bool:
        hit = self.titles.labelled(line)
        return hit is not None and not hit.rest.strip()

    def _note(self, question: Question, rest: str) -> None:
        where = f"{self.header}, {question.label}"
        value = read_score(question, rest, top=top_of(question), where=where)
        if question.key in self.values:
            self.warnings.append("duplicate_block")
        if self.values.setdefault(question.key, value) != value:
            raise ReplyError(
                "ambiguous_score",
                f"Both {self.values[question.key]} and {value} are given.",
                where=where,
            )

    def _stray(self, line: str, *, is_value: bool) -> None:
        """Note a line without a criterion's name; a score for something that was not asked is refused."""
        scored = _LABEL_THEN_NUMBER.fullmatch(line)
        if scored and same_name(scored[1]) not in _SUMS:
            where = f"{self.header}, {scored[1].strip()}"
            raise ReplyError("unknown_key", f"“{scored[1].strip()}” is no criterion of this rubric.", where=where)
        if not is_value:
            self.warnings.append("extra_text")


def _in_blocks(text: str) -> str:
    """`text`, or, where it is one JSON object with a member for every header, that object as blocks."""
    found = lone_object(text) or {}
    while len(found) == 1 and all(isinstance(one, dict) for one in found.values()):
        (name, found), *_none = found.items()
        if not any(isinstance(one, dict) for one in found.values()):
            found = {name: found}
            break
    parted: dict[str, Any] = {}
    for name, value in found.items():
        inner = isinstance(value, dict) and value and all(isinstance(one, dict) for one in value.values())
        parted |= {f"{name}-{key}": one for key, one in value.items()} if inner else {name: value}
    if not any(isinstance(one, dict) for one in parted.values()):
        return text
    return "\n".join(f"[{_one_line(name)}]:\n{_in_lines(value)}" for name, value in parted.items() if value != {})


def _in_lines(value: Any) -> str:
    pairs = value.items() if isinstance(value, dict) else []
    return "\n".join(f"- {_one_line(name)}: {_one_line(one)}" for name, one in pairs) or _one_line(value)


def _one_line(value: Any) -> str:
    return " ".join(str(value).split())


def _is_cut(text: str, header: str) -> bool:
    """Whether the last line is the beginning of `header`."""
    last = text.rstrip().rsplit("\n", 1)[-1].strip().lower()
    return bool(last) and f"[{header}]:".lower().startswith(last)


def _labelled(panel: Panel, body: str) -> list[tuple[Question, str]]:
    """(question, what follows its label), in the order written."""
    titles = Titles(panel.questions)
    found: list[tuple[Question, list[str]]] = []
    for line in body.split("\n"):
        hit = titles.labelled(re.sub(r"^\s*\(?\d{1,2}[.)]\s+", "", line))
        if hit is not None and hit.parted:
            found.append((hit.question, [hit.rest]))
        elif found:
            found[-1][1].append(line)
    return [(question, "\n".join(lines).strip()) for question, lines in found]


def _texts(panel: Panel, written: Sequence[_Body], values: dict[str, Value], warnings: list[str]) -> None:
    """Store a panel's texts; those of several blocks follow one another."""
    questions = [one for one in panel.questions if one.is_text]
    given: dict[str, list[str]] = {one.key: [] for one in questions}
    for body in written:
        labelled = _labelled(panel, body.text) if len(questions) > 1 else []
        for question, text in labelled or [(questions[0], body.text)]:
            if text not in given[question.key]:
                given[question.key].append(text)
    for one in questions:
        keep_text(values, one, "\n".join(given[one.key]), warnings)
    if any(one.key not in values for one in questions):
        warnings.append("missing_reasons")
