"""A ZIP file with all data about a person: one CSV file per table, and a readme in plain
language."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.tabular.formulas import guarded
from core.tabular.outlets import Outlet
from people.acts import record
from people.models import Act, User
from people.personal_data.keepers import Row, keepers

README = "README.txt"
LINES = 500  # rows of a table fetched at a time


def archive_pieces(user: User) -> Iterator[bytes]:
    """Yield the bytes of the person's ZIP file in pieces. Tables are read while the file is
    written."""
    outlet = Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as archive:
        tables = [table for keeper in keepers()[::-1] for table in keeper.tables]
        archive.writestr(README, readme(user))
        for table in tables:
            with archive.open(f"{table.name}.csv", "w") as file:
                for lines in _lines(table.rows(user)):
                    file.write(lines)
                    yield outlet.take()
    yield outlet.take()


def copy_for_person(*, user: User, by: User, project_id: int) -> Iterator[bytes]:
    """Return the pieces of the person's ZIP file for a researcher of the project, who passes the
    file on to the person. The download is recorded as an act."""
    record(by, Act.Verb.EXPORTED, user, project_id=project_id)
    return archive_pieces(user)


def readme(user: User) -> str:
    parts = [
        _("Data that Rateroom stores about %(name)s, as of %(at)s.")
        % {"name": user.get_username(), "at": f"{timezone.now():%Y-%m-%d %H:%M} UTC"},
        _(
            "You can open each file in a spreadsheet. The first line has the column names, "
            "and times are in UTC. An empty file means that we have no data of that kind. "
            "Cells that could start a formula begin with an apostrophe."
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _lines(rows: Iterable[Row]) -> Iterator[bytes]:
    """Yield the rows as CSV, several lines at a time, with a header. An empty table has no
    header."""
    text = io.StringIO()
    writer = csv.writer(text)
    with transaction.atomic():  # server-side cursors need a transaction
        for number, row in enumerate(rows):
            if number == 0:
                writer.writerow(row)
            writer.writerow([_cell(value) for value in row.values()])
            if number % LINES == LINES - 1:
                yield _taken(text)
    yield _taken(text)


def _taken(text: io.StringIO) -> bytes:
    lines = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return lines


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, date | int | float):
        return value
    if isinstance(value, dict | list):
        value = json.dumps(value, ensure_ascii=False)
    return guarded(str(value))
