"""Reading a rubric from YAML, so that every mistake is named with its file, its line, its path and the remedy."""

from collections.abc import Hashable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from surveys.errors import DocumentError, Problem
from surveys.references import reference_problems
from surveys.spec import Rubric
from surveys.translations import translation_problems

LIBRARY = Path(__file__).parent / "library"
MEDIA = LIBRARY / "media"
SIZE_LIMIT = 256 * 1024

Path_ = tuple[str, ...]


class _StrictLoader(yaml.SafeLoader):
    """Safe YAML without aliases (a small file cannot swell), without double keys, and with `no` as a key that it is."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(
                problem="aliases (*name) are not allowed; write it out", problem_mark=event.start_mark
            )
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _value in node.value:
            if key.value in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"the key `{key.value}` stands twice; remove one", problem_mark=key.start_mark
                )
            seen.add(key.value)
            if key.tag == "tag:yaml.org,2002:bool":  # `no` is a step's answer and a language, never a false key
                key.tag = "tag:yaml.org,2002:str"
        return super().construct_mapping(node, deep=deep)


def load_rubric(text: str, *, document: str = "rubric") -> Rubric:
    """The rubric that the YAML `text` declares. Raises DocumentError with every problem found."""
    if len(text) > SIZE_LIMIT:
        raise DocumentError.one(document, f"larger than {SIZE_LIMIT // 1024} KiB.", remedy="Shorten it.")
    lines, data = _parse(text, document)
    if not isinstance(data, dict):
        raise DocumentError.one(document, "is not a mapping of keys.", remedy="Start from a rubric of the library.")
    try:
        rubric = Rubric.model_validate(data)
    except ValidationError as error:
        problems = [_problem(detail, lines) for detail in error.errors()]
        raise DocumentError(document=document, problems=problems) from None
    problems = [*_dangling(rubric, lines), *_missing_pictures(rubric, lines)]
    if problems:
        raise DocumentError(document=document, problems=problems)
    return rubric


def _dangling(rubric: Rubric, lines: dict[Path_, int]) -> list[Problem]:
    return [
        Problem(one.what, ".".join(one.path), _line_of(lines, one.path), one.remedy)
        # A dangling name would be told about once more for every language.
        for one in reference_problems(rubric) or translation_problems(rubric)
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
        node = yaml.compose(text, Loader=_StrictLoader)
        data = yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a SafeLoader made stricter
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        what = error.problem or "is not valid YAML"
        raise DocumentError.one(document, f"{what}.", line=line, remedy="Mend the YAML at this line.") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise DocumentError.one(document, f"is not valid YAML: {error}") from None
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


REMEDIES = {
    "extra_forbidden": "Remove it or correct its spelling.",
    "missing": "Add it.",
    "union_tag_invalid": "Use one of the kinds named here.",
    "union_tag_not_found": "Say which kind it is.",
}
WORDS = {"extra_forbidden": "this key is not known here", "missing": "a required key is missing"}


def _problem(detail: Any, lines: dict[Path_, int]) -> Problem:
    path: Path_ = ()
    for step in map(str, detail["loc"]):
        # A discriminated union puts the chosen kind into the location; the document has no such level.
        if (*path, step) in lines:
            path = (*path, step)
    line = lines.get(path)
    if detail["type"] == "missing":
        path = (*path, str(detail["loc"][-1]))
    what = WORDS.get(detail["type"], detail["msg"].removeprefix("Value error, "))
    return Problem(f"{what}.", ".".join(path), line, REMEDIES.get(detail["type"], ""))


def _missing_pictures(rubric: Rubric, lines: dict[Path_, int]) -> list[Problem]:
    return [
        Problem(
            f"the picture {example.picture} is not in the library's media folder.",
            f"examples.{index}.picture",
            lines.get(("examples", str(index), "picture")),
            f"Use one of {', '.join(sorted(path.name for path in MEDIA.glob('*.*')))}, or leave it out.",
        )
        for index, example in enumerate(rubric.examples)
        if example.picture and not (MEDIA / example.picture).is_file()
    ]
