"""Declaration of the reply format `tag`, an explanation followed by a single score in a tag:
`Score- <score>4</score>`."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value
from surveys.replies.asked import no_text_section, scored, scored_sections, text_question
from surveys.replies.base import ReplyError
from surveys.replies.normalise import plain
from surveys.replies.places import LONGEST_LINE, InSentences, Place, Places, marked_place
from surveys.replies.scores import begins_with_score
from surveys.replies.vocabulary import TELLS_SCALE

_PLACEHOLDER = re.compile(
    r"\s*(?:|whole number|number|score|integer|n|x|\.\.\.|…+|your score.*|"
    r"[\[{](?!\s*[-+]?\d).*[\]}])\s*",
    re.IGNORECASE,
)
_COUNTS_PART = re.compile(r"\W*\d+ (?:out )?of \d+ [a-z]", re.IGNORECASE)
_WORDED = re.compile(
    r"[^\w-]*(?:option |n/?a\b|-?\d|zero\b|one\b|two\b|three\b|four\b|five\b|six\b)",
    re.IGNORECASE,
)
_BOXED = re.compile(
    r"(?<!>)(?<![:=][ \t$*])(?<![:=][ \t]\$)(?<![:=])\$*"
    r"\\boxed\s?\{\s?(?:\\text\s?\{)?\s?(\d[\d./ ]{0,12})\}?\s?\}\$*"
)
_LEVEL = re.compile(r"\s*[-:]\s*[A-Za-z]")
_WORD = re.compile(r"\w")


class Tag(InSentences):
    format: Literal["tag"]
    tag: Key = "score"
    lead: Text = "Score-"
    explanation: Key = Field(
        description="The text section that takes what is written before the score."
    )

    def problems(self, rubric: Asking) -> list[Problem]:
        scores = sum(len(section.criteria) or 1 for section in scored_sections(rubric))
        is_repeated = any(section.per_output for section in rubric.sections)
        many = scores != 1 or (is_repeated and rubric.outputs.per_page != 1)
        what = f"`tag` gives one score; the rubric asks for {scores}."
        problems = [Problem(what, "format", remedy="Use another format.")] if many else []
        return [*problems, *no_text_section(rubric, "explanation", self.explanation)]

    @property
    def text_section(self) -> str:
        return self.explanation

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        (question,) = scored(rubric, stimulus)
        return (
            "Explain your judgement in detail first. "
            f"Then give the one score for {question.label} on a line of its own:\n"
            f"{self.lead} <{self.tag}>whole number</{self.tag}>"
        )

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        (question,) = scored(rubric, stimulus)
        text = text_question(rubric, stimulus, self.explanation)
        lines = [str(values[text.key])] if text and text.key in values else []
        if question.key in values:
            score = question.as_asked(values[question.key])
            lines.append(f"{self.lead} <{self.tag}>{score}</{self.tag}>")
        return "\n".join(lines)

    def places(self, questions: Sequence[Question], text: str, final: str) -> list[Places]:
        (question,) = questions
        hits = self._tagged(final)
        if self._is_cut(text[hits[-1].end() :] if hits else text):
            raise ReplyError("truncated", "The score's tag is not closed.", where=self.tag)
        marked = [
            marked_place(final, hit.start(), hit.end(), hit[1].rstrip(" ."), where=self.tag)
            for hit in hits
        ]
        return [Places(question, self.tag, marked, self._named(question, final))]

    def echoes(self, text: str) -> list[tuple[int, int]]:
        tags = self._pattern().finditer(text)
        return [hit.span() for hit in tags if TELLS_SCALE.match(text, hit.end())]

    def reasons_of(self, text: str, places: Sequence[Places]) -> list[str]:
        """Return two texts: the text before the score, and the text after the score."""
        first, last = places[0].standing[0], places[0].standing[-1]
        lead = rf"(?:{re.escape(self.lead)}|\b(?:final |overall |my )?score[ ]?[-:=]*)[ \n]*$"
        start = text[: first.begin].rstrip()
        tail = re.sub(lead, "", start[-LONGEST_LINE:], count=1, flags=re.IGNORECASE)
        after = text[last.end :].strip(" \n.:-")
        return [(start[:-LONGEST_LINE] + tail).strip(), after if _WORD.search(after) else ""]

    def in_marks(self, reply: str, warnings: list[str]) -> str:
        r"""Return `reply` with `\boxed{4}` replaced by the tag, if there is only one such box and
        no name precedes it."""
        boxed = set(_BOXED.findall(reply))
        if len(boxed) != 1:
            return reply
        warnings.append("other_layout")
        return _BOXED.sub(rf"<{self.tag}>\1</{self.tag}>", reply)

    def evened(self, text: str) -> str:
        return plain(text, keep=self.tag.lower())

    def _pattern(self) -> re.Pattern[str]:
        """Return a pattern for the tag and its content."""
        name = re.escape(self.tag)
        return re.compile(
            rf"[<\[]\s*{name}\s*[>\]]([^<\[]{{0,{LONGEST_LINE}}}|\s*\[[^<\[\]]{{1,40}}\]\s*)"
            rf"[<\[]\s*(?:\\?/)\s*{name}\s*[>\]]",
            re.IGNORECASE,
        )

    def _tagged(self, text: str) -> list[re.Match[str]]:
        """Return the tags that contain an answer. Tags in a list of levels, and tags in an
        explanation of the format, are skipped."""
        tags = [hit for hit in self._pattern().finditer(text) if not _PLACEHOLDER.fullmatch(hit[1])]
        hits = [hit for hit in tags if not TELLS_SCALE.match(text, hit.end())]
        levels = [hit for hit in hits if _LEVEL.match(text, hit.end())]
        if len({hit[1].strip() for hit in levels}) > 1:
            hits = [hit for hit in hits if hit not in levels]
        lead = re.escape(self.lead)
        echo = re.compile(
            rf"(?:\be\.g\.?|\bformat|\bexample|\bsuch as)[ \t:,(\"']*(?:{lead})?\s*$", re.IGNORECASE
        )
        return [hit for hit in hits if not echo.search(text[: hit.start()][-60:])]

    def _named(self, question: Question, text: str) -> list[Place]:
        """Return the places of scores after a word such as "score" or after the question's title:
        `Score: 4`, `Final score - 4/5`."""
        lead = re.escape(self.lead.rstrip("-: "))
        pattern = re.compile(
            rf"^[ \t]*(?:(?:the|my|final|overall)[ \t]+){{0,3}}"
            rf"(?:{lead}|score|answer|"
            r"(?:(?<=final )|(?<=overall )|(?<=my )|(?<=\A)|(?<=\n\n))rating|"
            rf"{re.escape(question.label)}(?:[ \t]+(?:score|rating))?)"
            rf"[ \t]*(?:[-:=]+|is\b)[ \t]*(?=\S)(?![<\[]\s*{re.escape(self.tag)}\s*[>\]])"
            rf"(?!<(?![ ]?[-+]?\d))(<?[^\n<]{{1,{LONGEST_LINE}}})",
            re.IGNORECASE | re.MULTILINE,
        )
        return [
            Place(hit.start(), hit.end(), hit[1].rstrip(" ."))
            for hit in pattern.finditer(text)
            if not _COUNTS_PART.match(hit[1])
            and (begins_with_score(hit[1]) or _WORDED.match(hit[1]))
        ]

    def _is_cut(self, text: str) -> bool:
        """Return whether `text` breaks off within the tag for the score."""
        begins = text.lower().rfind(f"<{self.tag}>")
        if begins >= 0:
            behind = text[begins + len(self.tag) + 2 :]
            return f"</{self.tag}>" not in behind.lower()
        tail = text.rsplit("\n", 1)[-1][-60:].lower()
        opened = tail.rfind("<")
        return opened >= 0 and f"<{self.tag}>".startswith(tail[opened:])
