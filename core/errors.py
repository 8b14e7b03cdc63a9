"""The base classes of domain errors. Each error says what was wrong, where, and how to fix it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self


class RateroomError(Exception):
    """An error that a person can fix. `str()` is a full sentence for a page or a terminal. Forms
    and the API show the problem at `field`."""

    def __init__(self, what: str, *, where: str = "", remedy: str = "", field: str = "") -> None:
        super().__init__(what)
        self.what, self.where, self.remedy, self.field = what, where, remedy, field

    def __str__(self) -> str:
        location = f"{self.where}: " if self.where else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{location}{self.what}{remedy}"


@dataclass(frozen=True)
class Problem:
    """A problem in a document. `path` is the problem's position in the document: keys and indices
    joined with dots. `line` starts at 1, and is None if unknown.

    Code that reads a part of a document gives positions in this part. The code that reads the whole
    document puts the part's position in front with `under`.
    """

    what: str
    path: str = ""
    line: int | None = None
    remedy: str = ""

    def under(self, *steps: str | int) -> Self:
        """Return the same problem with `steps` in front of its path, for a document that contains
        this document at `steps`."""
        path = ".".join([*map(str, steps), *([self.path] if self.path else [])])
        return replace(self, path=path)

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        location = " ".join(part for part in (line, self.path) if part)
        return f"{location}: {self.what} {self.remedy}".strip(": ").strip()


class DocumentError(RateroomError):
    """All errors in a document (a rubric file or a table), so that a person can fix them
    together."""

    def __init__(self, *, document: str, problems: Sequence[Problem], more: int = 0) -> None:
        self.problems, self.document, self.more = list(problems), document, more
        lines = [f"{document}: {problem}" for problem in self.problems]
        if more:
            lines.append(f"{document}: and {more} more problems")
        super().__init__("\n".join(lines))

    @classmethod
    def one(
        cls, document: str, what: str, *, path: str = "", line: int | None = None, remedy: str = ""
    ) -> Self:
        return cls(document=document, problems=[Problem(what, path, line, remedy)])


class FieldsError(RateroomError):
    """All errors in submitted fields. The `path` of each problem is the name of a field."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(map(str, self.problems[:3])))


def located(error: RateroomError) -> list[Problem]:
    """Return the problems of a DocumentError or FieldsError. Any other error is returned as one
    problem."""
    if isinstance(error, DocumentError | FieldsError):
        return error.problems
    return [Problem(error.what, error.field or error.where, remedy=error.remedy)]
