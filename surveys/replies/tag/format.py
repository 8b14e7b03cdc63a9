"""`tag`: an explanation, then the one score in a tag, `Score- <score>4</score>`."""

import re
from collections.abc import Collection, Mapping
from typing import Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value
from surveys.replies.after import refuse_spoken_of
from surveys.replies.anchors import shown_words
from surveys.replies.asked import (
    answered_keys,
    keep_text,
    no_text_section,
    scored,
    scored_sections,
    text_question,
)
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.labels import Titles
from surveys.replies.layouts import as_named, in_lines
from surveys.replies.nonreplies import absent, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.places import Place, Places, refuse_taken_back
from surveys.replies.provisional import refuse_provisional, without_provisional
from surveys.replies.scores import begins_with_score, scale_after
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
_LONGEST = 2000


class Tag(ReplyFormat):
    format: Literal["tag"]
    tag: Key = "score"
    lead: Text = "Score-"
    explanation: Key = Field(
        description="The text section that takes what is written before the score."
    )

    def problems(self, rubric: Asking) -> list[Problem]:
        scores = sum(len(section.criteria) or 1 for section in scored_sections(rubric))
        repeated = (
            rubric.outputs.per_page if any(section.per_output for section in rubric.sections) else 1
        )
        what = f"`tag` gives one score; the rubric asks for {scores}."
        many = (
            []
            if scores == repeated == 1
            else [Problem(what, "format", remedy="Use another format.")]
        )
        return [*many, *no_text_section(rubric, "explanation", self.explanation)]

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        text = text_question(rubric, stimulus, self.explanation)
        return answered_keys(scored(rubric, stimulus), text)

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

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """The tag decides; a score on a line of its own must agree with it, and is used without a
        tag.
        """
        warnings: list[str] = []
        decoded_text = decoded(raw, warnings)
        (question,) = scored(rubric, stimulus)
        titles = Titles([question], rubric)
        source = plain(self._unboxed(decoded_text, warnings), markdown=False)
        laid = in_lines(source, titles, as_named, warnings)
        text = titles.in_own_words(plain(laid.text, keep=self.tag.lower()), warnings)
        refuse_empty(source)
        final = without_provisional(text)
        hits, named = self._tagged(final), self._named(question, final)
        if not hits and self._is_cut(text):
            raise ReplyError("truncated", "The score's tag is not closed.", where=self.tag)
        if not hits and not named:
            refuse_provisional(text, question.label)
            raise absent(
                decoded_text,
                "missing_criterion",
                f"There is no <{self.tag}>.",
                where=question.label,
            )
        if hits and self._is_cut(text[hits[-1].end() :]):
            raise ReplyError("truncated", "The last tag is not closed.", where=self.tag)
        places = self._places(question, hits, named)
        value = places.agreed(warnings, open_end=raw[-1:].isalnum())
        values: dict[str, Value] = {question.key: value}
        words_shown = shown_words(stimulus)
        refuse_taken_back([places], values, final, self._echoes(final), _rest_of_line, words_shown)
        warnings += places.warnings
        self._keep_explanation(rubric, stimulus, text, (hits or named), values, warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _places(
        self, question: Question, hits: list[re.Match[str]], named: list[re.Match[str]]
    ) -> Places:
        """Return where the score stands. Raises ReplyError for a tag that is only spoken of."""
        marked = []
        for hit in hits:
            refuse_spoken_of(hit.string, hit.start(), hit.end(), where=self.tag)
            scale = scale_after(hit.string, hit.end())
            written = hit[1].rstrip(" .") + scale
            marked.append(Place(hit.start(), hit.end() + len(scale), written))
        lines = [Place(hit.start(), hit.end(), hit[1].rstrip(" .")) for hit in named]
        return Places(question, self.tag, marked, lines)

    def _echoes(self, text: str) -> list[tuple[int, int]]:
        """Return where tags tell the scale: `<score>5</score> is the best`."""
        tags = self._pattern().finditer(text)
        return [hit.span() for hit in tags if TELLS_SCALE.match(text, hit.end())]

    def _keep_explanation(
        self,
        rubric: Asking,
        stimulus: Stimulus,
        text: str,
        hits: list[re.Match[str]],
        values: dict[str, Value],
        warnings: list[str],
    ) -> None:
        """What stands before the score, or, where nothing does, behind it."""
        lead = rf"(?:{re.escape(self.lead)}|\b(?:final |overall |my )?score[ ]?[-:=]*)[ \n]*$"
        start = text[: hits[0].start()].rstrip()
        before = start[:-_LONGEST] + re.sub(
            lead, "", start[-_LONGEST:], count=1, flags=re.IGNORECASE
        )
        end = hits[-1].end()
        after = text[end + len(scale_after(text, end)) :].strip(" \n.:-")
        question = text_question(rubric, stimulus, self.explanation)
        keep_text(values, question, before.strip() or after, warnings)
        if before.strip() and re.search(r"\w", after):
            warnings.append("extra_text")
        if question is None or question.key not in values:
            warnings.append("missing_reasons")

    def _unboxed(self, reply: str, warnings: list[str]) -> str:
        r"""`reply` with its only `\boxed{4}` in the tag, unless a name stands before it."""
        boxed = set(_BOXED.findall(reply))
        if len(boxed) != 1:
            return reply
        warnings.append("other_layout")
        return _BOXED.sub(rf"<{self.tag}>\1</{self.tag}>", reply)

    def _pattern(self) -> re.Pattern[str]:
        """Return a tag with what it holds."""
        name = re.escape(self.tag)
        return re.compile(
            rf"[<\[]\s*{name}\s*[>\]]([^<\[]{{0,{_LONGEST}}}|\s*\[[^<\[\]]{{1,40}}\]\s*)"
            rf"[<\[]\s*(?:\\?/)\s*{name}\s*[>\]]",
            re.IGNORECASE,
        )

    def _tagged(self, text: str) -> list[re.Match[str]]:
        """Return the filled tags that answer: not those in a list of levels, or in text about the
        format.
        """
        hits = [
            hit
            for hit in self._pattern().finditer(text)
            if not _PLACEHOLDER.fullmatch(hit[1]) and not TELLS_SCALE.match(text, hit.end())
        ]
        levels = [
            hit for hit in hits if re.match(r"\s*[-:]\s*[A-Za-z]", text[hit.end() : hit.end() + 20])
        ]
        if len({hit[1].strip() for hit in levels}) > 1:
            hits = [hit for hit in hits if hit not in levels]
        lead = re.escape(self.lead)
        echo = re.compile(
            rf"(?:\be\.g\.?|\bformat|\bexample|\bsuch as)[ \t:,(\"']*(?:{lead})?\s*$", re.IGNORECASE
        )
        return [
            hit for hit in hits if not echo.search(text[max(0, hit.start() - 60) : hit.start()])
        ]

    def _named(self, question: Question, text: str) -> list[re.Match[str]]:
        """Lines that give the score in words: `Score: 4`, `Final score - 4/5`, or after the
        criterion's name.
        """
        lead = re.escape(self.lead.rstrip("-: "))
        pattern = re.compile(
            rf"^[ \t]*(?:(?:the|my|final|overall)[ \t]+){{0,3}}"
            rf"(?:{lead}|score|answer|"
            r"(?:(?<=final )|(?<=overall )|(?<=my )|(?<=\A)|(?<=\n\n))rating|"
            rf"{re.escape(question.label)}(?:[ \t]+(?:score|rating))?)"
            rf"[ \t]*(?:[-:=]+|is\b)[ \t]*(?=\S)(?![<\[]\s*{re.escape(self.tag)}\s*[>\]])"
            rf"(?!<(?![ ]?[-+]?\d))(<?[^\n<]{{1,{_LONGEST}}})",
            re.IGNORECASE | re.MULTILINE,
        )
        return [
            hit
            for hit in pattern.finditer(text)
            if not _COUNTS_PART.match(hit[1])
            and (begins_with_score(hit[1]) or _WORDED.match(hit[1]))
        ]

    def _is_cut(self, text: str) -> bool:
        """Return whether `text` ends inside the score's tag."""
        begins = text.lower().rfind(f"<{self.tag}>")
        if begins >= 0:
            behind = text[begins + len(self.tag) + 2 :]
            return f"</{self.tag}>" not in behind.lower()
        tail = text.rsplit("\n", 1)[-1][-60:].lower()
        opened = tail.rfind("<")
        return opened >= 0 and f"<{self.tag}>".startswith(tail[opened:])


def _rest_of_line(text: str, place: int) -> str:
    return text[place : place + _LONGEST].split("\n", maxsplit=1)[0]
