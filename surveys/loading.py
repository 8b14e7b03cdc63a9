"""Reading a rubric from YAML, so that every mistake is named with its file, its line, its path and
the remedy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from surveys.languages.translations import translation_problems
from surveys.mistakes.references import reference_problems
from surveys.mistakes.values import Path_, value_problem, yaml_problem
from surveys.mistakes.worked import worked_problems
from surveys.schema import rubric_schema
from surveys.spec import Rubric
from surveys.untrusted.markdown import MOST_CHARACTERS, MOST_MARKS, is_renderable
from surveys.untrusted.strict_yaml import read_yaml
from tabular.errors import DocumentError, Problem

STARTER = Path(__file__).parent / "starter.yaml"
LIBRARY = Path(__file__).parent / "library"
MEDIA = LIBRARY / "media"
SIZE_LIMIT = 256 * 1024


def load_rubric(text: str, *, document: str = "rubric") -> Rubric:
    """The rubric that the YAML `text` declares. Raises DocumentError with every problem found."""
    if len(text) > SIZE_LIMIT:
        raise DocumentError.one(
            document, f"larger than {SIZE_LIMIT // 1024} KiB.", remedy="Shorten it."
        )
    rubric, lines = _declared(text, document)
    problems = [
        *_dangling(rubric, lines),
        *_missing_pictures(rubric, lines),
        *_long_instructions(rubric, lines),
    ]
    if problems:
        raise DocumentError(document=document, problems=problems)
    return rubric


def starter_source() -> str:
    """A small rubric that works as it stands, to begin one's own from."""
    return STARTER.read_text(encoding="utf-8")


def stored_rubric(text: str, *, document: str) -> Rubric:
    """A rubric that was checked when it was stored: what later releases ask of a new file does not
    shut it out.
    """
    return _declared(text, document)[0]


def _declared(text: str, document: str) -> tuple[Rubric, dict[Path_, int]]:
    """The rubric, and the line of every path of its document."""
    lines, data = _parse(text, document)
    if data is None:
        raise DocumentError.one(
            document, "the file is empty.", remedy="Start from a rubric of the library."
        )
    if not isinstance(data, dict):
        what = "a rubric's keys are expected, such as `name:` and `title:`."
        raise DocumentError.one(
            document, what, line=1, remedy="Start from a rubric of the library."
        )
    try:
        return Rubric.model_validate(data), lines
    except ValidationError as error:
        schema = rubric_schema()
        problems = [
            value_problem(detail, lines, schema) for detail in _worth_telling(error.errors())
        ]
        raise DocumentError(document=document, problems=problems) from None


def _worth_telling(details: Sequence[Any]) -> list[Any]:
    """Without what only follows: a list whose entries are all refused is not too short besides."""
    refused = {detail["loc"][: len(detail["loc"]) - 1] for detail in details}
    return [
        detail
        for detail in details
        if detail["type"] != "too_short" or detail["loc"] not in refused
    ]


def _dangling(rubric: Rubric, lines: dict[Path_, int]) -> list[Problem]:
    # A dangling name would be told about once more for every language.
    problems = (
        reference_problems(rubric)
        or list(worked_problems(rubric))
        or list(translation_problems(rubric))
    )
    return [
        replace(problem, line=_line_of(lines, tuple(problem.path.split("."))))
        for problem in problems
    ]


def _line_of(lines: dict[Path_, int], path: Path_) -> int | None:
    """The line of `path`, or of the nearest part above it that stands in the document."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path)


@cache
def library_rubric(name: str) -> Rubric:
    """A rubric that comes with Rateroom."""
    return load_rubric(library_source(name), document=f"{name}.yaml")


def library_source(name: str) -> str:
    return (LIBRARY / f"{name}.yaml").read_text(encoding="utf-8")


def library_names() -> list[str]:
    return sorted(path.stem for path in LIBRARY.glob("*.yaml"))


def _parse(text: str, document: str) -> tuple[dict[Path_, int], Any]:
    try:
        node, data = read_yaml(text)
    except (yaml.YAMLError, ValueError) as error:
        raise DocumentError(document=document, problems=[yaml_problem(error, text)]) from None
    return dict(_lines(node, ())), data


def _lines(node: yaml.Node | None, path: Path_) -> Iterator[tuple[Path_, int]]:
    """The 1-based line where every path of the document begins."""
    if node is None:
        return
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            at = (*path, key.value)
            yield at, key.start_mark.line + 1
            yield from ((inner, line) for inner, line in _lines(value, at) if inner != at)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _lines(value, (*path, str(index)))


def _missing_pictures(rubric: Rubric, lines: dict[Path_, int]) -> list[Problem]:
    return [
        Problem(
            f"the picture {example.picture} is not in the library's media folder.",
            f"examples.{index}.picture",
            lines.get(("examples", str(index), "picture")),
            (
                f"Use one of {', '.join(sorted(path.name for path in MEDIA.glob('*.*')))}, or "
                "leave it out."
            ),
        )
        for index, example in enumerate(rubric.examples)
        if example.picture and not (MEDIA / example.picture).is_file()
    ]


def _long_instructions(rubric: Rubric, lines: dict[Path_, int]) -> list[Problem]:
    """Instructions that a page could not show as Markdown within its time, in any language."""
    texts: dict[Path_, str] = {("instructions",): rubric.page_instructions}
    for code, words in rubric.translations.items():
        notes = words.get("notes")
        own = [words.get("instructions"), *(notes.values() if isinstance(notes, dict) else ())]
        instructions = "\n\n".join(text for text in own if isinstance(text, str))
        texts["translations", code, "instructions"] = instructions
    return [
        Problem(
            "this Markdown is too long, or has too many signs and lines.",
            ".".join(path),
            _line_of(lines, path),
            (
                f"Shorten it: at most {MOST_CHARACTERS:,} characters, and {MOST_MARKS:,} signs and "
                "lines."
            ),
        )
        for path, text in texts.items()
        if not is_renderable(text)
    ]
