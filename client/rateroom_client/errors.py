"""Exceptions that carry the problem details of the site's replies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """A problem with a request: a description, the position in the request, the line in the source,
    and how to fix it."""

    what: str
    path: str = ""
    line: int | None = None
    remedy: str = ""

    def __str__(self) -> str:
        place = " ".join(filter(None, [f"line {self.line}" if self.line else "", self.path]))
        return ": ".join(filter(None, [place, f"{self.what} {self.remedy}".strip()]))


class RateroomError(Exception):
    """Raised if a request fails. `status` is 0 if there was no reply. `key` is the idempotency key
    of a write, and "" for a read. To be sure that a write happens only once, repeat it with the
    same key."""

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
        """Return the exception for a reply with the given status and problem details."""
        problems = [Problem(**each) for each in details.get("problems", ())]
        title = str(details.get("title", "")) if problems else str(details.get("detail", ""))
        return cls(status, title, problems, str(details.get("request_id", "")), key=key)
