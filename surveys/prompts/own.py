"""A researcher's own prompt template: `{{Document}}` or `{answer}` is filled with what the HIT
shows.

What the template does not place is added after it, so that a judge always sees what a person sees.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from surveys.base import Part, Stimulus
from surveys.spec import Rubric
from tabular.errors import DocumentError, Problem

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{([A-Za-z_]\w*)\}")
OUTPUT = re.compile(r"(?:output|answer|response|candidate|prediction|{name})(?:_?(\d\d?))?")
REPLY = "reply"
LITERAL = "text:"


@dataclass(frozen=True)
class PromptTemplate:
    """The text, and what each placeholder stands for.

    A source is item fields joined by `+` (`page_title + body`), `output`, `output 1`, `output 2`,
    `reply` (the place where the judge writes), or `text:` with words to put there.
    """

    text: str
    sources: Mapping[str, str]


def placeholders(text: str) -> list[str]:
    """The names in the template, each once, in order."""
    return list(dict.fromkeys(_name(hit) for hit in PLACEHOLDER.finditer(text)))


def own_template(
    rubric: Rubric, text: str, sources: Mapping[str, str] | None = None
) -> PromptTemplate:
    """The template with a source for every placeholder, guessed by its name where `sources` says
    nothing.

    Raises DocumentError with every placeholder that is left, and every source that is unknown, by
    line.
    """
    named_sources = {key.lower(): value.strip() for key, value in (sources or {}).items()}
    resolved: dict[str, str] = {}
    problems: list[Problem] = []
    for name in placeholders(text):
        source = named_sources.get(name.lower()) or _guess(rubric, name)
        if problem := _problem(rubric, source):
            line = (
                text[
                    : next(hit for hit in PLACEHOLDER.finditer(text) if _name(hit) == name).start()
                ].count("\n")
                + 1
            )
            problems.append(
                Problem(problem, name, line, f"Say what it stands for: one of {_known(rubric)}.")
            )
        resolved[name] = source
    if problems:
        raise DocumentError(document="prompt template", problems=problems)
    return PromptTemplate(text, resolved)


def render_template(rubric: Rubric, stimulus: Stimulus, template: PromptTemplate) -> list[Part]:
    """The parts of the prompt: pictures and clips first unless the template places them, then its
    text, then the rest.

    Filled text is never searched for placeholders again: an output cannot bring one in.
    """
    placed = {name for source in template.sources.values() for name in _names(source)}
    parts: list[Part] = []
    position = 0
    for hit in PLACEHOLDER.finditer(template.text):
        parts.append(Part("text", template.text[position : hit.start()]))
        name = _name(hit)
        parts += _fill(rubric, stimulus, name, template.sources[name])
        position = hit.end()
    parts.append(Part("text", template.text[position:]))
    media = [part for part in _left(rubric, stimulus, placed) if not part.is_text]
    words = [part for part in _left(rubric, stimulus, placed) if part.is_text]
    return [*media, *_joined(parts), *words]


def _name(hit: re.Match[str]) -> str:
    return hit[1] or hit[2]


def _names(source: str) -> list[str]:
    """The fields and outputs that a source places."""
    if source == REPLY or source.startswith(LITERAL):
        return []
    return [part.strip() for part in source.split("+")]


def _guess(rubric: Rubric, name: str) -> str:
    low = name.lower()
    fields = [need.name for need in rubric.fields()]
    alike = [field for field in fields if low in {field, field.rstrip("s"), f"{field}s"}]
    if alike:
        return alike[0]
    word = re.escape(rubric.outputs.name.lower())
    if hit := re.fullmatch(OUTPUT.pattern.replace("{name}", word), low):
        return f"output {hit[1]}" if hit[1] else "output"
    answers = {criterion.key for criterion in rubric.criteria}
    return REPLY if low.removesuffix("_score") in answers or low in {"score", "rating"} else ""


def _known(rubric: Rubric) -> list[str]:
    places = range(1, rubric.outputs.per_page + 1)
    outputs = ["output"] if len(places) == 1 else [f"output {place}" for place in places]
    return [*(need.name for need in rubric.fields()), *outputs, REPLY, f"{LITERAL} …"]


def _problem(rubric: Rubric, source: str) -> str:
    """What is wrong with a placeholder's source; blank for nothing."""
    if not source:
        return "nothing is known of this placeholder."
    strange = [name for name in _names(source) if name not in _known(rubric)]
    return f"`{strange[0]}` is not shown by the rubric." if strange else ""


def _fill(rubric: Rubric, stimulus: Stimulus, name: str, source: str) -> Iterator[Part]:
    if source == REPLY:
        yield Part("text", f"<{name.replace('_', ' ')}>")
    elif source.startswith(LITERAL):
        yield Part("text", source.removeprefix(LITERAL).strip())
    else:
        filled = [
            part
            for source_name in _names(source)
            for part in _content(rubric, stimulus, source_name)
        ]
        words = "\n".join(part.content for part in filled if part.is_text)
        yield from (part for part in filled if not part.is_text)
        yield Part("text", words)


def _content(rubric: Rubric, stimulus: Stimulus, name: str) -> list[Part]:
    if name.startswith("output"):
        position = int(name.removeprefix("output") or 1)
        outputs = [output for output in stimulus.outputs if output.position == position]
        return [part for output in outputs for part in output.parts()]
    return next(
        list(block.part_of(stimulus, need))
        for block in rubric.stimulus
        for need in block.needs()
        if need.name == name
    )


def _left(rubric: Rubric, stimulus: Stimulus, placed: set[str]) -> list[Part]:
    """What the page shows and the template does not place."""
    parts: list[Part] = []
    for block in rubric.headed_blocks:
        own = {"output"} if block.shows_outputs else {need.name for need in block.needs()}
        if not any(name.split()[0] in own for name in placed):
            parts += block.prompt(stimulus)
    return parts


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Neighbouring texts as one part; blank ones left out."""
    joined: list[Part] = []
    for part in parts:
        if joined and part.is_text and joined[-1].is_text:
            joined[-1] = Part("text", joined[-1].content + part.content)
        else:
            joined.append(part)
    return [part for part in joined if not part.is_text or part.content.strip()]
