"""Lists of people that users type, with one user name or email address per line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from people.models import User

MOST_LINES = 10_000
MOST_CHARACTERS = 254


@dataclass(frozen=True)
class NamedPeople:
    """The accounts found in a typed list, without duplicates. `strangers` has the lines that match
    no account, and `unusable` the lines that cannot be used. `problems` has a message for each
    unusable line, or a single message if the list is too long."""

    users: Sequence[User]
    strangers: Sequence[str]
    unusable: Sequence[str]
    problems: Sequence[str]


def find_people(text: str, among: QuerySet[User]) -> NamedPeople:
    """Find the accounts in `among` that match the lines of `text`. A line is a user name, or an
    email address in upper or lower case. Blank lines are skipped. A line that matches an account
    outside `among` counts as unknown."""
    lines = [
        (number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    if len(lines) > MOST_LINES:
        most = _("You entered %(lines)d lines. Enter at most %(number)d at a time.")
        return NamedPeople(
            [],
            [],
            [line for _number, line in lines],
            [most % {"number": MOST_LINES, "lines": len(lines)}],
        )
    by_name, by_address = _accounts([line for _number, line in lines], among)
    users: dict[int, User] = {}
    strangers: list[str] = []
    unusable: list[str] = []
    problems: list[str] = []
    for number, line in lines:
        matches = [by_name[line]] if line in by_name else by_address.get(line.lower(), [])
        if len(matches) == 1:
            users[matches[0].pk] = matches[0]
        elif not matches and len(line) <= MOST_CHARACTERS and line.isprintable():
            strangers.append(line)
        else:
            unusable.append(line)
            problems.append(_problem(number, line, len(matches)))
    return NamedPeople(list(users.values()), strangers, unusable, problems)


def _problem(number: int, line: str, matches: int) -> str:
    if matches:
        what = _(
            "Line %(number)d: %(matches)d accounts have the email address “%(line)s”. Enter "
            "the user name instead."
        )
    else:
        what = _(
            "Line %(number)d: “%(line)s” is neither a user name nor an email address. "
            "Check the spelling."
        )
    return what % {"number": number, "line": line[:200], "matches": matches}


def _accounts(
    lines: Sequence[str], among: QuerySet[User]
) -> tuple[dict[str, User], dict[str, list[User]]]:
    """Return the active accounts in `among` by user name, and by email address in lower case."""
    # PostgreSQL stores no NUL characters and would refuse the whole query.
    names = [line for line in lines if "\0" not in line]
    active = among.filter(is_active=True)
    by_name = {user.username: user for user in active.filter(username__in=names)}
    by_address: dict[str, list[User]] = {}
    addresses = [line.lower() for line in names if "@" in line and line not in by_name]
    for user in active.annotate(address=Lower("email")).filter(address__in=addresses):
        by_address.setdefault(user.email.lower(), []).append(user)
    return by_name, by_address
