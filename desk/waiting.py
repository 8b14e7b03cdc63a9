"""The numbers of decisions that wait for the user, by kind, for the navigation. One query counts
all kinds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection
from django.http import HttpRequest
from django.utils.translation import ngettext

from core.database.sql import load
from desk.projects import projects_shown

MOST = 999  # items of a kind; for more, “999+” is shown
_WAITING = load("desk/sql/waiting.sql", "waiting")


@dataclass(frozen=True)
class Waiting:
    """The number of waiting decisions of one kind. Counting stops at MOST + 1."""

    kind: str
    number: int

    @property
    def shown(self) -> str:
        return self.total([self])

    @property
    def words(self) -> str:
        return _words(self.kind, self.number) % {"number": self.shown}

    @staticmethod
    def total(several: Sequence["Waiting"]) -> str:
        """Return the sum of the numbers as text, for example "3" or "99+", or "" if it is zero."""
        number = sum(each.number for each in several)
        return f"{MOST}+" if number > MOST else str(number or "")


def waiting(request: HttpRequest) -> Mapping[str, Waiting]:
    """Return the waiting decisions of the chosen projects by kind. Kinds without any are left out.
    The query runs once per request."""
    cache = request.__dict__
    if "_desk_waiting" not in cache:
        projects = [project.pk for project in projects_shown(request)]
        with connection.cursor() as cursor:
            cursor.execute(_WAITING, {"projects": projects, "most": MOST + 1})
            cache["_desk_waiting"] = {
                kind: Waiting(kind, number) for kind, number in cursor.fetchall() if number
            }
    by_kind: Mapping[str, Waiting] = cache["_desk_waiting"]
    return by_kind


def _words(kind: str, number: int) -> str:
    match kind:
        case "responses":
            return ngettext(
                "%(number)s response to review", "%(number)s responses to review", number
            )
        case "appeals":
            return ngettext("%(number)s appeal to decide", "%(number)s appeals to decide", number)
        case "problems":
            return ngettext("%(number)s reported problem", "%(number)s reported problems", number)
        case "messages":
            return ngettext("%(number)s unread message", "%(number)s unread messages", number)
        case "runs":
            return ngettext("%(number)s paused judge run", "%(number)s paused judge runs", number)
        case _:
            return ngettext(
                "%(number)s import with errors", "%(number)s imports with errors", number
            )
