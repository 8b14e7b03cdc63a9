"""Exceptions with the problem details that the site returns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One problem: its text, its place in the request, its line, and how to fix it."""

    what: str
    path: str = ""
    line: int | None = None
    remedy: str = ""

    def __str__(self) -> str:
        place = " ".join(filter(None, [f"line {self.line}" if self.line else "", self.path]))
        return ": ".join(filter(None, [place, f"{self.what} {self.remedy}".strip()]))


class RateroomError(Exception):
    """Raised if a request failed. `status` is 0 if there was no reply. `key` is the idempotency key
    of a write, and is blank for a read. Repeat the write with the same key, so that the write
    happens only once."""

    def __init__(
        self,
        status: int,
        title: str,
        problems: list[Problem],
        request_id: str = "",
        *,
        key: str = "",
    ) -> None:
        super().__init__("\n".join([f"{status} {title}", *map(str, problems)]))
        self.status, self.problems, self.request_id = status, problems, request_id
        self.title, self.key = title, key

    @classmethod
    def of(cls, status: int, details: Mapping[str, Any], key: str = "") -> "RateroomError":
        """Return the error that a reply's problem details describe."""
        problems = [Problem(**each) for each in details.get("problems", ())]
        title = str(details.get("title", "")) if problems else str(details.get("detail", ""))
        return cls(status, title, problems, str(details.get("request_id", "")), key=key)
