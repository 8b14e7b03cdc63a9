"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same labels is read too."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value, panels
from surveys.replies.asked import keep_text, same_name, scored, text_question, top_of
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.jsontext import is_placeholder, json_objects, next_object, parse_object
from surveys.replies.labels import Titles, after_label
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.scores import read_score

_WHOSE = r"(?:(?:my|the|final|selected|chosen) ){0,3}"
_SCORE_WORD = rf"{_WHOSE}(?:answer|score|rating|option|choice)\s*"
_ALONE = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])?\s*)?[(\[]?(-?\d[\d.]*(?:\s*/\s*\d+)?)[)\]]?\s*[.;,]?",
    re.IGNORECASE,
)
# "Option 2. Some words", but not "Answer 2 is wordy": that may speak of an output.
_ANSWERED = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])\s*|{_WHOSE}(?:option|choice)\s*)(?=[\s(\[\"']*(?:option |answer )?-?\d)(.+)",
    re.IGNORECASE,
)
_OPTION = re.compile(r"(\d{1,2})[.):]\s+[A-Za-z].*")
_NUMERIC = re.compile(r"[\s(\[\"'=]*(?:option|answer|score|rating|choice)?[\s:(\[\"'=]*[-+]?\d", re.IGNORECASE)
_BARE = re.compile(r"#?(\d{1,2})\s*[:.)=-]\s+(\d{1,3}(?:\.0+)?(?:\s*/\s*\d+)?)\s*[.,;]?")
_IN_VALUE = ("answer", "score", "value", "option", "rating", "choice", "number")
_IN_LABEL = ("section", "criterion", "name", "title", "label", "question", "number", "id")


def begins_with_json(text: str, word: str, titles: Sequence[str]) -> bool:
    """Whether an object comes before any line that is labelled as a section's."""
    begin = next_object(text, 0)
    labels = "|".join([rf"{re.escape(word)}\s*#?\d{{1,2}}", *map(re.escape, titles)])
    return begin >= 0 and not re.search(rf"^\W*(?:{labels})", text[:begin], re.IGNORECASE | re.MULTILINE)


class SectionLines(ReplyFormat):
    format: Literal["section-lines"]
    word: Text = Field(default="Section", description="The word before a section's number.")

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        return {one.key: f"{self.word} {number}" for number, one in enumerate(scored(rubric, stimulus), 1)}

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        """One line for every asked section, and one for the text that may follow."""
        asked = scored(rubric, stimulus)
        lines = [f"{self.word} {number}: <number of your answer>" for number, _one in enumerate(asked, 1)]
        if text := text_question(rubric, stimulus):
            lines.append(f"{text.label}: <optional; one paragraph>")
        return "Reply with these lines and nothing else:\n" + "\n".join(lines)

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        asked = scored(rubric, stimulus)
        lines = [f"{self.word} {number}: {one.as_asked(values[one.key])}" for number, one in enumerate(asked, 1)]
        text = text_question(rubric, stimulus)
        if text and text.key in values:
            lines.append(f"{text.label}: {values[text.key]}")
        return "\n".join(lines)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Labels decide: a section's number, its title, or both where they agree."""
        warnings: list[str] = []
        decoded_text = decoded(raw, warnings)
        text = plain(decoded_text)
        refuse_empty(text)
        asked = scored(rubric, stimulus)
        kept = text_question(rubric, stimulus)
        found = _Found(self.word, asked, warnings)
        titles = {one.key: panel.title for panel in panels(rubric, stimulus) for one in panel.questions}
        unfenced = plain(decoded_text, markdown=False)
        if not begins_with_json(unfenced, self.word, [one.label for one in asked]):
            _Lines(found, titles, kept.label if kept else None).read(text)
        if not found.written:
            self._read_json(found, unfenced, decoded_text, titles)
        self._refuse_missing(found, text, decoded_text)
        if found.order != sorted(found.order):
            warnings.append("section_order")
        if re.search(r":\s*<(?!\s*\d)[^<>\n]+>", "\n".join(found.comment)):
            found.comment = []  # the instructions' own lines, echoed
            warnings.append("extra_text")
        values: dict[str, Value] = {one.key: found.written[number] for number, one in enumerate(asked, 1)}
        keep_text(values, kept, "\n".join(found.comment), warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _read_json(self, found: "_Found", text: str, decoded_text: str, panel_titles: Mapping[str, str]) -> None:
        problem: ReplyError | None = None
        try:
            for begin, source in json_objects(text):
                if is_placeholder(source):
                    continue
                noted: list[str] = []
                parsed, mended = parse_object(source, begin, noted)
                problem = problem or mended
                _read_object(found, parsed)
                found.warnings += noted
                text = text.replace(source, "", 1)
        except ReplyError as error:
            is_reply = bool(found.written) or error.code not in {
                "truncated",
                "invalid_json",
                "unknown_key",
            }
            raise (None if is_reply else instead(decoded_text)) or error from None
        if problem and len(found.written) < len(found.asked):
            raise (None if found.written else instead(decoded_text)) or problem
        if found.written and re.search(r"\w", plain(text)):
            found.warnings.append("extra_text")
            _Lines(found, panel_titles, None).read(plain(text))

    def _refuse_missing(self, found: "_Found", text: str, decoded_text: str) -> None:
        for number, question in enumerate(found.asked, 1):
            if number in found.written:
                continue
            last = text.rstrip().rsplit("\n", 1)[-1].strip().lower()
            beginning = f"{self.word} {number}".lower()
            cut = bool(found.written) and (
                re.fullmatch(rf"{re.escape(beginning)}\s*[:=-]?", last)
                or (len(last) > 1 and beginning.startswith(last))
            )
            code = "truncated" if cut else "missing_section"
            what = f"There is no answer for “{question.label}”."
            where = f"{self.word} {number}"
            raise absent(decoded_text, code, what, where=where, found=bool(found.written))


@dataclass
class _Found:
    """What was read so far: score by section number, the order, the comment's lines."""

    word: str
    asked: Sequence[Question]
    warnings: list[str]
    written: dict[int, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)

    def note(self, number: int, rest: str) -> None:
        """Store the score that `rest` begins with. Raises ReplyError for a section not asked or a second score."""
        where = f"{self.word} {number}"
        if not 1 <= number <= len(self.asked):
            raise ReplyError("unknown_key", f"There are {len(self.asked)} sections to answer.", where=where)
        question = self.asked[number - 1]
        value = read_score(question, rest, top=top_of(question), where=where)
        if self.written.setdefault(number, value) != value:
            raise ReplyError(
                "ambiguous_score",
                f"Both {self.written[number]} and {value} are given.",
                where=where,
            )
        if number in self.order:
            self.warnings.append("duplicate_block")
        self.order.append(number)


class _Lines:
    """Reads lines: `Section 2: 1`, `Text Coherence: 1`, or a heading and the answer in a line below it."""

    def __init__(self, found: _Found, panel_titles: Mapping[str, str], comment_label: str | None) -> None:
        self.found, self.titles = found, Titles(found.asked)
        self.panel_titles = [panel_titles[one.key] for one in found.asked]
        self.numbers = {one.key: number for number, one in enumerate(found.asked, 1)}
        word = re.escape(found.word)
        self.worded = re.compile(rf"[\"'(\[{{]*{word}\s*#?(\d{{1,3}})(?![\d/]|\.\d)\s*[\"')\].}}]*", re.IGNORECASE)
        titles = "|".join(re.escape(one.label) for one in found.asked)
        aside = r"(?:\([^()\n]{0,60}\)\s*)?"
        self.next_word = re.compile(
            rf"(?<=[\d)\].%\"])(?:\s*[,;|.]\s*|\s+)(?:and\s+)?(?={word}\s*#?\d{{1,2}}\s*{aside}[:=])",
            re.IGNORECASE,
        )
        self.next_title = re.compile(
            rf"([:=]\s*[(\[]?\d[\d./]*[)\]]?)(?:\s*[,;|.]\s*|\s+)(?:and\s+)?(?=(?:{titles})\s*{aside}[:=])",
            re.IGNORECASE,
        )
        label = re.escape(comment_label) if comment_label else "(?!)"
        self.comment_line = re.compile(
            rf"(?:(?:additional|optional|any|further)\s+)?{label}s?\s*(?:\([^()\n]{{0,40}}\)\s*)?(?:[:-]\s*(.*))?$",
            re.IGNORECASE,
        )
        self.past_last = re.compile(rf"{word}\s*#?{len(found.asked) + 1}\s*[:.)-]\s*", re.IGNORECASE)
        self.listed = re.compile(rf"^\s*\(?\d{{1,2}}[.)]\s+(?={word}\s*#?\d)", re.IGNORECASE)
        self.heading: int | None = None
        self.answered = False
        self.options: list[str] = []

    def read(self, text: str) -> None:
        in_comment = False
        for raw_line in text.split("\n"):
            if in_comment and (len(self.found.written) == len(self.found.asked) or self._section_of(raw_line) is None):
                self.found.comment.append(raw_line)
                continue
            begins = self.comment_line.match(self.past_last.sub("", raw_line.strip()))
            if begins and not (begins[1] or "").startswith("<"):
                self._close_heading()
                in_comment, self.found.comment = True, [begins[1] or ""]
                continue
            in_comment = False
            raw_line = self.listed.sub("", raw_line)  # noqa: PLW2901 - the same line without its list number
            lines = self.next_title.sub(r"\1\n", self.next_word.sub("\n", raw_line)).split("\n")
            for line in lines:
                self._line(line.strip())
        self._close_heading()

    def _line(self, line: str) -> None:
        if not line:
            return
        hit = self._section_of(line)
        if hit is not None and hit[1]:
            self._close_heading()
            self.found.note(*hit)
            if len(self.found.asked) == 1:  # every later answer is to this section
                self.heading, self.answered = hit[0], True
        elif hit is not None:
            self._close_heading()
            self.heading = hit[0]
        elif self.heading is not None and (answer := _ALONE.fullmatch(line) or _ANSWERED.fullmatch(line)):
            self.found.note(self.heading, answer[1])
            self.answered = True
        elif self.heading is not None and _OPTION.fullmatch(line):
            self.options.append(line)
        else:
            self.found.warnings.append("extra_text")

    def _close_heading(self) -> None:
        """One option repeated under a heading is the answer; several are the question repeated."""
        if self.heading is not None and not self.answered and len(self.options) == 1:
            self.found.note(self.heading, self.options[0])
        self.heading, self.answered, self.options = None, False, []

    def _section_of(self, line: str) -> tuple[int, str] | None:
        """(section's number, what answers it) of a line that is labelled as a section's; "" for a bare heading."""
        if bare := _BARE.fullmatch(line):
            return int(bare[1]), bare[2]
        worded = self.worded.match(line)
        listed = None if worded else re.match(r"#?(\d{1,2})\s*[.):]\s+", line)
        head = worded or listed
        rest, parted = after_label(line[head.end() :]) if head else (line, False)
        titled = self.titles.labelled(rest)
        if not worded and not titled:
            return None
        number = int(head[1]) if head else None
        where = f"{self.found.word} {number}"
        if titled:
            by_title = self.numbers[titled.question.key]
            if number is not None and number != by_title:
                raise ReplyError("label_mismatch", f"{where} is not “{titled.question.label}”.", where=where)
            number, rest, parted = by_title, titled.rest, titled.parted
        elif worded and (aside := re.match(r"\s*\(([^()\d]{1,80})\)", rest)):
            rest, parted = after_label(rest[aside.end() :])
        if number is not None and not titled:
            rest, parted = self._without_own_title(number, rest, parted)
        if number is None or (rest.strip() and not parted and not _NUMERIC.match(rest)):
            return None  # a sentence about a section
        rest = rest.strip()
        if re.match(r"<(?!\s*\d)", rest):
            return None  # the instructions' own placeholder, echoed
        if not 1 <= number <= len(self.found.asked) and not _NUMERIC.match(rest):
            return None  # a heading that is not a section's
        return number, rest

    def _without_own_title(self, number: int, rest: str, parted: bool) -> tuple[str, bool]:
        """`rest` behind the section's own title, where that is another than its criterion's."""
        own = self.panel_titles[number - 1] if 1 <= number <= len(self.panel_titles) else ""
        begins = own and rest[: len(own)].casefold() == own.casefold()
        return after_label(rest[len(own) :]) if begins else (rest, parted)


def _read_object(found: _Found, parsed: Mapping[str, Any]) -> None:
    """Scores from an object by label, from one object within it, or from a list of records that say their section."""
    titles = Titles(found.asked)
    entries = _entries(found, titles, parsed)
    pairs = entries.items() if isinstance(entries, dict) else [_record(one) for one in entries]
    if isinstance(entries, dict) and (record := _record(entries)) and record[0] is not None and record[1] is not None:
        pairs = [record]
    for key, value in pairs:
        number = _number_named(found, titles, str(key))
        if number is not None:
            if isinstance(_inner(value), str) and _inner(value).lstrip().startswith("<"):
                continue  # the form that was to be filled in
            found.note(number, "" if _inner(value) is None else plain(str(_inner(value))))
        elif isinstance(value, str):
            found.comment.append(value)
        else:
            raise ReplyError(
                "unknown_key",
                f"“{str(key)[:60]}” is no section of this rubric.",
                where=str(key)[:60],
            )


def _entries(found: _Found, titles: Titles, parsed: Mapping[str, Any]) -> Any:
    """What holds the scores: the object, or the one object or list within it, with texts beside it as the comment."""
    inner = [key for key, value in parsed.items() if isinstance(value, (dict, list))]
    texts = [value for key, value in parsed.items() if key not in inner]
    if len(inner) != 1 or not all(isinstance(one, str) for one in texts):
        return parsed
    if _number_named(found, titles, inner[0]) is not None and isinstance(parsed[inner[0]], dict):
        return parsed
    if any(_number_named(found, titles, key) is not None for key in parsed if key not in inner):
        return parsed
    found.comment += texts
    return parsed[inner[0]]


def _number_named(found: _Found, titles: Titles, key: str) -> int | None:
    """The section that `Section 3`, `3`, its title or its key names, or two of them where they agree."""
    name = same_name(key)
    head = re.fullmatch(rf"(?:{re.escape(same_name(found.word))} ?)?(\d{{1,2}})(?: (.+))?", name)
    by_title = titles.named(head[2] if head and head[2] else name)
    number = 1 + found.asked.index(by_title) if by_title else None
    if head is None:
        return number
    if number is not None and number != int(head[1]):
        raise ReplyError("label_mismatch", f"“{key[:60]}” names two different sections.", where=key[:60])
    return int(head[1])


def _record(one: Any) -> tuple[Any, Any]:
    """(label, score) of `{"section": 2, "answer": 1}`; None for what is not there."""
    if not isinstance(one, dict):
        return None, one
    members = {str(key).casefold(): value for key, value in one.items()}
    named = next((name for name in _IN_LABEL if name in members), None)
    value = next((members[name] for name in _IN_VALUE if name in members and name != named), None)
    return members.get(named or ""), value


def _inner(value: Any) -> Any:
    """The score in `{"answer": 2, "reason": "…"}`, or the value itself."""
    if isinstance(value, dict):
        return next((value[name] for name in _IN_VALUE if name in value), value)
    return value
