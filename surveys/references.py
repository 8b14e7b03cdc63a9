"""What a rubric's parts say of each other: names that are declared nowhere, and keys that are declared twice."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from surveys.blocks.outputs import OutputsBlock
from surveys.dangling import Dangling
from surveys.spec import Rubric, Section

PLACEHOLDER = re.compile(r"\{[a-z_]+\}")
# What the HIT page's form sends besides the answers.
FORM_NAMES = {"action", "confirmed", "csrfmiddlewaretoken", "seen", "source"}


@dataclass(frozen=True)
class Reference:
    """A mistake at a path of the document (steps as strings)."""

    path: tuple[str, ...]
    what: str
    remedy: str


def reference_problems(rubric: Rubric) -> list[Reference]:
    """Every dangling or doubled name, in the order of the document."""
    return [
        *_doubled(["criteria"], [criterion.key for criterion in rubric.criteria], "key"),
        *_doubled(["sections"], [section.key for section in rubric.sections], "key"),
        *_fields(rubric),
        *_within_sections(rubric),
        *_criteria(rubric),
        *_entries(rubric),
        *_question_keys(rubric),
        *_preferences(rubric),
        *_differences(rubric),
        *_guards(rubric),
        *_said_by(("reply",), rubric.reply.dangling(rubric)),
    ]


def _doubled(path: Sequence[str], keys: Sequence[str | int], *tail: str) -> Iterator[Reference]:
    for index, key in enumerate(keys):
        if key in keys[:index]:
            remedy = "Keys must differ: rename one." if tail == ("key",) else "Change or remove one."
            yield Reference((*path, str(index), *tail), f"`{key}` is declared twice.", remedy)


def _fields(rubric: Rubric) -> Iterator[Reference]:
    """Fields that two blocks, or one block twice, read as different things."""
    types: dict[str, str] = {}
    for index, block in enumerate(rubric.stimulus):
        for need in block.needs():
            if (known := types.setdefault(need.name, need.type)) != need.type:
                what = f"the field `{need.name}` is read as {need.type} here and as {known} elsewhere."
                yield Reference(("stimulus", str(index)), what, "Name different fields.")


def _within_sections(rubric: Rubric) -> Iterator[Reference]:
    """What contradicts itself inside one section."""
    for index, section in enumerate(rubric.sections):
        at = ("sections", str(index))
        yield from _doubled((*at, "criteria"), section.criteria)
        yield from _said_by(at, section.dangling())
        for place in ("title", "help"):
            known = {"{output}"} if place == "title" else set()
            for name in sorted(set(PLACEHOLDER.findall(getattr(section, place))) - known):
                what = f"`{name}` is filled with nothing: raters would read it as it stands."
                yield Reference((*at, place), what, "Remove it; only `{output}` in a title is filled.")
        if section.kind == "choice":
            yield from _doubled((*at, "options"), [one.value for one in section.options], "value")
        if section.kind == "checklist":
            yield from _doubled((*at, "steps"), [one.key for one in section.steps], "key")


def _criteria(rubric: Rubric) -> Iterator[Reference]:
    known = [criterion.key for criterion in rubric.criteria]
    for index, section in enumerate(rubric.sections):
        for place, key in enumerate(section.criteria):
            if key not in known:
                path = ("sections", str(index), "criteria", str(place))
                yield Reference(path, f"`{key}` is not a declared criterion.", f"Declare it, or use one of {known}.")


def _entries(rubric: Rubric) -> Iterator[Reference]:
    lists = [need.name for need in rubric.fields() if need.type in {"list", "records"}]
    for index, section in enumerate(rubric.sections):
        entries = section.entry_field()
        if entries and entries not in lists:
            remedy = f"Add a list or cards block to `stimulus`, or use one of {lists}."
            yield Reference(("sections", str(index), "entries"), f"no block shows a list `{entries}`.", remedy)


def _question_keys(rubric: Rubric) -> Iterator[Reference]:
    seen: dict[str, str] = {}
    for index, section in enumerate(rubric.sections):
        for key in key_patterns(section):
            if key in FORM_NAMES:
                yield Reference(("sections", str(index)), f"`{key}` is a name that the page itself uses.", "Rename it.")
            if seen.setdefault(key, section.key) != section.key:
                what = f"asks for `{key}`, which section `{seen[key]}` asks for already."
                yield Reference(("sections", str(index)), what, "Give it other criteria or another key.")


def _preferences(rubric: Rubric) -> Iterator[Reference]:
    for index, section in enumerate(rubric.sections):
        if section.kind == "preference" and (rubric.outputs.per_page == 1 or section.per_output):
            remedy = "Set `outputs.per_page: 2`, and leave `per_output` out of this section."
            yield Reference(("sections", str(index)), "a preference is between the two outputs of a page.", remedy)


def _differences(rubric: Rubric) -> Iterator[Reference]:
    for index, block in enumerate(rubric.stimulus):
        if isinstance(block, OutputsBlock) and block.mark_differences and rubric.outputs.per_page == 1:
            what = "a page of one output has nothing to differ from."
            yield Reference(("stimulus", str(index), "mark_differences"), what, "Set `outputs.per_page: 2`.")


def _guards(rubric: Rubric) -> Iterator[Reference]:
    for index, guard in enumerate(rubric.guards):
        yield from _said_by(("guards", str(index)), guard.dangling(rubric))


def key_patterns(section: Section) -> list[str]:
    """The keys of a section's questions; `*` stands for an output. A checklist's entries share its own key."""
    prefix = "*." if section.per_output else ""
    if section.kind == "checklist":
        return [prefix + section.key, *([prefix + section.total] if section.total else [])]
    if not section.criteria:
        return [prefix + section.key]
    tail = "" if section.scores else f".{section.key}"
    return [f"{prefix}{key}{tail}" for key in section.criteria]


def _said_by(path: tuple[str, ...], found: Sequence[Dangling]) -> Iterator[Reference]:
    """What a part of the rubric at `path` says of its own options."""
    return (Reference((*path, one.key), one.what, one.remedy) for one in found)
