"""The registry of kinds, blocks and reply formats, which are found by their folders. If one of them
is incomplete, the site does not start."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Literal, get_args

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from core.errors import Problem
from surveys.base import Declared
from surveys.blocks.base import BlockBase
from surveys.kinds.base import SectionBase
from surveys.replies.base import ReplyFormat

Family = Literal["kinds", "blocks", "replies"]
HOME = "surveys"
SCRIPT = "script.js"


@dataclass(frozen=True)
class Contract:
    """The required contents of each folder in a family: the class that the package exports, the
    base class, the field with the name, and the files."""

    exports: str
    base: type[Declared]
    named_by: str
    files: Sequence[str] = ()


CONTRACTS: Mapping[Family, Contract] = {
    "kinds": Contract("Section", SectionBase, "kind", ("page.html",)),
    "blocks": Contract("Block", BlockBase, "block", ("page.html",)),
    "replies": Contract("Format", ReplyFormat, "format"),
}


class IncompletePartError(ImproperlyConfigured):
    """Raised when a kind, block or reply format is incomplete. Each of `problems` names the part by
    the module path of its folder."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True)
class Parts:
    """All kinds, blocks and reply formats by name, and their folders by family and folder name."""

    kinds: Mapping[str, type[SectionBase]]
    blocks: Mapping[str, type[BlockBase]]
    formats: Mapping[str, type[ReplyFormat]]
    folders: Mapping[tuple[str, str], Path] = field(default_factory=dict)

    @cached_property
    def scripts(self) -> frozenset[str]:
        """Return the folder names of the kinds that have a script."""
        return frozenset(
            name
            for (family, name), folder in self.folders.items()
            if family == "kinds" and (folder / "static" / SCRIPT).is_file()
        )


@cache
def parts() -> Parts:
    """Return all available kinds, blocks and reply formats. Raises IncompletePartError with a list
    of everything that is missing."""
    by_family: dict[Family, dict[str, Any]] = {family: {} for family in CONTRACTS}
    folders: dict[tuple[str, str], Path] = {}
    problems: list[Problem] = []
    for family in CONTRACTS:
        for package in packages(family):
            lacks = list(missing(family, package))
            problems += lacks
            if lacks:
                continue
            name = folder_name(package)
            part = getattr(package, CONTRACTS[family].exports)
            if name in by_family[family]:
                what = f"another package in the {family} is already named `{name}`."
                problems.append(Problem(what, package.__name__, remedy="Rename the folder."))
            by_family[family][declared_name(part, CONTRACTS[family].named_by)] = part
            folders[family, name] = folder_of(package)
    if problems:
        raise IncompletePartError(problems)
    return Parts(by_family["kinds"], by_family["blocks"], by_family["replies"], folders)


def packages(family: Family) -> Iterator[ModuleType]:
    """Yield the packages of a family, in the order of apps and folders. Modules next to the
    packages are skipped, because they contain shared code."""
    for app in (HOME, *getattr(settings, "PLUGINS", ())):
        spec = find_spec(f"{app}.{family}") if find_spec(app) else None
        for path in (spec.submodule_search_locations or ()) if spec else ():
            for info in sorted(iter_modules([path]), key=lambda info: info.name):
                if info.ispkg:
                    yield import_module(f"{app}.{family}.{info.name}")


def missing(family: Family, package: ModuleType) -> Iterator[Problem]:
    """Yield a problem for each thing that is missing in a kind, block or reply format."""
    contract, path = CONTRACTS[family], package.__name__
    part = getattr(package, contract.exports, None)
    if not (inspect.isclass(part) and issubclass(part, contract.base)):
        what = f"the package has no `{contract.exports}`."
        remedy = f"Export its declaration, a subclass of {contract.base.__name__}, by this name."
        yield Problem(what, path, remedy=remedy)
        return
    name = declared_name(part, contract.named_by)
    if name.replace("-", "_") != folder_name(package):
        remedy = f'Declare `{contract.named_by}: Literal["{folder_name(package)}"]`.'
        yield Problem(
            f"`{contract.named_by}` of {part.__name__} is not the folder's name.",
            path,
            remedy=remedy,
        )
    yield from _unmade(part, path)
    for file in contract.files:
        if not (folder_of(package) / file).is_file():
            yield Problem(f"there is no {file}.", path, remedy="Add this file to the folder.")
    if family == "kinds":
        yield from _question_parts(part, path)


def _question_parts(part: Any, path: str) -> Iterator[Problem]:
    """Yield a problem if a kind does not declare its answers or its question classes, or if a
    question class is incomplete."""
    for name in ("answers", "asks"):
        if not hasattr(part, name):
            remedy = f"Declare `{name}` as described in surveys.kinds.base."
            yield Problem(f"{part.__name__} has no `{name}`.", path, remedy=remedy)
    for question in getattr(part, "asks", ()):
        yield from _unmade(question, path)
        if not hasattr(question, "kind"):
            remedy = "Set `kind` to the name that the export uses."
            yield Problem(f"{question.__name__} has no `kind`.", path, remedy=remedy)


def _unmade(part: type, path: str) -> Iterator[Problem]:
    """Yield a problem for each abstract method missing in `part`, with the method's purpose."""
    for name in sorted(getattr(part, "__abstractmethods__", ())):
        purpose = (inspect.getdoc(getattr(part, name)) or "").split("\n\n")[0].replace("\n", " ")
        yield Problem(
            f"{part.__name__} has no `{name}`.", path, remedy=f"Write it. {purpose}".strip()
        )


def declared_name(part: type[Declared], named_by: str) -> str:
    """Return a part's name in rubric files, or "" if the class has no field for a name."""
    declared = part.model_fields.get(named_by)
    return str(next(iter(get_args(declared.annotation)), "")) if declared else ""


def folder_name(package: ModuleType) -> str:
    return package.__name__.rsplit(".", 1)[-1]


def folder_of(package: ModuleType) -> Path:
    return Path(str(package.__file__)).parent
