"""`bracketed`: a bracketed header a panel, `[ASSISTANT1-Score]`, then one line a criterion."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.questions import Panel, Question, Value, panels
from surveys.replies.asked import keep_text, same_name, top_of
from surveys.replies.base import Dangling, Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import plain, refusal_or_missing, refuse_non_replies
from surveys.replies.scores import read_score

if TYPE_CHECKING:
    from surveys.spec import Rubric

_HEADER = re.compile(r"^\s*(?:\d+[.)]\s*)?\[([^\[\]\n]{1,60})\]\s*:?(.*)$")


class BracketedSections(ReplyFormat):
    format: Literal["bracketed"]
    headers: dict[Key, Text] = Field(description="Header by section key; {n} stands for the position shown.")

    def dangling(self, rubric: "Rubric") -> list[Dangling]:
        known = [section.key for section in rubric.sections]
        wrong = [key for key in self.headers if key not in known]
        return [Dangling("headers", f"{wrong} are no sections.", f"Use keys of {known}.")] if wrong else []

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        blocks = [
            "\n".join([f"[{self._header(panel)}]", *(f"- {name}: {hint}" for name, hint in _hints(panel))])
            for panel in panels(rubric, stimulus)
        ]
        return "Complete these sections in this order, with their headers exactly as here:\n\n" + "\n\n".join(blocks)

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        blocks = []
        for panel in panels(rubric, stimulus):
            single = len(panel.questions) == 1 and not panel.section.scores
            given = [one for one in panel.questions if one.key in values]
            lines = [str(values[one.key]) if single else f"- {one.label}: {values[one.key]}" for one in given]
            blocks.append("\n".join([f"[{self._header(panel)}]:", *lines]))
        return "\n\n".join(blocks)

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        refuse_non_replies(raw)
        asked = panels(rubric, stimulus)
        warnings: list[str] = []
        blocks = self._blocks(asked, plain(raw), warnings)
        values: dict[str, Value] = {}
        for panel in asked:
            header = self._header(panel)
            scores = panel.section.scores
            if header not in blocks:
                if not scores:
                    warnings.append("missing_reasons")
                    continue
                raise refusal_or_missing(raw, "missing_section", f"[{header}] is not there.", where=header)
            if scores:
                values |= _scores(panel, blocks[header], header)
            else:
                _texts(panel, blocks[header], values, warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _header(self, panel: Panel) -> str:
        position = str(panel.output.position) if panel.output else ""
        return self.headers.get(panel.section.key, panel.section.title).replace("{n}", position)

    def _blocks(self, asked: Sequence[Panel], text: str, warnings: list[str]) -> dict[str, str]:
        """What stands under each header. Two blocks of one header must agree."""
        names = {same_name(self._header(panel)).replace(" ", ""): self._header(panel) for panel in asked}
        found: dict[str, str] = {}
        parts = _split(text)
        if parts and parts[0][0] is None and parts[0][1].strip():
            warnings.append("extra_text")
        order = []
        for name, body in parts:
            if name is None:
                continue
            header = names.get(re.sub(r"(reasons|scores)$", lambda hit: hit[0][:-1], same_name(name).replace(" ", "")))
            header = header or names.get(same_name(name).replace(" ", ""))
            if header is None:
                raise ReplyError("unknown_key", f"[{name}] is no section of this rubric.", where=name)
            if not body.strip() or re.search(r":\s*<[^>]*>\s*$", body.strip().split("\n")[0]):
                continue  # an empty or an echoed block
            if header in found and same_name(found[header]) != same_name(body):
                raise ReplyError("ambiguous_score", f"[{header}] stands twice and differs.", where=header)
            warnings += ["duplicate_block"] if header in found else []
            found[header] = body
            order.append(list(names.values()).index(header))
        if order != sorted(order):
            warnings.append("section_order")
        return found


def _hints(panel: Panel) -> list[tuple[str, str]]:
    hint = "<whole number>" if panel.section.scores else "<your reasons>"
    return [(one.label, hint) for one in panel.questions]


def _split(text: str) -> list[tuple[str | None, str]]:
    """(header or None for what stands before the first, body)."""
    parts: list[tuple[str | None, list[str]]] = [(None, [])]
    for line in text.split("\n"):
        if hit := _HEADER.match(line):
            parts.append((hit[1].strip(), [hit[2]]))
        else:
            parts[-1][1].append(line)
    return [(name, "\n".join(lines).strip()) for name, lines in parts]


def _labelled(panel: Panel, body: str) -> list[tuple[Question, str]]:
    """(question, what follows its label), in the order written; a shorter name serves where only one can be meant."""
    names: dict[str, Question] = {}
    for one in panel.questions:
        name = same_name(one.label)
        words = name.split()
        for count in range(1, len(words) + 1):
            short = " ".join(words[:count])
            alike = [other for other in panel.questions if same_name(other.label).startswith(short + " ")]
            if short == name or len(alike) == 1:
                names[short] = one
    found: list[tuple[Question, list[str]]] = []
    for line in body.split("\n"):
        label, colon, rest = line.partition(":")
        question = names.get(same_name(label)) if colon else None
        if question is not None:
            found.append((question, [rest]))
        elif found:
            found[-1][1].append(line)
    return [(question, "\n".join(lines).strip()) for question, lines in found]


def _scores(panel: Panel, body: str, header: str) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for question, written in _labelled(panel, body):
        where = f"{header}, {question.label}"
        value = read_score(question, written, top=top_of(question), where=where)
        if values.setdefault(question.key, value) != value:
            raise ReplyError("ambiguous_score", f"Both {values[question.key]} and {value} are given.", where=where)
    for question in panel.questions:
        if question.key not in values:
            where = f"{header}, {question.label}"
            raise ReplyError("missing_criterion", f"There is no score for {question.label}.", where=where)
    return values


def _texts(panel: Panel, body: str, values: dict[str, Value], warnings: list[str]) -> None:
    questions = [one for one in panel.questions if one.kind == "text"]
    labelled = _labelled(panel, body) if len(questions) > 1 else []
    if not labelled:
        keep_text(values, questions[0], body, warnings)  # type: ignore[arg-type]
    for question, written in labelled:
        keep_text(values, question, written, warnings)  # type: ignore[arg-type]
    if any(one.key not in values for one in questions):
        warnings.append("missing_reasons")
