"""The problems and warnings found in a table. The first ones are listed, and the others are only
counted."""

from core.errors import DocumentError, Problem

LISTED = 50


def location(row: int | None, column: str) -> str:
    """Return the row and column of a finding as text. In a CSV file, the header is row 1. In a
    JSONL file, the row is the line number."""
    parts = [f"row {row}" if row else "", f"column `{column[:60]}`" if column else ""]
    return ", ".join(part for part in parts if part)


class Findings:
    """The problems and warnings found in a table, so that all problems can be fixed together."""

    def __init__(self, document: str, *, listed: int = LISTED) -> None:
        self.document, self.listed = document, listed
        self._problems: list[tuple[int, Problem]] = []
        self._warnings: list[tuple[int, Problem]] = []
        self.problem_count = self.warning_count = 0

    def refuse(
        self, what: str, *, row: int | None = None, column: str = "", remedy: str = ""
    ) -> None:
        self.problem_count += 1
        if len(self._problems) < self.listed:
            self._problems.append((row or 0, Problem(what, location(row, column), remedy=remedy)))

    def warn(
        self, what: str, *, row: int | None = None, column: str = "", remedy: str = ""
    ) -> None:
        self.warning_count += 1
        if len(self._warnings) < self.listed:
            self._warnings.append((row or 0, Problem(what, location(row, column), remedy=remedy)))

    def refuse_more(self, count: int) -> None:
        """Count further problems without listing them."""
        self.problem_count += count

    def warnings(self) -> list[Problem]:
        """Return the listed warnings in the order of their rows. If there are more, the last entry
        gives the number of unlisted warnings."""
        more = self.warning_count - len(self._warnings)
        rest = [Problem(f"and {more:,} more warnings.")] if more else []
        return _by_row(self._warnings) + rest

    def stop_if_any(self) -> None:
        """Raise DocumentError with the listed problems if there are any."""
        if self._problems:
            more = self.problem_count - len(self._problems)
            raise DocumentError(document=self.document, problems=_by_row(self._problems), more=more)


def _by_row(numbered: list[tuple[int, Problem]]) -> list[Problem]:
    return [problem for _row, problem in sorted(numbered, key=lambda pair: pair[0])]
