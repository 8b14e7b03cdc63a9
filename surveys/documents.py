"""Parsing of a YAML document into a declared model. A problem is reported with its line, its path
in the document, and a remedy."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError

from core.errors import DocumentError, Problem
from surveys.base import Declared
from surveys.mistakes.values import Path_, value_problem, yaml_problem
from surveys.untrusted.strict_yaml import read_yaml

Model = TypeVar("Model", bound=Declared)
Lines = Mapping[Path_, int]
SIZE_LIMIT = 256 * 1024


def refuse_large(text: str, document: str) -> None:
    """Raise DocumentError if the text has more than `SIZE_LIMIT` characters."""
    if len(text) > SIZE_LIMIT:
        what = f"the file is larger than {SIZE_LIMIT // 1024} KiB."
        raise DocumentError.one(document, what, remedy="Shorten the file.")


def read_document(
    text: str, document: str, *, expected: str, start: str
) -> tuple[Lines, dict[str, object]]:
    """Return the line number of every path in the YAML `text`, and the data. Raises DocumentError.

    `expected` is the message for a document without keys, and `start` is the remedy.
    """
    try:
        node, data = read_yaml(text)
    except (yaml.YAMLError, ValueError) as error:
        raise DocumentError(document=document, problems=[yaml_problem(error, text)]) from None
    if data is None:
        raise DocumentError.one(document, "the file is empty.", remedy=start)
    if not isinstance(data, dict):
        raise DocumentError.one(document, expected, line=1, remedy=start)
    return dict(_lines(node, ())), data


def declared(model: type[Model], data: Mapping[str, object], lines: Lines, document: str) -> Model:
    """Return `data` as an instance of the model. Raises DocumentError with all problems."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        schema = model.model_json_schema()
        problems = [
            value_problem(detail, lines, schema) for detail in _worth_telling(error.errors())
        ]
        raise DocumentError(document=document, problems=problems) from None


def located(problems: Iterable[Problem], lines: Lines) -> list[Problem]:
    """Return the problems with the line numbers of their paths added."""
    return [
        replace(problem, line=line_of(lines, tuple(problem.path.split("."))))
        for problem in problems
    ]


def line_of(lines: Lines, path: Path_) -> int | None:
    """Return the line number of `path` in the document. If the document does not contain `path`,
    return the line of its nearest parent, or None."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path)


def _worth_telling(details: Sequence[Any]) -> list[object]:
    """Return the details of the errors to report. Errors about lists are omitted if the list is too
    short only because some of its entries are invalid."""
    refused = {detail["loc"][: len(detail["loc"]) - 1] for detail in details}
    return [
        detail
        for detail in details
        if detail["type"] != "too_short" or detail["loc"] not in refused
    ]


def _lines(node: yaml.Node | None, path: Path_) -> Iterator[tuple[Path_, int]]:
    """Yield every path of the document with the number of its first line, counted from 1."""
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
