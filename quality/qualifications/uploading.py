"""Finding people by pseudonym, account name or email address, and granting a qualification to the
people in a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from hits.batches.expected import people_of
from hits.models import Enrolment, Qualification
from people.models import Project, User
from people.named import find_people
from quality.qualifications.granting import Origin, grant

MOST_ROWS = 5000


@dataclass(frozen=True)
class FoundPeople:
    """The people found, by the name that was searched for, and an error message for each name that
    was not found."""

    by_name: Mapping[str, User]
    problems: Mapping[str, str]


def people_called(project: Project, names: Sequence[str]) -> FoundPeople:
    """Find people in the project by pseudonym, account name or email address. Uses two or three SQL
    statements."""
    wanted = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    parts = Enrolment.objects.filter(batch__project=project, pseudonym__in=wanted)
    by_pseudonym: dict[str, dict[int, User]] = {}
    for part in parts.select_related("annotator"):
        by_pseudonym.setdefault(part.pseudonym, {})[part.annotator_id] = part.annotator
    by_name: dict[str, User] = {}
    problems: dict[str, str] = {}
    for name, users in by_pseudonym.items():
        if len(users) == 1:
            by_name[name] = next(iter(users.values()))
        else:
            problems[name] = _("Several people in the project have the pseudonym “%(name)s”.") % {
                "name": name
            }
    others = [name for name in wanted if name not in by_pseudonym]
    return FoundPeople(*_accounts(project, others, by_name, problems))


def _accounts(
    project: Project, names: Sequence[str], by_name: dict[str, User], problems: dict[str, str]
) -> tuple[dict[str, User], dict[str, str]]:
    named = find_people("\n".join(names), people_of(project))
    unknown = {*named.strangers, *named.unusable}
    users = {user.username: user for user in named.users}
    users_by_address = {user.email.lower(): user for user in named.users if user.email}
    for name in names:
        user = users.get(name) or users_by_address.get(name.lower())
        if user is not None and name not in unknown:
            by_name[name] = user
    for name in names:
        if name not in by_name:
            problems[name] = _("“%(name)s” was not found.") % {"name": name[:200]}
    return by_name, problems


@transaction.atomic
def grant_table(*, qualification: Qualification, path: Path, by: User | None) -> int:
    """Grant the qualification to the people in the table at `path` (CSV or JSONL). Return the
    number of people for whom something changed.

    The columns are `person` and optionally `expires` and `reason`. `expires` is the last day of
    validity, for example 2027-03-31. If the table has errors, nothing is granted. Raises
    DocumentError with all errors and their rows.
    """
    table = open_table(path)
    if "person" not in table.columns:
        raise DocumentError.one(path.name, _("Missing columns: %(names)s.") % {"names": "person"})
    findings = Findings(path.name)
    rows = list(table.records(findings))
    if len(rows) > MOST_ROWS:
        raise DocumentError.one(
            path.name, _("The table has more than %(number)s rows.") % {"number": MOST_ROWS}
        )
    cells = [
        {name: str(row.values.get(name) or "").strip() for name in ("person", "expires", "reason")}
        for row in rows
    ]
    called = people_called(qualification.project, [cell["person"] for cell in cells])
    groups: dict[tuple[datetime | None, str], list[User]] = {}
    for row, cell in zip(rows, cells, strict=True):
        if (user := called.by_name.get(cell["person"])) is None:
            what = called.problems.get(cell["person"], _("The name is missing."))
            findings.refuse(what, row=row.row, column="person")
            continue
        try:
            expires = _end_of(cell["expires"])
        except ValueError:
            findings.refuse(
                _("“%(text)s” is not a future date.") % {"text": cell["expires"][:40]},
                row=row.row,
                column="expires",
                remedy=_("Enter a date such as 2027-03-31, or leave the cell blank."),
            )
            continue
        groups.setdefault((expires, cell["reason"] or path.name), []).append(user)
    findings.stop_if_any()
    return sum(
        grant(
            qualification=qualification,
            users=list({user.pk: user for user in users}.values()),
            origin=Origin.IMPORT,
            reason=reason,
            by=by,
            expires_at=expires,
        )
        for (expires, reason), users in groups.items()
    )


def _end_of(text: str) -> datetime | None:
    return end_of_day(date.fromisoformat(text)) if text else None


def end_of_day(day: date) -> datetime:
    """Return the end of the day in UTC. Raises ValueError if this is past, or if the day is the
    last one that Python can represent."""
    try:
        end = datetime.combine(day, time(), UTC) + timedelta(days=1)
    except OverflowError as error:
        raise ValueError(day) from error
    if end <= datetime.now(UTC):
        raise ValueError(day)
    return end
