"""A researcher's own prompt template. The HIT's content replaces placeholders such as
`{{Document}}` or `{answer}`.

Content without a placeholder is inserted before the template's final request, so that judges see
all content that people see. A template has a text for the user message and, optionally, a text for
the system message.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.errors import DocumentError, Problem
from surveys.base import MEDIA, Part, Stimulus
from surveys.prompts.shown import as_judges_read
from surveys.spec import Rubric

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{([A-Za-z_]\w*)\}")
OUTPUT = re.compile(r"(?:output|answer|response|candidate|prediction|{name})(?:_?(\d\d?))?")
REPLY = "reply"
REST = "rest"
CRITERION = "criterion"
LITERAL = "text:"
PICTURES, FRAMES, SOUNDS = "pictures", "frames", "sounds"
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
# Lines that close what surrounds an input: a tag, a code fence or a bracket.
_CLOSING = re.compile(r"\n[ \t]*(?:</[^\n]*|```|'''|\"\"\"|[\])}]+)[ \t]*(?=\n|\Z)")


@dataclass(frozen=True)
class PromptTemplate:
    """A prompt template: its text, the source of each placeholder, and the text of the system
    message.

    A source is item fields joined by `+` (`page_title + body`), `output`, `output 1` or `output 2`.
    It can also be `reply` (where the judge writes), `rest` (all content without a placeholder),
    `criterion` (titles and definitions of the criteria asked about), or `text:` with words to
    insert. `omit` are the item fields that the judge does not see.
    """

    text: str
    sources: Mapping[str, str]
    system: str = ""
    omit: Sequence[str] = ()


def placeholders(text: str) -> list[str]:
    """Return the names of the template's placeholders in order, without repetitions."""
    return list(dict.fromkeys(_name(hit) for hit in PLACEHOLDER.finditer(text)))


def own_template(
    rubric: Rubric,
    text: str,
    sources: Mapping[str, str] | None = None,
    *,
    system: str = "",
    omit: Sequence[str] = (),
) -> PromptTemplate:
    """Return the template with a source for every placeholder. If `sources` has no source for a
    placeholder, the source is guessed from the placeholder's name. `omit` has the names of item
    fields, or `pictures`, `frames` or `sounds`.

    Raises DocumentError with the line of every placeholder that has no source or an unknown source.
    """
    named_sources = {key.lower(): value.strip() for key, value in (sources or {}).items()}
    resolved: dict[str, str] = {}
    problems: list[Problem] = []
    for part, part_text in (("system part: ", system), ("", text)):
        for name in placeholders(part_text):
            source = named_sources.get(name.lower()) or _guess(rubric, name)
            if what := _problem(rubric, source) or (_unfit(rubric, source) if part else ""):
                remedy = f"Choose one of these contents for it: {_known(rubric)}."
                problems.append(Problem(part + what, name, _line_of(part_text, name), remedy))
            resolved[name] = source
    omitted, unfit = _omitted(rubric, omit, resolved)
    problems += unfit
    if problems:
        raise DocumentError(document="prompt template", problems=problems)
    return PromptTemplate(text, resolved, system, omitted)


def _omitted(
    rubric: Rubric, omit: Sequence[str], sources: Mapping[str, str]
) -> tuple[list[str], list[Problem]]:
    """Return the item fields that `omit` names, and the problems with `omit`."""
    of_kind = {PICTURES: "image", FRAMES: "video", SOUNDS: "audio"}
    needs = rubric.fields()
    placed = {field for source in sources.values() for field in _names(source)}
    fields: list[str] = []
    problems: list[Problem] = []
    for name in omit:
        named = [need.name for need in needs if name == need.name or of_kind.get(name) == need.type]
        if not named:
            remedy = f"Use names from {', '.join([*(need.name for need in needs), *of_kind])}."
            problems.append(Problem(f"the rubric does not show `{name}`.", "omit", remedy=remedy))
        for field in placed.intersection(named):
            remedy = "Remove it from the template or from `omit`."
            what = f"`{field}` is omitted, but the template uses it."
            problems.append(Problem(what, "omit", remedy=remedy))
        fields += named
    return list(dict.fromkeys(fields)), problems


def render_template(rubric: Rubric, stimulus: Stimulus, template: PromptTemplate) -> list[Part]:
    """Return the parts of the prompt: the system message, then pictures and clips without a
    placeholder, then the template's text. Other content without a placeholder is inserted before
    the final request of this text.

    Inserted text is not searched for placeholders, so an output cannot add placeholders.
    """
    rubric = as_judges_read(rubric)
    placed = {name for source in template.sources.values() for name in _names(source)}
    placed |= set(template.omit)
    remaining = [part for block in rubric.headed_blocks for part in block.rest(stimulus, placed)]
    words = [part for part in remaining if part.is_text]
    filling = _Filling(rubric, stimulus, template, "\n\n".join(part.content for part in words))
    parts = [
        *(Part("system", part.content) for part in filling.parts(template.system)),
        *(part for part in remaining if not part.is_text),
    ]
    if REST in template.sources.values():
        return [*parts, *filling.parts(template.text)]
    cut = _final_request(template)
    before, request = template.text[:cut].rstrip("\n"), template.text[cut:].lstrip("\n")
    return [*parts, *filling.parts(before), *words, *filling.parts(request)]


def _final_request(template: PromptTemplate) -> int:
    """Return the position in the template's text where content without a placeholder is inserted.
    The position is after the paragraph or line of the last input, or before its paragraph if no
    text follows. Without an input, the position is before the last paragraph."""
    text = template.text.rstrip()
    inputs = [
        hit for hit in PLACEHOLDER.finditer(text) if _names(template.sources.get(_name(hit), REPLY))
    ]
    last = inputs[-1].end() if inputs else len(text)
    if inputs:
        if paragraph := _BLANK_LINE.search(text, last):
            return paragraph.end()
        line = text.find("\n", last)
        while line >= 0 and (closing := _CLOSING.match(text, line)):
            line = closing.end() if closing.end() < len(text) else -1
        if line >= 0:
            return line
    blank_lines = [hit.end() for hit in _BLANK_LINE.finditer(text, 0, last)]
    return blank_lines[-1] if blank_lines else 0


@dataclass(frozen=True)
class _Filling:
    """The placeholders' values. `rest` is the content without a placeholder in the template."""

    rubric: Rubric
    stimulus: Stimulus
    template: PromptTemplate
    rest: str

    def parts(self, text: str) -> list[Part]:
        """Return `text` with placeholders replaced by their values. Adjacent texts are joined;
        pictures and clips are separate parts."""
        parts: list[Part] = []
        position = 0
        for hit in PLACEHOLDER.finditer(text):
            parts.append(Part("text", text[position : hit.start()]))
            parts += self._fill(_name(hit), self.template.sources[_name(hit)])
            position = hit.end()
        return _joined([*parts, Part("text", text[position:])])

    def _fill(self, name: str, source: str) -> Iterator[Part]:
        if source == REPLY:
            yield Part("text", f"<{name.replace('_', ' ')}>")
        elif source == REST:
            yield Part("text", self.rest)
        elif source == CRITERION:
            yield Part("text", "\n\n".join(_asked(self.rubric)))
        elif source.startswith(LITERAL):
            yield Part("text", source.removeprefix(LITERAL).strip())
        else:
            filled = [part for each in _names(source) for part in self._content(each)]
            words = "\n".join(part.content for part in filled if part.is_text)
            yield from (part for part in filled if not part.is_text)
            yield Part("text", words)

    def _content(self, name: str) -> list[Part]:
        if name.startswith("output"):
            position = int(name.removeprefix("output") or 1)
            outputs = [each for each in self.stimulus.outputs if each.position == position]
            return [part for output in outputs for part in output.parts()]
        return next(
            list(block.part_of(self.stimulus, need))
            for block in self.rubric.stimulus
            for need in block.needs()
            if need.name == name
        )


def _asked(rubric: Rubric) -> list[str]:
    """Return a text for each criterion that a section of the rubric scores. The text has the
    criterion's title and definition."""
    scored = {key for section in rubric.sections for key in section.criteria}
    return [
        f"{each.title}\n{each.definition}".strip() for each in rubric.criteria if each.key in scored
    ]


def _name(hit: re.Match[str]) -> str:
    return hit[1] or hit[2]


def _names(source: str) -> list[str]:
    """Return the names of the fields and outputs that a source inserts."""
    if source in {REPLY, REST, CRITERION} or source.startswith(LITERAL):
        return []
    return [part.strip() for part in source.split("+")]


def _line_of(text: str, name: str) -> int:
    place = next(hit for hit in PLACEHOLDER.finditer(text) if _name(hit) == name)
    return text[: place.start()].count("\n") + 1


def _guess(rubric: Rubric, name: str) -> str:
    low = name.lower()
    fields = [need.name for need in rubric.fields()]
    alike = [field for field in fields if low in {field, field.rstrip("s"), f"{field}s"}]
    if alike:
        return alike[0]
    word = re.escape(rubric.outputs.name.lower())
    if hit := re.fullmatch(OUTPUT.pattern.replace("{name}", word), low):
        return f"output {hit[1]}" if hit[1] else "output"
    if low in {REST, CRITERION}:
        return low
    answers = {criterion.key for criterion in rubric.criteria}
    return REPLY if low.removesuffix("_score") in answers or low in {"score", "rating"} else ""


def _known(rubric: Rubric) -> list[str]:
    places = range(1, rubric.outputs.per_page + 1)
    outputs = ["output"] if len(places) == 1 else [f"output {place}" for place in places]
    return [
        *(need.name for need in rubric.fields()),
        *outputs,
        REPLY,
        REST,
        CRITERION,
        f"{LITERAL} …",
    ]


def _problem(rubric: Rubric, source: str) -> str:
    """Return an error message for the source of a placeholder, or "" if the source is valid."""
    if not source:
        return "the content of this placeholder is unknown."
    strange = [name for name in _names(source) if name not in _known(rubric)]
    return f"the rubric does not show `{strange[0]}`." if strange else ""


def _unfit(rubric: Rubric, source: str) -> str:
    """Return why the system message cannot contain a source's content, or "" if it can contain
    it."""
    media = {need.name for need in rubric.fields() if need.type in MEDIA}
    unfit = [name for name in _names(source) if name in media]
    return f"`{unfit[0]}` cannot be attached to a system message." if unfit else ""


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with adjacent texts joined, and without blank texts."""
    joined: list[Part] = []
    for part in parts:
        if joined and part.is_text and joined[-1].is_text:
            joined[-1] = Part("text", joined[-1].content + part.content)
        else:
            joined.append(part)
    return [part for part in joined if not part.is_text or part.content.strip()]
